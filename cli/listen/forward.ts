import { signatureHeaders } from "../../emulator/http/signature.ts";
import { namesOf, parsed } from "./control.ts";

/** An event to forward to a server. */
export interface Received {
  readonly body: string;
  /** Those of the delivery that a receiver can need. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How a forwarded event ended: a status, or why there is none. */
export type Forwarded = { readonly status: number } | { readonly reason: string };

/** How events are forwarded. */
export interface Forwarding {
  readonly to: string;
  /** Signs each event again (`whsec_…`); without it, the signature of the delivery stays. */
  readonly secret: string | undefined;
}

const ANSWER_MS = 30_000;

/** Posts an event, unchanged byte for byte. Never throws. */
export async function forward({ body, headers }: Received, { to, secret }: Forwarding): Promise<Forwarded> {
  const signature =
    secret === undefined
      ? {}
      : signatureHeaders(secret, { id: namesOf(parsed(body)).id, at: Date.now(), body });
  try {
    const answer = await fetch(to, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", ...headers, ...signature },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch (error) {
    const { cause, name } = error as Error;
    const { code } = (cause ?? {}) as { code?: unknown };
    return {
      reason: typeof code === "string" ? code : name === "TimeoutError" ? "no answer in 30 s" : "no answer",
    };
  }
}
