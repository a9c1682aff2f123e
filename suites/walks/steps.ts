import * as fc from "fast-check";
import { malformedIds, unknownIds } from "../../generators/index.ts";
import { textOf } from "../kit.ts";
import type { Act, Kind, Leaf } from "./acts.ts";

/** Which object a step names. */
export type Choice =
  /** One that was made in this exploration, `back` before the latest: of the account that acts, or of the other one. */
  | { readonly whose: "own" | "foreign"; readonly back: number }
  /** One that nobody has. */
  | { readonly id: string };

/** A value of a body. */
export type Value =
  | { readonly is: unknown }
  /** So much more than what remains of the amount of the object that the step names. */
  | { readonly beyond: number }
  /** So many seconds after the time of the clock that the step names, or after now. */
  | { readonly after: number };

/**
 * One action of an exploration, as data. It names objects by their order, so the same steps do the same with other accounts, and each
 * part of a sequence of steps is a sequence of steps.
 */
export interface Step {
  /** The name of an act. */
  readonly act: string;
  /** Which account acts. */
  readonly by: 0 | 1;
  readonly key: "test" | "live" | "none";
  readonly names: Readonly<Record<string, Choice>>;
  /** Members that replace or join those of the body. */
  readonly body: Readonly<Record<string, Value>>;
  readonly query: Readonly<Record<string, string>>;
  /** Repeats an earlier request, `back` before the latest: all of it, or its idempotency key with this request. */
  readonly again: { readonly back: number; readonly what: "request" | "key" } | null;
  /** Which accounts then read what the step concerns. */
  readonly reads: "nobody" | "owner" | "both";
  /** Whether it is sent at the same time as the next one. */
  readonly isTogether: boolean;
}

/** The order of magnitude at which numbers are stored in other forms, and what arithmetic does with no, one and odd francs. */
const AMOUNTS = [
  0,
  1,
  2,
  3,
  99,
  101,
  333,
  1_001,
  4_999,
  16_777_217,
  2_147_483_647,
  2_147_483_648,
  2 ** 53 - 1,
];
const NO_AMOUNTS = [-1, 0.5, 1e21, "5000", " 5000", "+5000", "5e3", "", null, true, []];
const TEXTS = [
  ...[
    "Éloïse Nguyễn",
    "O’Brien & <b>Sons</b>",
    "🪙 支付",
    'a"b\\c',
    "constructor",
    "__proto__",
    "null",
    "0",
    "007",
  ],
  ...[
    "trailing ",
    " leading",
    "two  spaces",
    "+242060000000",
    "%2F..%2F",
    "line\nbreak",
    "",
    "x".repeat(255),
    "x".repeat(256),
  ],
];
const NO_TEXTS = [0, null, false, {}, ["a"]];
const DAY = 86_400;
/** Seconds. Around a period, a month of any length, a trial and a reminder. */
const DURATIONS = [
  -DAY,
  0,
  1,
  DAY,
  3 * DAY,
  14 * DAY,
  27 * DAY,
  28 * DAY,
  30 * DAY,
  31 * DAY,
  32 * DAY,
  62 * DAY,
  366 * DAY,
];
const NO_TIMES = ["2027-02-30T00:00:00Z", "2028-02-29T23:59:59.999Z", "2040-01-01", "tomorrow", 0, null];
/** Members that no operation takes, beside those of others. */
const EXTRAS = [
  "account",
  "accountId",
  "account_id",
  "destination",
  "amount",
  "fee",
  "currency",
  "trial_days",
  "status",
  "id",
  "mode",
  "fee_payer",
];

const PREFIXES: Readonly<Partial<Record<Kind, string>>> = {
  account: "acct_",
  allocation: "ctr_",
  "checkout session": "session_",
  disbursement: "wt_",
  intent: "pi_",
  remittance: "rem_",
  "test clock": "clock_",
  vendor: "acct_",
};

const is = (value: unknown): Value => ({ is: value });

/** One of these, each as often as the number before it says. */
const weighted = <T>(...some: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]) =>
  fc.oneof(...some.map(([weight, arbitrary]) => ({ weight, arbitrary })));

