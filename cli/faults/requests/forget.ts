import { type ParsedRequest, parseReply, rewriteReply } from "../messages.ts";
import { type Behaviour, type Passing, unchanged } from "./behaviour.ts";
import { createdBy, ownTexts, unknownIdLike, type Use } from "./objects.ts";
import { misbehaviour, type RequestOperator } from "./operator.ts";

type Forgotten = "all of them" | "all but the last";

/** An operation does not find the objects that another one creates. */
export const forget: RequestOperator = {
  name: "forget",
  faults: ({ uses }) => uses.map((use) => forgetting(use, "all of them")),
};

/** An operation finds only the object that the merchant created last. */
export const forgetEarlier: RequestOperator = {
  name: "forget earlier",
  faults: ({ uses }) => uses.map((use) => forgetting(use, "all but the last")),
};

function forgetting(use: Use, which: Forgotten) {
  const detail = use.creator === use.user ? use.relation : `of ${use.creator}, ${use.relation}`;
  return misbehaviour({
    operation: use.user,
    detail,
    group: use.relation,
    use,
    behave: () => forgetful(use, which),
  });
}

function forgetful(use: Use, which: Forgotten): Behaviour {
  const created = new Set<string>();
  const last = new Map<string, string>();
  const forgotten = new Set<string>();
  const remember = async (passing: Passing): Promise<Response> => {
    const answer = await passing.forward();
    const id = createdBy(await parseReply(answer));
    if (id === null || created.has(id)) return answer;
    created.add(id);
    const merchant = passing.parsed.headers.get("authorization") ?? "";
    const before = last.get(merchant);
    last.set(merchant, id);
    if (which === "all of them") forgotten.add(id);
    else if (before !== undefined) forgotten.add(before);
    return answer;
  };
  return async (passing) => {
    const { operation, parsed } = passing;
    if (operation === use.creator && operation !== use.user)
      return { answer: await remember(passing), changed: false };
    if (operation !== use.user) return unchanged(passing);
    if (use.relation === "listed") return withoutListed(passing, forgotten);
    const other = withUnknownIds(parsed, forgotten, use.relation);
    if (other !== null) return { answer: await passing.forward(other), changed: true };
    return operation === use.creator
      ? { answer: await remember(passing), changed: false }
      : unchanged(passing);
  };
}

/** The request with unknown ids instead of forgotten ones; null if it names no forgotten object. */
function withUnknownIds(
  parsed: ParsedRequest,
  forgotten: ReadonlySet<string>,
  relation: Use["relation"],
): ParsedRequest | null {
  const strange = (text: string): string => (forgotten.has(text) ? unknownIdLike(text) : text);
  if (relation === "named in the path") {
    const url = new URL(parsed.url);
    url.pathname = url.pathname.split("/").map(strange).join("/");
    return url.pathname === parsed.url.pathname ? null : { ...parsed, url };
  }
  let changed = false;
  const body = mapTexts(parsed.body, (text) => {
    const other = strange(text);
    changed ||= other !== text;
    return other;
  });
  return changed ? { ...parsed, body } : null;
}

async function withoutListed(passing: Passing, forgotten: ReadonlySet<string>) {
  const answer = await passing.forward();
  const reply = await parseReply(answer);
  if (reply === null || reply.status >= 300) return { answer, changed: false };
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
  return changed
    ? { answer: await rewriteReply(answer, reply, { ...reply, body }), changed }
    : { answer, changed };
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
}
