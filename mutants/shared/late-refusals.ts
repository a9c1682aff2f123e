import type { RuleId } from "../../spec/index.ts";
import type { Wrap } from "../mutant.ts";
import type { Named } from "../named.ts";

/** How to execute a request that was refused. */
interface Repair {
  readonly method: "POST" | "DELETE";
  readonly path: RegExp;
  /** Selects the refusals that come too late. Default: all with the status. */
  readonly refused?: (request: Request) => boolean;
  /** The status of these refusals. */
  readonly status: number;
  /** Headers of the executed request, in addition to the key. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Executes some requests before it refuses them, for the merchant from whose key the wrong key was derived, or who last used the object.
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

/** A mutant that executes requests with a wrong key before it refuses them (§5). */
export const wrongKeyRefusedTooLate = (
  violates: RuleId,
  what: string,
  path: RegExp,
  method: "POST" | "DELETE" = "POST",
): Named[string] => ({
  violates: [violates],
  summary: `${what} with a wrong key is refused after it took effect.`,
  wrap: refusedTooLate({
    method,
    path,
    status: 401,
    headers: { "idempotency-key": "idempotency-of-a-stranger" },
  }),
});
