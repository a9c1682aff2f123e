import { isObject } from "../../../spec/json.ts";
import { numberOf, textOf } from "../../reported.ts";
import { answerOf, bodyIn, type Call, effectOf, isOverBefore, mayBeMissing } from "./calls.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

/** The ids that a list must have, with what created them, and how many more it may have. */
interface Wanted {
  readonly certain: ReadonlyMap<string, Call>;
  readonly possible: number;
}

/** The creations of one account in one mode. */
class Creations {
  readonly #calls: Call[] = [];

  add(call: Call): void {
    this.#calls.push(call);
  }

  /** What a list must have that a walk of pages shows, if creations show up to `lagMs` late. */
  wanted({ first, last }: { readonly first: Call; readonly last: Call }, lagMs = 0): Wanted {
    const certain = new Map<string, Call>();
    let possible = 0;
    for (const call of this.#calls) {
      if (effectOf(call) === "none" || call.begun > last.ended) continue;
      const { id } = answerOf(call);
      if (!mayBeMissing(call, first, lagMs) && typeof id === "string") certain.set(id, call);
      else possible += 1;
    }
    return { certain, possible };
  }
}

function creationsOf(
  operation: string,
  { callerOf }: TraceContext,
): {
  readonly begins: (call: Call) => void;
  readonly of: (call: Call) => Creations | null;
} {
  const all = new Map<string, Creations>();
  const of = (call: Call): Creations | null => {
    const caller = callerOf(call);
    if (caller === null || !caller.isWhole) return null;
    const known = all.get(caller.scope) ?? new Creations();
    all.set(caller.scope, known);
    return known;
  };
  return {
    of,
    begins: (call) => {
      if (call.operation?.id === operation) of(call)?.add(call);
    },
  };
}

/** A page of remittances counts all that the account has created, and the only page has each of them (§4.4). */
export function remittanceLists(context: TraceContext): TraceRule {
  const { begins, of } = creationsOf("createRemittance", context);
  return {
    begins,
    ends: (call) => {
      if (call.operation?.id !== "listRemittances" || effectOf(call) !== "made") return;
      const { data, meta } = answerOf(call);
      const own = of(call);
      if (own === null || !Array.isArray(data) || !isObject(meta)) return;
      const total = numberOf(meta["total"]);
      if (Number.isNaN(total)) return;
      const [page, limit] = [numberOf(meta["page"]), numberOf(meta["limit"])];
      const isWhole = data.length === total && page === 1;
      const rest = Math.max(0, total - (page - 1) * limit);
      const faultOf = ({ certain, possible }: Wanted): Fault | null => {
        const [least, most] = [certain.size, certain.size + possible];
        if (total < least || total > most)
          return {
            field: "/meta/total",
            expected: `a total of ${least === most ? `${least}` : `${least} to ${most}`}, as many as the account has created`,
            actual: `it is ${total}`,
            earlier: [...certain.values()].slice(-3),
          };
        // What is created meanwhile may be counted and not listed yet. What a page after the last one shows is open.
        const isWithin = page >= 1 && limit >= 1 && (page === 1 || rest > 0);
        if (possible === 0 && isWithin && data.length !== Math.min(limit, rest))
          return {
            field: "/data",
            expected: `${Math.min(limit, rest)} on page ${page} of ${total} in pages of ${limit}`,
            actual: `there are ${data.length}`,
            earlier: [],
          };
        return isWhole ? memberFault(certain, data as readonly unknown[]) : null;
      };
      judgeList(context, {
        rule: "remittances/lists-are-whole",
        call,
        faultWith: (lagMs) => faultOf(own.wanted({ first: call, last: call }, lagMs)),
      });
    },
  };
}

/** A list with this many clocks may be one page of several: whether it has pages is open. */
const PAGE_OF_MANY = 10;

/** A list of clocks that announces no further ones has each that the account has created and not deleted (§4.8). */
export function clockLists(context: TraceContext): TraceRule {
  const { begins, of } = creationsOf("createTestClock", context);
  const deleted = new Set<string>();
  return {
    begins: (call) => {
      begins(call);
      if (call.operation?.id === "deleteTestClock") deleted.add(call.path["id"] ?? "");
    },
    ends: (call) => {
      if (call.operation?.id !== "listTestClocks" || effectOf(call) !== "made") return;
      // A parameter may choose a page, and headers may lead to others.
      if (call.request.url.search !== "" || headersOf(call).some((name) => PAGING.test(name))) return;
      const own = of(call);
      const read = bodyIn(call);
      const [list, ...others] = Array.isArray(read) ? [read as unknown[]] : arraysIn(read);
      if (own === null || list === undefined || others.length > 0 || list.length >= PAGE_OF_MANY) return;
      if (isObject(read) && announcesMore(read, list.length)) return;
      judgeList(context, {
        rule: "test-clocks/lists-are-whole",
        call,
        faultWith: (lagMs) => {
          const { certain } = own.wanted({ first: call, last: call }, lagMs);
          return memberFault(new Map([...certain].filter(([id]) => !deleted.has(id))), list);
        },
      });
    },
  };
}

/** Headers that may say that there are more, such as `Link` and `X-Total-Count`. */
const PAGING = /link|page|count|total|range|cursor|next/i;

const headersOf = ({ exchange }: Call): readonly string[] =>
  (exchange?.answer?.headers ?? []).map(([name]) => name);

