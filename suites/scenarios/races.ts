import type { Answer, Check } from "../kit.ts";
import { mayBeOne } from "../expect/observed.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { type Held, heldBy, totalOf } from "../fixtures/wallets.ts";
import type { LedgerState, Operation, Observed } from "../model/ledger.ts";
import { overlapOf, type SequentialModel } from "../model/linearizability.ts";
import { statesAfter } from "../model/outcomes.ts";
import {
  expectOrder,
  interleaved,
  type History as HistoryOf,
  readOnceExplained,
  record,
  type Step,
} from "./histories.ts";

/** A request of a race. */
export type Runner = Step<Operation>;

export type History = HistoryOf<Operation, Observed>;

/** Translates an answer to the terms of the model. */
type Reader = (operation: Operation, answer: Answer) => Observed;

/** Sends requests concurrently, each by a client of its own, and records when each call starts and returns. */
export const race = (runners: readonly Runner[], read: Reader): Promise<History> =>
  record(
    runners.map((runner) => [runner]),
    read,
  );

/** The history with equal names for withdrawals that share an identifier. The fields of a withdrawal are open. */
export function recognised(history: History): History {
  const names: string[] = [];
  return history.map((call) => {
    const { observed } = call;
    if (observed?.kind !== "withdrawn") return call;
    const texts = JSON.parse(observed.id) as readonly string[];
    const known = names.find((name) => mayBeOne(JSON.parse(name) as readonly string[], texts));
    if (known === undefined) names.push(observed.id);
    return { ...call, observed: { ...observed, id: known ?? observed.id } };
  });
}

/** Reaches the classes of a race: whether requests overlapped, and whether all of them did. */
export function reachOverlap(history: History, reach: (className: string) => void): void {
  const overlap = overlapOf(history);
  if (overlap >= 2) reach("requests overlapped");
  if (overlap === history.length) reach("all requests overlapped");
}

/**
 * Expects that some order explains the answers of a race.
 * @param ends whether the final reading agrees with a state
 * @throws Violation with the smallest contradiction
 */
export function expectLinearizable(options: {
  readonly history: History;
  readonly opening: LedgerState;
  readonly ends?: (state: LedgerState) => boolean;
  /** The final reading, for the report. */
  readonly read?: string;
}): void {
  const { history, opening, ends, read } = options;
  expectOrder({
    history,
    model: { ...modelOf(opening), ...(ends === undefined ? {} : { ends }) },
    keyOf: keyIn,
    isConflict: (observed) => observed.kind === "refused" && observed.code === "E_IDEMPOTENCY_CONFLICT",
    operationInWords,
    observedInWords,
    requests: raceInWords(history),
    summary: answersInWords,
    read,
  });
}

const modelOf = (opening: LedgerState): SequentialModel<LedgerState, Operation, Observed> => ({
  initial: opening,
  after: statesAfterMeeting,
  changesNothing: (observed) => observed.kind === "refused",
});

const keyIn = (operation: Operation): string | undefined =>
  operation.do === "reverse" ? undefined : operation.key;

/**
 * Expects that some order explains the answers of a race and the vendor's balance afterwards, within the consistency deadline.
 * @throws Violation with the smallest contradiction
 */
export async function expectExplained(
  check: Check,
  vendor: Vendor,
  happened: { readonly history: History; readonly opening: LedgerState },
): Promise<void> {
  const { history, opening } = happened;
  const model = modelOf(opening);
  const after = await readOnceExplained(check, history, {
    read: () => heldBy(check, vendor),
    endingAs: (held: Held) => ({ ...model, ends: endingAt(totalOf(held)) }),
  });
  expectLinearizable({
    ...happened,
    ends: endingAt(totalOf(after)),
    read: `the vendor holds ${after.pending} pending and ${after.available} available`,
  });
}

/** Matches states in which the only vendor has this total, or has it once its withdrawal fails (`withdrawal-outcomes`). */
const endingAt =
  (total: number) =>
  (state: LedgerState): boolean => {
    const funds = state.vendors["vendor"];
    if (funds === undefined) return false;
    const held = funds.pending + funds.available;
    return held === total || held + funds.returnable === total;
  };

/** The codes of a 409 about keys (§7.6). Concurrent requests with different keys may get another one. */
const CODES_OF_KEYS: readonly unknown[] = ["E_IDEMPOTENCY_CONFLICT", "E_DUPLICATE_OPERATION"];

/** The possible next states in a race. A request may also be refused without effect merely because it is concurrent with another one. */
function statesAfterMeeting(
  state: LedgerState,
  operation: Operation,
  observed: Observed | null,
): readonly LedgerState[] {
  const isTurnedAway =
    observed?.kind === "refused" && observed.status === 409 && !CODES_OF_KEYS.includes(observed.code);
  const key = keyIn(operation);
  const isSpent = key !== undefined && state.keys[key] !== undefined;
  return [...statesAfter(state, operation, observed), ...(isTurnedAway && !isSpent ? [state] : [])];
}