function valueOf({ type, words = [] }: Leaf): fc.Arbitrary<Value> {
  switch (type) {
    case "amount":
      return weighted(
        [4, fc.integer({ min: 1, max: 9_999 }).map(is)],
        [3, fc.constantFrom(...AMOUNTS).map(is)],
        [3, fc.constantFrom(-1, 0, 1).map((beyond): Value => ({ beyond }))],
        [1, fc.constantFrom(...NO_AMOUNTS).map(is)],
      );
    // Whether a text that is no code is refused is open, and an answer may repeat it.
    case "currency":
      return fc.constantFrom("xaf", "XAF", "Xaf", "xof", "EUR").map(is);
    case "duration":
      return fc.constantFrom(...DURATIONS.filter((one) => one > 0)).map((seconds) => is(seconds * 1_000));
    case "time":
      return weighted(
        [5, fc.constantFrom(...DURATIONS).map((after): Value => ({ after }))],
        [1, fc.constantFrom(...NO_TIMES).map(is)],
      );
    case "flag":
      return weighted([4, fc.boolean().map(is)], [1, fc.constantFrom("true", 1, null).map(is)]);
    case "word":
      return weighted(
        [4, fc.constantFrom(...words).map(is)],
        [
          1,
          fc.constantFrom(...words.map((word) => textOf(word).toUpperCase()), "constructor", "", 0).map(is),
        ],
      );
    case "words":
      return fc.subarray([...words]).map(is);
    case "text":
      return weighted([4, fc.constantFrom(...TEXTS).map(is)], [1, fc.constantFrom(...NO_TEXTS).map(is)]);
    case "object":
      return fc.constantFrom<unknown>({}, { constructor: "x", "é <b>": "🪙 " }, null, "text", []).map(is);
  }
}

function choiceOf(kind: Kind): fc.Arbitrary<Choice> {
  const prefix = PREFIXES[kind] ?? "x_";
  const wellFormed = unknownIds(prefix);
  // Elsewhere than on Connect routes, an id of another form may match no route.
  const unknown =
    kind === "vendor" || kind === "allocation"
      ? fc.oneof(wellFormed, malformedIds(prefix, { longest: 60 }))
      : wellFormed;
  const back = weighted([3, fc.constant(0)], [2, fc.nat({ max: 4 })]);
  return weighted(
    [16, back.map((one): Choice => ({ whose: "own", back: one }))],
    [2, back.map((one): Choice => ({ whose: "foreign", back: one }))],
    [1, unknown.map((id) => ({ id }))],
  );
}

/** The members of a body that a step replaces or adds: mostly none, so that most requests are valid. */
function bodyOf({ leaves, via, reads }: Act): fc.Arbitrary<Step["body"]> {
  // Control takes only what is valid, and the body of a port is what its inputs say.
  const fixed = leaves.filter(
    ({ required, type }) =>
      (via === "control" && required) || type === "time" || (via === "port" && required),
  );
  const others = leaves.filter((leaf) => !fixed.includes(leaf));
  const valid = (leaf: Leaf): fc.Arbitrary<Value> => (via === "control" ? ordinary(leaf) : valueOf(leaf));
  const member = (leaf: Leaf): fc.Arbitrary<readonly [string, Value]> =>
    valid(leaf).map((value) => [leaf.name, value] as const);
  const extra = fc.tuple(
    fc.constantFrom(...EXTRAS),
    fc.oneof(
      fc.constantFrom<unknown>(1, 99, 30, "EUR", "canceled", "live", "acct_00000000000000000000000x").map(is),
    ),
  );
  const change =
    others.length === 0 ? extra : weighted([4, fc.constantFrom(...others).chain(member)], [1, extra]);
  const most = via === "control" ? others.map(member) : [change, change];
  const some =
    most.length === 0 || reads
      ? fc.constant([])
      : weighted(
          [5, fc.constant<(readonly [string, Value])[]>([])],
          [3, fc.oneof(...most).map((one) => [one])],
          [1, fc.tuple(fc.oneof(...most), fc.oneof(...most))],
        );
  return fc
    .tuple(fc.tuple(...fixed.map(member)), some)
    .map(([always, changes]) => Object.fromEntries([...always, ...changes]));
}

