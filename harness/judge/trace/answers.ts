import { type OperationName, operationRows, resources, type ValueForm } from "../../../spec/index.ts";
import { isObject, pointed } from "../../../spec/json.ts";
import { cut, show } from "../../plain.ts";
import { numberOf, textOf } from "../../reported.ts";
import { answerOf, bodyOf, effectOf } from "./calls.ts";
import { isPlain } from "./requests.ts";
import { isSame, msBetween } from "./resources.ts";
import { SHOWN, type TraceContext, type TraceRule } from "./rule.ts";

/** What an answer must show at a place, because its request says so. */
interface Claim {
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
  /** The value of a parameter of the query that was given at most once; null if it was given more often. */
  readonly parameter: (name: string) => string | null | undefined;
}

/** The answer shows this value at a place; one that it does not show is for another rule. */
function shows(
  { answer }: Pick<Answered, "answer">,
  field: string,
  wanted: unknown,
  form: ValueForm = "text",
): Claim {
  const value = pointed(answer, field) ?? null;
  return {
    field,
    expected: () => show(wanted, SHOWN),
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
    return [
      ...(isWithin(limit, 100) ? [shows(answered, "/meta/limit", limit, "number")] : []),
      // What a page beyond the last one shows is open.
      ...(isWithin(page, pages) ? [shows(answered, "/meta/page", page, "number")] : []),
      ...(total > 0 && each > 0 ? [shows(answered, "/meta/pages", filled, "number")] : []),
    ];
  },
  retrieveOverview: (answered) => {
    const { parameter } = answered;
    const range = parameter("range") === undefined ? "12m" : parameter("range");
    // Which granularity thirty days have by default is open.
    const usual = range === "6m" || range === "12m" ? "month" : null;
    const granularity = parameter("granularity") === undefined ? usual : parameter("granularity");
    const comparison = parameter("comparison") === undefined ? "previous_year" : parameter("comparison");
    const leaders = ["top_volume", "top_growth"].flatMap((name) => leadersIn(answered.answer, name));
    return [
      shows(answered, "/period/range", among(["30d", "6m", "12m"], range)),
      shows(answered, "/period/granularity", among(["day", "week", "month"], granularity)),
      shows(answered, "/period/comparison", among(["previous_period", "previous_year"], comparison)),
      ...leaders,
    ];
  },
  attachTestClock: ({ asked, answer }) => {
    const { attached } = answer;
    const ids = Array.isArray(attached) ? attached.map((one) => pointed(one, "/id")) : null;
    return ["subscriptionId", "customerId"].flatMap((name): Claim[] =>
      ids === null || typeof asked[name] !== "string"
        ? []
        : [
            {
              field: "/attached",
              expected: () => `an entry with the id ${cut(asked[name] as string, 100)}`,
              holds: ids.includes(asked[name]),
            },
          ],
    );
  },
  advanceTestClock: (answered) => advanceTo(answered, "frozenTime"),
  simulateTestClock: (answered) => [
    ...advanceTo(answered, "advanceTo"),
    ...timeAt(answered, "/advancedFrom", "startFrom"),
    ...(isPlain("text", answered.asked["name"])
      ? [shows(answered, "/testClock/name", answered.asked["name"])]
      : []),
  ],
};

const isWithin = (count: number, most: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= most;

const among = (values: readonly string[], value: string | null | undefined): string | null =>
  value != null && values.includes(value) ? value : null;

/** A documented time of the request, where the answer shows it. */
function timeAt(answered: Answered, field: string, name: string): readonly Claim[] {
  const asked = answered.asked[name];
  return isPlain("time", asked) ? [shows(answered, field, asked, "time")] : [];
}

/** An advance ends at the requested time, and not before it began (§4.8). */
function advanceTo(answered: Answered, name: string): readonly Claim[] {
  const ms = msBetween(answered.answer["advancedFrom"], answered.answer["advancedTo"]);
  return [
    ...timeAt(answered, "/advancedTo", name),
    {
      field: "/advancedFrom",
      expected: () => "no time after advancedTo",
      // Both may be truncated.
      holds: ms === null ? null : ms >= 0,
    },
  ];
}

/** No vendor leads twice, and the change of each is that of its values, in percent (§2.9). How it is rounded is open. */
function leadersIn(answer: Readonly<Record<string, unknown>>, name: string): readonly Claim[] {
  const list = answer[name];
  const leaders = Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
  const accounts = leaders.map(({ account }) => textOf(account));
  return [
    {
      field: `/${name}`,
      expected: () => "each vendor once",
      holds: new Set(accounts).size === accounts.length,
    },
    ...leaders.map((leader, index): Claim => {
      const [value, before, delta] = ["value", "previous_value", "delta"].map((one) =>
        numberOf(leader[one]),
      ) as [number, number, number];
      const change = ((value - before) / before) * 100;
      const isKnown = before > 0 && !Number.isNaN(change + delta);
      return {
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
export function agreesWithRequest({ judge, callerOf }: TraceContext): TraceRule {
  return {
    ends: (call) => {
      const { operation, request, path } = call;
      if (operation === null || effectOf(call) !== "made") return;
      const answer = answerOf(call);
      const parameter = (name: string): string | null | undefined => {
        const [value, ...more] = request.url.searchParams.getAll(name);
        return more.length > 0 ? null : value;
      };
      const answered: Answered = { asked: bodyOf(call), answer, parameter };
      const { id } = operation;
      const [about, owner] = [named.get(id), owned.get(id)];
      const account = callerOf(call)?.account ?? null;
      const claims = [
        ...(about === undefined ? [] : [shows(answered, about.field, path[about.parameter])]),
        // What is created on behalf of a vendor may show that one's account.
        ...(owner === undefined || "on_behalf_of" in answered.asked ? [] : [shows(answered, owner, account)]),
        ...(CLAIMS[id]?.(answered) ?? []),
      ];
      for (const { field, expected, holds } of claims) {
        if (holds === null) continue;
        judge({
          rule: `${operationRows[id as OperationName].area}/agrees-with-its-request`,
          holds,
          seen: call,
          earlier: [],
          field,
          expected: () => `${expected()}, as the request says`,
          actual: () => `it is ${show(pointed(answer, field), SHOWN)}`,
        });
      }
    },
  };
}
