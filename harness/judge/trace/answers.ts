import { type OperationName, operationRows, resources, type ValueForm } from "../../../spec/index.ts";
import { isObject, pointed } from "../../../spec/json.ts";
import { cut, show } from "../../plain.ts";
import { numberOf, textOf } from "../../reported.ts";
import { answerOf, bodyOf, type Call, effectOf } from "./calls.ts";
import { isPlain } from "./requests.ts";
import { isSame, msBetween } from "./resources.ts";
import { epochOf } from "../../timestamps.ts";
import { SHOWN, type TraceContext, type TraceRule } from "./rule.ts";

/** The rule of claims that no other rule states. */
const GENERAL = "agrees-with-its-request";

/** What an answer must show at a place, because its request says so. */
interface Claim {
  /** The name of its rule in the area. */
  readonly rule: string;
  /** A JSON pointer. */
  readonly field: string;
  readonly expected: () => string;
  /** Null if that is for another rule to judge. */
  readonly holds: boolean | null;
}

/** A request that succeeded, with its answer. */
interface Answered {
  readonly asked: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly call: Call;
  /** Where the profile says that a target shows what has no documented name. */
  readonly fields: TraceContext["profile"]["fields"];
  /** The value of a parameter of the query that was given at most once; null if it was given more often. */
  readonly parameter: (name: string) => string | null | undefined;
}

/** The answer shows this value at a place; one that it does not show is for another rule. */
function shows(
  { answer }: Answered,
  field: string,
  wanted: unknown,
  rule = GENERAL,
  form: ValueForm = "text",
): Claim {
  const value = pointed(answer, field) ?? null;
  return {
    rule,
    field,
    expected: () => `${show(wanted, SHOWN)}, as the request says`,
    holds: value === null || wanted === null || wanted === undefined ? null : isSame(form, wanted, value),
  };
}

/** What each operation answers to its request (§4.4, §4.6, §4.8). */
const CLAIMS: Readonly<Record<string, (answered: Answered) => readonly Claim[]>> = {
  listRemittances: (answered) => {
    const [limit, page] = ["limit", "page"].map((name) => Number(answered.parameter(name) ?? NaN)) as [
      number,
      number,
    ];
    const [total, each, pages] = ["total", "limit", "pages"].map((name) =>
      numberOf(pointed(answered.answer, `/meta/${name}`)),
    ) as [number, number, number];
    const filled = Math.ceil(total / each);
    const states = (name: string, wanted: number | null, rule: string): Claim =>
      shows(answered, `/meta/${name}`, wanted, rule, "number");
    return [
      states("limit", isWithin(limit, 100) ? limit : null, "list-meta-echoes-limit"),
      // What a page beyond the last one shows is open.
      states("page", isWithin(page, pages) ? page : null, "list-meta-echoes-page"),
      states("pages", total > 0 && each > 0 ? filled : null, "list-meta-pages-arithmetic"),
    ];
  },
  retrieveOverview: (answered) => {
    const { parameter } = answered;
    const range = parameter("range") === undefined ? "12m" : parameter("range");
    // Which granularity thirty days have by default is open.
    const usual = range === "6m" || range === "12m" ? "month" : null;
    const ofMonths = range === "6m" ? "granularity-of-six-months" : "granularity";
    const states = (name: string, values: readonly string[], implied: string | null, rule = name): Claim => {
      const asked = parameter(name);
      const [wanted, own] =
        asked === undefined ? [implied, `${rule}-by-default`] : [asked, `${name}-as-asked`];
      const isKnown = wanted !== null && values.includes(wanted);
      return shows(answered, `/period/${name}`, isKnown ? wanted : null, own);
    };
    return [
      states("range", ["30d", "6m", "12m"], "12m"),
      states("granularity", ["day", "week", "month"], usual, ofMonths),
      states("comparison", ["previous_period", "previous_year"], "previous_year"),
      ...leadersIn(answered.answer, "top_volume", "delta-is-the-change-in-percent"),
      ...leadersIn(answered.answer, "top_growth"),
    ];
  },
  retrieveAccountCompliance: ({ answer, fields }) => {
    const [flag, operations] = ["capability", "operations"].map((name) => {
      const pointer = fields[`compliance-${name}`];
      return pointer === undefined ? undefined : pointed(answer, pointer);
    });
    return [
      {
        rule: "no-capability-no-operations",
        field: fields["compliance-operations"] ?? "",
        expected: () => "an empty array beside a capability flag that is false",
        holds: flag === false && Array.isArray(operations) ? operations.length === 0 : null,
      },
    ];
  },
  createAllocationReversal: (answered) => {
    const { idempotencyKey, path } = answered.call;
    // A repetition may return the first answer.
    if (idempotencyKey !== null) return [];
    return [shows(answered, "/allocation", path["allocationId"], "echoes-allocation")];
  },
  attachTestClock: ({ asked, answer }) => {
    const { attached } = answer;
    const ids = Array.isArray(attached) ? attached.map((one) => pointed(one, "/id")) : null;
    return ["subscription", "customer"].map((what): Claim => {
      const id = asked[`${what}Id`];
      return {
        rule: `attach-names-the-${what}`,
        field: "/attached",
        expected: () => `an entry with the id ${cut(String(id), 100)}, as the request says`,
        holds: ids === null || typeof id !== "string" ? null : ids.includes(id),
      };
    });
  },
  advanceTestClock: (answered) => [
    timeAt(answered, "/advancedTo", "frozenTime", "advance-tells-whither"),
    inOrder(answered),
  ],
  simulateTestClock: (answered) => [
    timeAt(answered, "/advancedTo", "advanceTo", "simulate-tells-whither"),
    timeAt(answered, "/advancedFrom", "startFrom", "simulate-starts-where-told"),
    inOrder(answered),
    ...(isPlain("text", answered.asked["name"])
      ? [shows(answered, "/testClock/name", answered.asked["name"])]
      : []),
  ],
};