const arraysIn = (value: unknown): readonly (readonly unknown[])[] =>
  isObject(value) ? Object.values(value).filter((member) => Array.isArray(member)) : [];

/** Whether a member beside the list may say that there are more: a flag, a cursor, a total or a number of pages. */
function announcesMore(value: Readonly<Record<string, unknown>>, length: number): boolean {
  return Object.values(value).some((member) => {
    if (isObject(member)) return announcesMore(member, length);
    return typeof member === "number" ? member > length : member === true || typeof member === "string";
  });
}

interface Walk {
  readonly first: Call;
  readonly pages: number;
  readonly listed: readonly unknown[];
}

/** The pages of vendors together have each vendor that the account has created (§4.7). Whether deleted ones are listed is open. */
export function vendorLists(context: TraceContext): TraceRule {
  const { begins, of } = creationsOf("createAccount", context);
  const walks = new Map<string, Walk>();
  const deleted = new Map<string, Call>();
  /** What answers other than lists have named: vendors also come by ports and control. */
  const named = new Set<string>();
  /** Requests to ports and control that may have created a vendor without naming it. */
  const unclear = new Set<Call>();
  const isDeletedSince = (read: Call): boolean =>
    [...deleted.values()].some((deletion) => !isOverBefore(deletion, read));
  return {
    begins: (call) => {
      begins(call);
      if (call.operation === null && call.request.method !== "GET") unclear.add(call);
      if (call.control === "deleteVendor") deleted.set(call.path["id"] ?? "", call);
    },
    ends: (call) => {
      if (effectOf(call) !== "unknown") unclear.delete(call);
      if (call.request.method !== "GET") for (const id of accountsIn(call)) named.add(id);
      if (call.operation?.id !== "listAccounts" || effectOf(call) !== "made") return;
      const own = of(call);
      const { data, has_more: hasMore, next_cursor: next } = answerOf(call);
      if (own === null || !Array.isArray(data)) return;
      const scope = context.callerOf(call)?.scope ?? "";
      const parameters = [...call.request.url.searchParams.values()];
      const before = parameters
        .map((value) => walks.get(`${scope} ${value}`))
        .find((walk) => walk !== undefined);
      // Another parameter may leave vendors out.
      if (before === undefined && parameters.some((value) => !/^\d+$/.test(value))) return;
      const walk = {
        first: before?.first ?? call,
        pages: (before?.pages ?? 0) + 1,
        listed: [...(before?.listed ?? []), ...(data as unknown[])],
      };
      if (hasMore === true) {
        if (typeof next === "string") walks.set(`${scope} ${next}`, walk);
        return;
      }
      judgeList(context, {
        rule: "vendors/lists-are-whole",
        call,
        faultWith: (lagMs) => {
          const { certain, possible } = own.wanted({ first: walk.first, last: call }, lagMs);
          if (walk.pages > 1 && data.length === 0 && !isDeletedSince(walk.first))
            return {
              field: "/data",
              expected: "a vendor on the page after one whose has_more is true",
              actual: "there is none",
              earlier: [],
            };
          // What comes or goes meanwhile may move the others to another page.
          if (walk.pages > 1 && (possible > 0 || isDeletedSince(walk.first))) return null;
          const fault = memberFault(new Map([...certain].filter(([id]) => !deleted.has(id))), walk.listed);
          // Elsewhere than in a run, a vendor may come from a dashboard.
          if (fault !== null || possible + unclear.size > 0 || !context.isOwn) return fault;
          const unnamed = walk.listed.map((entry) => idOf(entry)).find((id) => !named.has(id));
          if (unnamed === undefined) return null;
          const expected = "only vendors that an answer has named to be in the list";
          return { field: "/data", expected, actual: `${unnamed} is in it, too`, earlier: [] };
        },
      });
    },
  };
}

interface Fault {
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
  readonly earlier: readonly Call[];
}

/** Judges a list, unless recent creations that it shows late explain a fault. */
function judgeList(
  { judge, doubt, profile }: TraceContext,
  list: { readonly rule: string; readonly call: Call; readonly faultWith: (lagMs: number) => Fault | null },
): void {
  const { rule, call, faultWith } = list;
  const fault = faultWith(0);
  if (fault !== null && faultWith(profile.deadlines.consistencyMs) === null) {
    doubt(call);
    return;
  }
  const { field, expected, actual, earlier } = fault ?? { field: "", expected: "", actual: "", earlier: [] };
  judge({ rule, holds: fault === null, seen: call, earlier, field, expected, actual });
}

function memberFault(certain: ReadonlyMap<string, Call>, listed: readonly unknown[]): Fault | null {
  const ids = listed.map((entry) => idOf(entry));
  const known = new Set(ids);
  const missing = [...certain].find(([id]) => !known.has(id));
  if (missing === undefined && known.size === ids.length) return null;
  return {
    field: "/data",
    expected: "each that the account has created to be in the list, once",
    actual: missing === undefined ? "one is in it twice" : `${missing[0]} is not in it`,
    earlier: missing === undefined ? [] : [missing[1]],
  };
}

const idOf = (entry: unknown): string => textOf(isObject(entry) ? entry["id"] : entry);

/** The accounts that a successful answer names. */
function accountsIn(call: Call): readonly string[] {
  if (effectOf(call) === "none") return [];
  return (
    Buffer.from(call.exchange?.answer?.body ?? [])
      .toString("latin1")
      .match(/acct_[\w-]+/g) ?? []
  );
}
