import { type ParsedRequest, parseReply, rewriteReply } from "../messages.ts";
import type { Behaviour, Passing } from "./behaviour.ts";
import { createdBy, ownTexts, unknownIdLike, type Use } from "./objects.ts";
import type { RequestOperator } from "./operator.ts";

/** An operation does not find the objects that another one creates. */
export const forget = forgetting("forget", "all of them");

/** An operation finds only the object that the merchant created last. */
export const forgetEarlier = forgetting("forget earlier", "all but the last");

type Forgotten = "all of them" | "all but the last";

function forgetting(name: string, which: Forgotten): RequestOperator {
  return {
    name,
    faults: (operation, uses) =>
      uses.map((use) => ({
        operation,
        detail: use.creator === use.user ? use.relation : `of ${use.creator}, ${use.relation}`,
        group: use.relation,
        use,
        behave: () => forgetful(use, which),
      })),
  };
}

function forgetful(use: Use, which: Forgotten): Behaviour {
  const created = new Set<string>();
  const last = new Map<string, string>();
  const forgotten = new Set<string>();
  const remember = async ({ parsed, forward }: Passing): Promise<Response> => {
    const answer = await forward();
    const id = createdBy(await parseReply(answer));
    if (id === null || created.has(id)) return answer;
    created.add(id);
    const merchant = parsed.headers.get("authorization") ?? "";
    const before = last.get(merchant);
    last.set(merchant, id);
    if (which === "all of them") forgotten.add(id);
    else if (before !== undefined) forgotten.add(before);
    return answer;
  };
  return (passing) => {
    const { operation, parsed, forward } = passing;
    if (operation === use.user) {
      if (use.relation === "listed") return withoutListed(passing, forgotten);
      const other = withUnknownIds(parsed, forgotten, use.relation);
      if (other !== null) return forward(other);
    }
    return operation === use.creator ? remember(passing) : forward();
  };
}

/** The request with unknown ids instead of forgotten ones; null if it names no forgotten object. */
function withUnknownIds(
  parsed: ParsedRequest,
  forgotten: ReadonlySet<string>,
  relation: Use["relation"],
): ParsedRequest | null {
  const replaceForgotten = (text: string): string => (forgotten.has(text) ? unknownIdLike(text) : text);
  if (relation === "named in the path") {
    const url = new URL(parsed.url);
    url.pathname = url.pathname.split("/").map(replaceForgotten).join("/");
    return url.pathname === parsed.url.pathname ? null : { ...parsed, url };
  }
  let changed = false;
  const body = mapTexts(parsed.body, (text) => {
    const other = replaceForgotten(text);
    changed ||= other !== text;
    return other;
  });
  return changed ? { ...parsed, body } : null;
}

/** The answer without the forgotten objects in its lists. */
async function withoutListed({ forward }: Passing, forgotten: ReadonlySet<string>): Promise<Response> {
  const answer = await forward();
  const reply = await parseReply(answer);
  if (reply === null || reply.status >= 300) return answer;
  let changed = false;
  const filtered = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const kept = value.filter((entry) => !ownTexts(entry).some((text) => forgotten.has(text)));
      changed ||= kept.length < value.length;
      return kept.map(filtered);
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filtered(inner)]));
  };
  const body = filtered(reply.body);
  return changed ? rewriteReply(answer, reply, { ...reply, body }) : answer;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
}
