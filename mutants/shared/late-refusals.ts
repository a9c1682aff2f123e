import type { RuleId } from "../../spec/index.ts";
import type { Wrap } from "../mutant.ts";
import type { Named } from "../named.ts";

/** One request as a wrong server carries it out after refusing it. */
interface Repair {
  readonly method: "POST" | "DELETE";
  readonly path: RegExp;
  /** Which refusals come too late; all of the status without it. */
  readonly refused?: (request: Request) => boolean;
  /** The status of these refusals. */
  readonly status: number;
  /** Headers of the executed request, without the key. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Refuses some requests only after it has carried them out, in the name of the merchant whose key they were
 * derived from, or who last used what they name.
 */
export function refusedTooLate(repair: Repair): Wrap {
  return (handler) => {
    const keys = new Set<string>();
    const users = new Map<string, string>();
    return async (request) => {
      const text = `${request.url} ${request.method === "GET" ? "" : await request.clone().text()}`;
      const key = bearer(request);
      const again = request.clone();
      const answer = await handler(request);
      if (answer.ok && key.startsWith("sk_test_")) {
        keys.add(key);
        for (const id of idsIn(`${text} ${await answer.clone().text()}`)) users.set(id, key);
      }
      if (answer.status !== repair.status || !concerns(again, repair)) return answer;
      const owner =
        [...keys].find((known) => key.startsWith(known)) ??
        idsIn(text).flatMap((id) => users.get(id) ?? [])[0];
      if (owner !== undefined) await handler(repaired(again, text, owner, repair.headers));
      return answer;
    };
  };
}

const bearer = (request: Request): string =>
  (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");

const idsIn = (text: string): readonly string[] => text.match(/\b[a-z]+_[A-Za-z0-9]{12,}/g) ?? [];

const concerns = (request: Request, { method, path, refused = () => true }: Repair): boolean =>
  request.method === method && path.test(new URL(request.url).pathname) && refused(request);

function repaired(
  request: Request,
  text: string,
  key: string,
  more: Readonly<Record<string, string>> = {},
): Request {
  const headers = new Headers({ "content-type": "application/json", authorization: `Bearer ${key}` });
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const body = text.slice(request.url.length + 1);
  return new Request(request.url, { method: request.method, headers, ...(body === "" ? {} : { body }) });
}

/** A mutant that refuses requests with a wrong key only after it has carried them out (§5). */
export const wrongKeyRefusedTooLate = (
  violates: RuleId,
  what: string,
  path: RegExp,
  method: "POST" | "DELETE" = "POST",
): Named[string] => ({
  violates: [violates],
  summary: `${what} with a wrong key is refused after it took effect.`,
  subtle: true,
  wrap: refusedTooLate({
    method,
    path,
    status: 401,
    headers: { "idempotency-key": "idempotency-of-a-stranger" },
  }),
});
