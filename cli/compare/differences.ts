import { isObject } from "../../spec/json.ts";
import { formOf, isId, isTime, withoutRoles } from "./roles.ts";
import type { Seen } from "./side.ts";

/** What differs between two answers to the same request, or two events of a type: the kinds that a client notices first come first. */
const KINDS = [
  "status",
  "type",
  "missing",
  "identity",
  "value",
  "list",
  "words",
  "header",
  "form",
  "order",
] as const;
type Kind = (typeof KINDS)[number];

/** One difference. Those with the same text have the same cause. */
interface Difference {
  readonly kind: Kind;
  /** In one line, without what differs from run to run. */
  readonly says: string;
  /** Where in the body, if `says` does not say it. */
  readonly at?: string;
}

/** The same request to both targets, with its answers; or two events of the same type. */
export interface Pair {
  readonly a: Seen;
  readonly b: Seen;
}

/** Differences of one cause. */
export interface DifferenceGroup extends Difference {
  /** Operations or events that show it. */
  readonly names: readonly string[];
  readonly rules: readonly string[];
  readonly exchanges: number;
  readonly example: Pair;
}

/** The requests that both targets got in the same rule, paired in their order. */
export function pairsOf(a: readonly Seen[], b: readonly Seen[]): readonly Pair[] {
  const waiting = new Map<string, Seen[]>();
  for (const one of b) {
    const key = one.key;
    waiting.set(key, [...(waiting.get(key) ?? []), one]);
  }
  for (const list of waiting.values()) list.reverse();
  return a.flatMap((one) => {
    const other = waiting.get(one.key)?.pop();
    return other === undefined ? [] : [{ a: one, b: other }];
  });
}

/** Kinds that few clients read. */
const UNNOTICED: ReadonlySet<Kind> = new Set(["header", "form", "order"]);