const isWithin = (count: number, most: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= most;

/** A documented time of the request, where the answer shows it. Its fraction may be rounded. */
function timeAt({ asked, answer }: Answered, field: string, name: string, rule: string): Claim {
  const wanted = asked[name];
  const ms = isPlain("time", wanted) ? epochIn(pointed(answer, field)) - epochIn(wanted) : Number.NaN;
  return {
    rule,
    field,
    expected: () => `${show(wanted, SHOWN)}, as the request says`,
    holds: Number.isNaN(ms) ? null : Math.abs(ms) < SECOND,
  };
}

const SECOND = 1_000;

/** A time in any form, epoch ms or NaN: ISO 8601, or seconds or milliseconds since 1970. */
const epochIn = (time: unknown): number =>
  typeof time !== "number" ? epochOf(textOf(time)) : time < 1e11 ? time * SECOND : time;

/** An advance does not end before it began (§4.8). */
function inOrder({ answer }: Answered): Claim {
  const ms = msBetween(answer["advancedFrom"], answer["advancedTo"]);
  // Both may be truncated.
  return {
    rule: GENERAL,
    field: "/advancedFrom",
    expected: () => "no time after advancedTo",
    holds: ms === null ? null : ms >= 0,
  };
}

/** No vendor leads twice, and the change of each is that of its values, in percent (§2.9). How it is rounded is open. */
function leadersIn(
  answer: Readonly<Record<string, unknown>>,
  name: string,
  rule = GENERAL,
): readonly Claim[] {
  const list = answer[name];
  const leaders = Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
  const accounts = leaders.map(({ account }) => textOf(account));
  return [
    {
      rule: "leaders-are-distinct",
      field: `/${name}`,
      expected: () => "each vendor once",
      holds: accounts.length < 2 ? null : new Set(accounts).size === accounts.length,
    },
    ...leaders.map((leader, index): Claim => {
      const [value, before, delta] = ["value", "previous_value", "delta"].map((one) =>
        numberOf(leader[one]),
      ) as [number, number, number];
      const change = ((value - before) / before) * 100;
      // Only without a reference it is null.
      const isKnown = before > 0 && !Number.isNaN(change + (leader["delta"] === null ? 0 : delta));
      return {
        rule,
        field: `/${name}/${index}/delta`,
        expected: () => `the change from ${before} to ${value} in percent, about ${change.toFixed(2)}`,
        holds: isKnown ? Math.abs(delta - change) < 1 : null,
      };
    }),
  ];
}

/** By operation, where its answer shows the object that its path names. */
const named = new Map(
  resources.flatMap(({ answers = {}, named: by = {} }) =>
    Object.entries(answers).flatMap(([operation, { at, each }]) => {
      const parameter = by[operation]?.path;
      if (parameter === undefined || each !== undefined) return [];
      return [[operation, { parameter, field: at === undefined ? "/id" : `/${at}/id` }] as const];
    }),
  ),
);

/** By operation, where its answer shows the account of the caller (§2.7, §2.8, §5.3). */
const owned = new Map(
  resources.flatMap(({ answers = {}, owner }) =>
    owner === undefined ? [] : Object.keys(answers).map((operation) => [operation, `/${owner}`] as const),
  ),
);

/** Every answer is about what its request names, and shows what it asks for, whatever came before. */
export function agreesWithRequest({ judge, callerOf, profile: { fields } }: TraceContext): TraceRule {
  return {
    ends: (call) => {
      const { operation, request, path } = call;
      if (operation === null || effectOf(call) !== "made") return;
      const answer = answerOf(call);
      const parameter = (name: string): string | null | undefined => {
        const [value, ...more] = request.url.searchParams.getAll(name);
        return more.length > 0 ? null : value;
      };
      const answered: Answered = { asked: bodyOf(call), answer, call, fields, parameter };
      const { id } = operation;
      const [about, owner] = [named.get(id), owned.get(id)];
      const account = callerOf(call)?.account ?? null;
      const claims = [
        ...(about === undefined ? [] : [shows(answered, about.field, path[about.parameter])]),
        // What is created on behalf of a vendor may show that one's account.
        ...(owner === undefined || "on_behalf_of" in answered.asked ? [] : [shows(answered, owner, account)]),
        ...(CLAIMS[id]?.(answered) ?? []),
      ];
      for (const { rule, field, expected, holds } of claims) {
        if (holds === null) continue;
        judge({
          rule: `${operationRows[id as OperationName].area}/${rule}`,
          holds,
          seen: call,
          earlier: [],
          field,
          expected,
          actual: () => `it is ${show(pointed(answer, field), SHOWN)}`,
        });
      }
    },
  };
}