/** A value that control takes. */
function ordinary(leaf: Leaf): fc.Arbitrary<Value> {
  if (leaf.type === "word") return fc.constantFrom(...(leaf.words ?? [])).map(is);
  if (leaf.type === "flag") return fc.boolean().map(is);
  if (leaf.name === "times") return fc.integer({ min: 1, max: 2 }).map(is);
  if (leaf.type === "amount")
    return fc.constantFrom(1, 999, 5_000, 1_000_001, 16_777_217, -1_000_000_000).map(is);
  if (leaf.type === "text") return fc.constant(is(undefined));
  return valueOf(leaf);
}

function stepOf(act: Act): fc.Arbitrary<Step> {
  const isControl = act.via === "control";
  const names = Object.entries(act.names).map(([name, kind]) =>
    choiceOf(kind).map((choice) => [name, isControl ? own(choice) : choice] as const),
  );
  const query = Object.entries(act.query).map(([name, values]) =>
    fc.option(fc.constantFrom(...values), { freq: 1, nil: null }).map((value) => [name, value] as const),
  );
  const back = fc.nat({ max: 3 });
  return fc.record({
    act: fc.constant(act.name),
    by: weighted([4, fc.constant(0 as const)], [1, fc.constant(1 as const)]),
    key: isControl
      ? fc.constant("test" as const)
      : weighted(
          [20, fc.constant("test" as const)],
          [2, fc.constant("live" as const)],
          [1, fc.constant("none" as const)],
        ),
    names: fc.tuple(...names).map((all) => Object.fromEntries(all)),
    body: bodyOf(act),
    query: fc.tuple(...query).map((all) => Object.fromEntries(all.filter(([, value]) => value !== null))),
    again:
      isControl || act.reads
        ? fc.constant(null)
        : weighted(
            [9, fc.constant(null)],
            [1, fc.record({ back, what: fc.constantFrom("request" as const, "key" as const) })],
          ),
    reads: weighted(
      [4, fc.constant("nobody" as const)],
      [2, fc.constantFrom("owner" as const, "both" as const)],
    ),
    isTogether: weighted([14, fc.constant(false)], [1, fc.constant(true)]),
  }) as fc.Arbitrary<Step>;
}

const own = (choice: Choice): Choice =>
  "id" in choice ? { whose: "own", back: 0 } : { ...choice, whose: "own" };

/** Steps of these acts. Those that change something are more frequent than those that only read. `weightOf`: 1 to 16. */
export function steps(acts: readonly Act[], weightOf: (act: Act) => number): fc.Arbitrary<Step> {
  return fc.oneof(
    ...acts.map((act) => ({
      weight: (act.reads ? 1 : act.via === "control" ? 2 : 3) * weightOf(act),
      arbitrary: stepOf(act),
    })),
  );
}

/** The step without everything that makes it unusual, one thing at a time. */
export function simpler(step: Step): readonly Step[] {
  const { body, query, names } = step;
  const without = <T>(all: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
  return [
    ...(step.isTogether ? [{ ...step, isTogether: false }] : []),
    ...(step.again === null ? [] : [{ ...step, again: null }]),
    ...(step.key === "test" ? [] : [{ ...step, key: "test" as const }]),
    ...(step.by === 0 ? [] : [{ ...step, by: 0 as const }]),
    ...(step.reads === "nobody" ? [] : [{ ...step, reads: "nobody" as const }]),
    ...Object.keys(body).map((name) => ({ ...step, body: without(body, name) })),
    ...Object.keys(query).map((name) => ({ ...step, query: without(query, name) })),
    ...Object.entries(names)
      .filter(([, choice]) => "id" in choice || choice.whose !== "own" || choice.back !== 0)
      .map(([name]) => ({ ...step, names: { ...names, [name]: { whose: "own", back: 0 } as const } })),
  ];
}
