import { type Agent, type IncomingMessage, request as requestPlain } from "node:http";
import { systemTime } from "./system.ts";

/** The longest time for a whole response, ms. */
export const ANSWER_MS = 30_000;
/** The most characters of a body that are kept by default. */
const MOST_CHARACTERS = 1_048_576;

/** A request to another server. */
export interface Outgoing {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  readonly agent?: Agent;
  /** Default: `ANSWER_MS`. */
  readonly withinMs?: number;
  /** How much of the response's body is kept. Default: a mebibyte. */
  readonly mostCharacters?: number;
}

/** The answer of another server. */
export interface Reply {
  readonly status: number;
  /** Where a redirect leads. */
  readonly location?: string;
  /** The beginning of the body. */
  readonly text: string;
}

/** The error of a request without a complete answer. */
class NoReply extends Error {}

/**
 * Sends a request over a socket. `fetch` would refuse some ports, such as 6000, and depends on globals that tests replace. Follows no redirect.
 * @throws NoReply with the reason in words
 */
export async function send(url: string, outgoing: Outgoing): Promise<Reply> {
  const { withinMs = ANSWER_MS, signal } = outgoing;
  const late = new AbortController();
  const cancel = systemTime.after(withinMs, () => late.abort());
  try {
    const signals = signal === undefined ? [late.signal] : [late.signal, signal];
    return await attempt(new URL(url), outgoing, AbortSignal.any(signals));
  } catch (error) {
    if (late.signal.aborted) throw new NoReply(`no answer within ${withinMs / 1000} s`);
    throw error instanceof NoReply ? error : new NoReply(reasonOf(error));
  } finally {
    cancel();
  }
}

/** Sends a request, and again if the server had just closed the connection that was kept for it. */
async function attempt(url: URL, outgoing: Outgoing, signal: AbortSignal): Promise<Reply> {
  const { method, headers = {}, body = "", agent, mostCharacters = MOST_CHARACTERS } = outgoing;
  // Loaded by the first request over TLS.
  const request = url.protocol === "https:" ? process.getBuiltinModule("node:https").request : requestPlain;
  const length = { "content-length": String(Buffer.byteLength(body)) };
  const sent = request(url, { method, headers: { ...length, ...headers }, signal, agent });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject);
  });
  sent.end(body);
  try {
    return await replyOf(await answer, mostCharacters);
  } catch (error) {
    if (sent.reusedSocket && codeOf(error) === "ECONNRESET") return attempt(url, outgoing, signal);
    throw error;
  }
}

async function replyOf(answer: IncomingMessage, mostCharacters: number): Promise<Reply> {
  let text = "";
  answer.setEncoding("utf8");
  for await (const chunk of answer) if (text.length < mostCharacters) text += chunk as string;
  const { statusCode: status = 0, headers } = answer;
  return { status, ...(headers.location === undefined ? {} : { location: headers.location }), text };
}

const UNKNOWN_AUTHORITY =
  "its certificate is from an unknown authority: name that in NODE_EXTRA_CA_CERTS before the start";

/** What a code of Node means. */
const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "it closed the connection without an answer",
  EPIPE: "it closed the connection without an answer",
  ENOTFOUND: "the name is unknown",
  EAI_AGAIN: "the name cannot be resolved at present",
  ETIMEDOUT: "no connection",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to it",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  EPROTO: "it does not speak TLS",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS",
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "";

/** Why a request has no answer, such as `nothing listens there (ECONNREFUSED)`. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const meaning = code.startsWith("HPE_") ? "its answer is not HTTP" : MEANINGS[code];
  if (meaning === undefined) return code === "" ? (error as Error).message : code;
  return `${meaning} (${code})`;
}