/** Groups what differs between pairs by cause. `isEvent`: their values follow from what was asked, which is not known. */
export function groupsOf(
  pairs: readonly Pair[],
  { isEvent = false } = {},
): {
  readonly groups: readonly DifferenceGroup[];
  readonly equal: number;
} {
  const groups = new Map<
    string,
    Difference & { names: Set<string>; rules: Set<string>; exchanges: number; example: Pair }
  >();
  let equal = 0;
  for (const pair of pairs) {
    const found = differencesOf(pair).filter(
      ({ kind }) => !isEvent || !["value", "list", "words"].includes(kind),
    );
    if (found.every(({ kind }) => UNNOTICED.has(kind))) equal += 1;
    for (const one of new Map(found.map((each) => [each.says, each])).values()) {
      // A status depends on the operation; what else differs has one cause in all of them.
      const key = one.kind === "status" ? `${pair.a.name} ${one.says}` : one.says;
      const group = groups.get(key) ?? {
        ...one,
        names: new Set(),
        rules: new Set(),
        exchanges: 0,
        example: pair,
      };
      group.names.add(`${pair.a.name}${one.at ?? ""}`);
      if (pair.a.rule !== "") group.rules.add(pair.a.rule);
      group.exchanges += 1;
      groups.set(key, group);
    }
  }
  const sorted = [...groups.values()].sort(
    (one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || other.exchanges - one.exchanges,
  );
  return {
    groups: sorted.map((group) => ({ ...group, names: [...group.names], rules: [...group.rules] })),
    equal,
  };
}

function differencesOf({ a, b }: Pair): readonly Difference[] {
  if (a.status !== b.status)
    return [{ kind: "status", says: `answers ${a.status ?? "nothing"} in A, ${b.status ?? "nothing"} in B` }];
  const same = new SameIds();
  const [inA, inB] = [a.head.split("/"), b.head.split("/")];
  for (const [index, part] of inA.entries()) if (isId(part)) same.areSame(part, inB[index] ?? "");
  bodyDifferences(a.given, b.given, "", same);
  return [...headerDifferences(a, b), ...bodyDifferences(a.body, b.body, "", same)];
}

/** Which id of A is which one of B, by where they were seen first. */
class SameIds {
  readonly #inB = new Map<string, string>();
  readonly #inA = new Map<string, string>();

  areSame(a: string, b: string): boolean {
    const [known, other] = [this.#inB.get(a), this.#inA.get(b)];
    if (known !== undefined || other !== undefined) return known === b;
    this.#inB.set(a, b);
    this.#inA.set(b, a);
    return true;
  }
}

/** Headers of the connection, and those whose values say when it was. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "content-length", "date", "server", "via", "alt-svc"],
]);

function headerDifferences(a: Seen, b: Seen): readonly Difference[] {
  const namesOf = ({ headers }: Seen): readonly string[] =>
    [...new Set(headers.map(([name]) => name.toLowerCase()))].filter((name) => !OF_THE_CONNECTION.has(name));
  const only = (one: Seen, other: Seen, side: string): readonly Difference[] =>
    namesOf(one)
      .filter((name) => !namesOf(other).includes(name))
      .map((name) => ({ kind: "header", says: `header \`${name}\` only in ${side}` }));
  const typeOf = ({ headers }: Seen): string =>
    headers.find(([name]) => name.toLowerCase() === "content-type")?.[1].toLowerCase() ?? "";
  const [one, other] = [typeOf(a), typeOf(b)];
  return [
    ...only(a, b, "A"),
    ...only(b, a, "B"),
    ...(one === other || one === "" || other === ""
      ? []
      : [{ kind: "header", says: `\`content-type\` is ${one} in A, ${other} in B` } as const]),
  ];
}

const typeName = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "a list"
      : `${typeof value === "object" ? "an" : "a"} ${typeof value}`;

function bodyDifferences(a: unknown, b: unknown, at: string, same: SameIds): readonly Difference[] {
  const where = at === "" ? "the body" : `\`${at}\``;
  if (typeName(a) !== typeName(b))
    return [{ kind: "type", says: `${where} is ${typeName(a)} in A, ${typeName(b)} in B` }];
  if (isObject(a) && isObject(b)) return memberDifferences(a, b, at, same);
  if (Array.isArray(a) && Array.isArray(b)) {
    const inside = a
      .slice(0, b.length)
      .flatMap((one, index) => bodyDifferences(one, b[index], `${at}/*`, same));
    return a.length === b.length
      ? inside
      : [{ kind: "list", says: `${where} has another number of entries` }, ...inside];
  }
  if (typeof a === "string" && typeof b === "string") return textDifferences(a, b, { at, where, same });
  return a === b ? [] : [{ kind: "value", says: `${where} has another value` }];
}

function memberDifferences(
  a: Record<string, unknown>,
  b: Record<string, unknown>,
  at: string,
  same: SameIds,
): readonly Difference[] {
  const [inA, inB] = [Object.keys(a), Object.keys(b)];
  const both = inA.filter((name) => Object.hasOwn(b, name));
  const only = (names: readonly string[], other: object, side: string): readonly string[] => {
    const missing = names.filter((name) => !Object.hasOwn(other, name)).sort();
    return missing.length === 0
      ? []
      : [`only in ${side}: ${missing.map((name) => `\`${name}\``).join(", ")}`];
  };
  const missing = [...only(inA, b, "A"), ...only(inB, a, "B")];
  const isOrdered = both.join("\n") === inB.filter((name) => Object.hasOwn(a, name)).join("\n");
  return [
    ...(missing.length === 0 ? [] : [{ kind: "missing", says: missing.join("; "), at } as const]),
    ...(isOrdered ? [] : [{ kind: "order", says: "members are in another order" } as const]),
    ...both.flatMap((name) => bodyDifferences(a[name], b[name], `${at}/${name}`, same)),
  ];
}

/** Members whose values a server chooses. */
const NAMED = /(?:[/_]id|[a-z]Id|[sS]ecret|[uU]rl)`$/;

function textDifferences(
  a: string,
  b: string,
  { at, where, same }: { readonly at: string; readonly where: string; readonly same: SameIds },
): readonly Difference[] {
  if (isId(a) && isId(b) && !same.areSame(a, b))
    return [{ kind: "identity", says: `${where} is the id of another object` }];
  const isSame = a === b || withoutRoles(a) === withoutRoles(b);
  const hasForm = (isId(a) && isId(b)) || (isTime(a) && isTime(b)) || NAMED.test(where);
  if (hasForm)
    return formOf(a) === formOf(b)
      ? []
      : [{ kind: "form", says: `written ${formOf(a)} in A, ${formOf(b)} in B`, at }];
  return isSame ? [] : [{ kind: "words", says: `${where} has other words` }];
}
