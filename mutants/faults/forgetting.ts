import type { Wrap } from "../mutant.ts";
import { type Asked, behaving, type Exchange, parseReply, type Reply, rewriteReply } from "./exchange.ts";

/** An operation that uses the objects that another one creates. */
export interface Use {
  readonly creator: string;
  readonly user: string;
  readonly relation: "named in the path" | "named in the body" | "listed";
}

/** Finds only the last objects that each merchant created: this many of them. */
export const forgetting = ({ creator, user, relation }: Use, kept: number): Wrap =>
  behaving(() => {
    const created = new Map<string, string[]>();
    const forgotten = new Set<string>();
    const remember = async ({ headers, forward }: Exchange): Promise<Response> => {
      const answer = await forward();
      const id = createdBy(await parseReply(answer));
      const merchant = headers.get("authorization") ?? "";
      const ids = created.get(merchant) ?? [];
      if (id === null || ids.includes(id)) return answer;
      created.set(merchant, [...ids, id]);
      const old = [...ids, id].at(-1 - kept);
      if (old !== undefined) forgotten.add(old);
      return answer;
    };
    return (exchange) => {
      if (exchange.operation === user) {
        if (relation === "listed") return withoutListed(exchange, forgotten);
        const other = withUnknownIds(exchange, forgotten, relation);
        if (other !== null) return exchange.forward(other);
      }
      return exchange.operation === creator ? remember(exchange) : exchange.forward();
    };
  });

/** The request with unknown ids instead of forgotten ones; null if it names no forgotten object. */
function withUnknownIds(
  { url: given, body }: Asked,
  forgotten: ReadonlySet<string>,
  relation: Use["relation"],
): Partial<Asked> | null {
  let changed = false;
  const other = (value: unknown): unknown => {
    if (typeof value !== "string" || !forgotten.has(value)) return value;
    changed = true;
    return unknownIdLike(value);
  };
  const url = new URL(given);
  if (relation === "named in the path") {
    url.pathname = url.pathname.split("/").map(other).join("/");
    return changed ? { url } : null;
  }
  const named = everyValue(body, other);
  return changed ? { body: named } : null;
}

/** The answer without the forgotten objects in its lists. */
async function withoutListed({ forward }: Exchange, forgotten: ReadonlySet<string>): Promise<Response> {
  const answer = await forward();
  const reply = await parseReply(answer);
  if (reply === null || reply.status >= 300) return answer;
  let changed = false;
  const body = everyValue(reply.body, (value) => {
    if (!Array.isArray(value)) return value;
    const kept = (value as unknown[]).filter((entry) => !ownTexts(entry).some((text) => forgotten.has(text)));
    changed ||= kept.length < value.length;
    return kept;
  });
  return changed ? rewriteReply(answer, reply, { ...reply, body }) : answer;
}

/** The value with each value in it changed, itself first. */
function everyValue(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value);
  if (Array.isArray(changed)) return changed.map((entry) => everyValue(entry, change));
  if (typeof changed !== "object" || changed === null) return changed;
  return Object.fromEntries(
    Object.entries(changed).map(([name, inner]) => [name, everyValue(inner, change)]),
  );
}

/** The id of the object that a successful request created. */
export function createdBy(reply: Reply | null): string | null {
  if (reply === null || reply.status >= 300) return null;
  const id = (reply.body as { id?: unknown } | null)?.id;
  return typeof id === "string" ? id : null;
}

/** The texts among the members of an object. */
export function ownTexts(entry: unknown): readonly string[] {
  if (typeof entry !== "object" || entry === null) return [];
  return Object.values(entry).filter((value) => typeof value === "string");
}

const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An unknown id of the same form. */
export function unknownIdLike(id: string): string {
  const start = id.lastIndexOf("_") + 1;
  const other = id
    .slice(start)
    .replace(/[A-Za-z0-9]/g, (one) => CHARACTERS[(CHARACTERS.indexOf(one) + 7) % CHARACTERS.length] ?? one);
  return id.slice(0, start) + other;
}
