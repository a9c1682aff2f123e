import { signatureHeaders } from "../../emulator/http/signature.ts";
import { USER_AGENT } from "../../harness/http/user-agent.ts";
import { namesOf, parsed } from "./control.ts";

/** An event to forward to a server. */
export interface Received {
  readonly body: string;
  /** The signature headers of the delivery. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The outcome of forwarding an event: the status of the server, or why there is none. */
export type Forwarded = { readonly status: number } | { readonly reason: string };

/** How events are forwarded. */
export interface Forwarding {
  readonly to: string;
  /** The secret (`whsec_…`) with which events are signed again. Without it, they keep the signature of the delivery. */
  readonly secret: string | undefined;
}

const TIMEOUT_MS = 30_000;

/** Posts the exact bytes of an event. Never throws. */
export async function forward({ body, headers }: Received, { to, secret }: Forwarding): Promise<Forwarded> {
  const signature =
    secret === undefined
      ? {}
      : signatureHeaders(secret, { id: namesOf(parsed(body)).id, at: Date.now(), body });
  try {
    const answer = await fetch(to, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", "user-agent": USER_AGENT, ...headers, ...signature },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
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
