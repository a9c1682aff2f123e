import { ownerOf } from "../../kernel/merchants.ts";
import type { Answer, Caller } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { put, table } from "../../kernel/table.ts";
import type { Decide } from "../../kernel/types.ts";
import { type ConnectGuard, guard } from "./guard.ts";
import type { ConnectParts } from "./parts.ts";

/** When a caller's counted requests came, epoch milliseconds of its wall clock. */
interface RateRecord {
  readonly id: string;
  readonly at: readonly number[];
}

const rates = table<RateRecord>("connectRates");

/** A limit on the requests within a window (§8). */
export interface RateParts {
  limit: number;
  /** Milliseconds. */
  window: number;
  /** The refusal; told how long to wait, milliseconds. */
  refuse: (waitMs: number) => Answer;
  /** Whether a request of `at` still counts at `now`. */
  counts: (at: number, now: number, window: number) => boolean;
  /** Whether a request with this answer is counted; those that the rate itself refuses never are. */
  counted: (answer: Answer) => boolean;
}

/** Requests that still count. A clock that was moved forward leaves them behind. */
const recentOf = (
  state: State,
  { window, counts }: RateParts,
  caller: Caller,
  now: number,
): readonly number[] => (state.get(rates, ownerOf(caller))?.at ?? []).filter((at) => counts(at, now, window));

/** Refuses what goes beyond the rate. */
export const rateGuard = (read: (parts: ConnectParts) => RateParts): ConnectGuard =>
  guard("rate", ({ state, command, now, parts }) => {
    const rate = read(parts);
    const recent = recentOf(state, rate, command.caller, now);
    const oldest = recent.at(-rate.limit);
    return oldest === undefined ? undefined : rate.refuse(oldest + rate.window - now);
  });

/** Counts a request, unless the rate itself refuses it. */
export const counting =
  (decide: Decide, rate: RateParts): Decide =>
  (context) => {
    const { state, command, now } = context;
    const recent = recentOf(state, rate, command.caller, now);
    const decision = decide(context);
    if (recent.length >= rate.limit || !rate.counted(decision.answer)) return decision;
    const count = put(rates, { id: ownerOf(command.caller), at: [...recent, now] });
    return { ...decision, writes: [...(decision.writes ?? []), count] };
  };
