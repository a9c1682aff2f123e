import type { Wrap } from "../mutant.ts";

/** Repeats each successful request, or a variation of it, and returns the first answer. */
export function again(path: RegExp, instead?: (url: URL, body: unknown) => unknown): Wrap {
  return (handler) => async (request) => {
    const url = new URL(request.url);
    if (request.method !== "POST" || !path.test(url.pathname)) return handler(request);
    const copy = request.clone();
    const answer = await handler(request);
    if (!answer.ok) return answer;
    const body: unknown = await copy.json().catch(() => undefined);
    const other = instead === undefined ? body : instead(url, body);
    const { method, headers } = copy;
    const more = new Headers(headers);
    more.delete("content-length");
    await handler(new Request(url, { method, headers: more, body: JSON.stringify(other) }));
    return answer;
  };
}
