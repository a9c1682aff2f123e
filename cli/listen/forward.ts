import { send } from "../../emulator/http/send.ts";
import { signatureHeaders } from "../../emulator/http/webhooks.ts";
import { USER_AGENT } from "../../harness/http/user-agent.ts";
import { namesOf } from "./control.ts";
import { parsed } from "../../spec/json.ts";

/** An event to forward to a server. */
export interface Received {
  readonly body: string;
  /** The signature headers of the delivery. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The outcome of forwarding an event: the status of the server and where a redirect leads, or why there is none. */
export type Forwarded = { readonly status: number; readonly location?: string } | { readonly reason: string };

/** How events are forwarded. */
export interface Forwarding {
  readonly to: string;
  /** The secret (`whsec_…`) with which events are signed again. Without it, they keep the signature of the delivery. */
  readonly secret: string | undefined;
}

/** Posts the exact bytes of an event. Never throws. */
export async function forward({ body, headers }: Received, { to, secret }: Forwarding): Promise<Forwarded> {
  const signature =
    secret === undefined
      ? {}
      : signatureHeaders(secret, { id: namesOf(parsed(body)).id, at: Date.now(), body });
  try {
    const { status, location } = await send(to, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": USER_AGENT, ...headers, ...signature },
      body,
    });
    return { status, ...(location === undefined ? {} : { location }) };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}