/** The most values of a kind that a sentence names. All are in the interleaving. */
const NAMED = 3;

/** The requests of a race in few words: "6 concurrent allocations of 5000 with one key". */
export function raceInWords(history: History): string {
  const kinds = alike(history, ({ operation }) => operation.do);
  const parts = kinds.map(([kind, calls]) => {
    const amounts = calls.map(({ operation }) => ("amount" in operation ? operation.amount : undefined));
    const keys = calls.map(({ operation }) => ("key" in operation ? operation.key : undefined));
    const noun = `${kinds.length === 1 ? "concurrent " : ""}${NOUNS[kind]}${calls.length === 1 ? "" : "s"}`;
    return `${calls.length} ${noun}${ofAmounts(amounts)}${withKeys(keys)}`;
  });
  return kinds.length === 1 ? parts.join() : `concurrent requests (${parts.join(", ")})`;
}

/** Items with the same kind together. */
function alike<Item, Kind>(
  items: readonly Item[],
  kindOf: (item: Item) => Kind,
): readonly (readonly [Kind, readonly Item[]])[] {
  const kinds = [...new Set(items.map(kindOf))];
  return kinds.map((kind) => [kind, items.filter((item) => kindOf(item) === kind)]);
}

const NOUNS: Readonly<Record<Operation["do"], string>> = {
  allocate: "allocation",
  reverse: "reversal",
  withdraw: "withdrawal",
};

function ofAmounts(amounts: readonly (number | undefined)[]): string {
  const known = [...new Set(amounts)].filter((amount) => amount !== undefined);
  if (known.length === 0) return "";
  return known.length > NAMED ? " of different amounts" : ` of ${known.join(" or ")}`;
}

function withKeys(keys: readonly (string | undefined)[]): string {
  if (keys.length < 2 || keys[0] === undefined) return "";
  return new Set(keys).size === 1 ? " with one key" : " with different keys";
}

/** The answers of a race in few words, equal ones together. */
function answersInWords(history: History): string {
  const answers = history.flatMap(({ observed }) => (observed === null ? [] : [observed]));
  return alike(answers, answerKind)
    .map(([kind, same]) => `${same.length} ${same.length === 1 ? "was" : "were"} ${kind}${detailsOf(same)}`)
    .join(", ");
}

function answerKind(observed: Observed): string {
  if (observed.kind !== "refused") return "accepted";
  const { code } = observed;
  return `refused with ${observed.status}${typeof code === "string" ? ` ${code}` : ""}`;
}

/** What distinguishes accepted requests: the number of objects, or the totals of reversals. */
function detailsOf(same: readonly Observed[]): string {
  const ids = new Set(same.flatMap((observed) => ("id" in observed ? [observed.id] : [])));
  const totals = same.flatMap((observed) => (observed.kind === "reversed" ? [observed.total] : []));
  const shown = totals.slice(0, NAMED).join(", ");
  return [
    ...(ids.size > 1 ? [` with ${ids.size} ids`] : []),
    ...(totals.length > 0 ? [` with reversed_total ${shown}${totals.length > NAMED ? ", …" : ""}`] : []),
  ].join(" and");
}

function operationInWords(operation: Operation): string {
  switch (operation.do) {
    case "allocate":
      return `an allocation of ${operation.amount}${withKey(operation.key)}`;
    case "reverse":
      return `a reversal of ${operation.amount ?? "the remainder"}`;
    case "withdraw":
      return `a withdrawal${withKey(operation.key)}`;
  }
}

const withKey = (key: string | undefined): string => (key === undefined ? "" : ` with the key ${key}`);

function observedInWords(observed: Observed): string {
  switch (observed.kind) {
    case "allocated":
      return `returned ${observed.id} of ${observed.amount}, with a fee of ${observed.fee}`;
    case "reversed":
      return `returned an amount of ${observed.amount} and a reversed_total of ${observed.total}`;
    case "withdrawn":
      return `returned ${observed.id}${observed.amount === null ? "" : ` of ${observed.amount}`}`;
    case "refused": {
      const facts = Object.entries(observed.facts).map(
        ([name, value]) => `, ${name} ${JSON.stringify(value)}`,
      );
      const code = observed.code === undefined ? "" : ` ${JSON.stringify(observed.code)}`;
      return `was refused with ${observed.status}${code}${facts.join("")}`;
    }
  }
}

/** The calls and returns of a race in order of time. */
export const interleavingOf = (history: History): readonly string[] =>
  interleaved(history, operationInWords, observedInWords);
