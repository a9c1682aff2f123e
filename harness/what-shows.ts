import type { Exchange } from "./http/answer.ts";
import type { Seen } from "./transcript.ts";

/** The most exchanges, and the most events, that are kept for a value. */
const MAX_SHOWN = 4;
/** The separator with which checks join what several requests show. */
const JOINT = "; ";
/** What a value may quote of a request: the method and path, or a parameter. Of an answer: the status or the code. */
const REQUEST = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[^\s:,;]*|\b\w+=\w*/g;
const STATUS = /\b[1-5]\d\d\b/g;
const CODE = /\b(?:[a-z]\w+\.[a-z]\w+|E_[A-Z_]+)\b/g;

export const NOTHING: Seen = { exchanges: [], events: [] };

/**
 * Of what a check has seen, the exchanges that show an observed value: for each of its parts the newest one that has its status and
 * code, of the operations that the question is about if one does. Where a question is about no request that was sent, the last event.
 */
export function whatShows(
  value: string,
  { seen, operations }: { readonly seen: Seen; readonly operations: readonly string[] },
): Seen {
  const isAsked = ({ operation }: Exchange): boolean => operation !== null && operations.includes(operation);
  const newest = [...seen.exchanges].reverse();
  const asked = newest.filter(isAsked);
  if (asked.length === 0 && seen.events.length > 0) return { exchanges: [], events: seen.events.slice(-1) };
  const chosen: Exchange[] = [];
  for (const part of value.split(JOINT).reverse()) {
    const fits = (one: Exchange): boolean => !chosen.includes(one) && has(one, part);
    const left = (one: Exchange): boolean => !chosen.includes(one);
    const shown = asked.find(fits) ?? newest.find(fits) ?? asked.find(left) ?? newest.find(left);
    if (shown !== undefined) chosen.push(shown);
  }
  return { exchanges: chosen.sort((a, b) => a.sequence - b.sequence).slice(0, MAX_SHOWN), events: [] };
}

function has({ request, answer }: Exchange, part: string): boolean {
  const quoted = (form: RegExp): readonly string[] => part.match(form) ?? [];
  const [requests, statuses, codes] = [quoted(REQUEST), quoted(STATUS), quoted(CODE)];
  const { pathname, search } = request.url;
  const sent = `${request.method} ${pathname}${search}`;
  const body = answer === null || codes.length === 0 ? "" : Buffer.from(answer.body).toString("utf8");
  return (
    requests.every((text) => sent === text || sent.endsWith(`?${text}`) || sent.includes(`${text}&`)) &&
    (statuses.length === 0 || statuses.includes(String(answer?.status))) &&
    codes.every((code) => body.includes(code))
  );
}
