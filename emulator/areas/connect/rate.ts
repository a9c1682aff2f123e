import { ownerOf } from "../../kernel/merchants.ts";
import type { State } from "../../kernel/state.ts";
import { put, table } from "../../kernel/table.ts";
import type { Answer, Caller, Decide } from "../../kernel/types.ts";
import { type ConnectGuard, guard } from "./guard.ts";
import type { ConnectParts } from "./parts.ts";

/** When a caller's counted requests came, epoch milliseconds of its wall clock. */
interface RateRecord {
  readonly id: string;
  readonly at: readonly number[];
}

const rates = table<RateRecord>("connectRates");

/** A limit on the requests within a sliding window (§8). */
export interface RateParts {
  limit: number;
  /** Milliseconds. */
  window: number;
  /** The refusal; told how long to wait, milliseconds. */
  refuse: (waitMs: number) => Answer;
}

/** Requests that still count. A clock that was moved forward leaves them behind. */
const counted = (state: State, { window }: RateParts, caller: Caller, now: number): readonly number[] =>
  (state.get(rates, ownerOf(caller))?.at ?? []).filter((at) => now - at < window);

/** Refuses what goes beyond the rate. */
export const rateGuard = (read: (parts: ConnectParts) => RateParts): ConnectGuard =>
  guard("rate", ({ state, command, now, parts }) => {
    const rate = read(parts);
    const recent = counted(state, rate, command.caller, now);
    const oldest = recent.at(-rate.limit);
    return oldest === undefined ? undefined : rate.refuse(oldest + rate.window - now);
  });

/** Counts a request whatever becomes of it, unless the rate itself refuses it. */
export const counting =
  (decide: Decide, rate: RateParts): Decide =>
  (context) => {
    const { state, command, now } = context;
    const recent = counted(state, rate, command.caller, now);
    const decision = decide(context);
    if (recent.length >= rate.limit) return decision;
    const count = put(rates, { id: ownerOf(command.caller), at: [...recent, now] });
    return { ...decision, writes: [...(decision.writes ?? []), count] };
  };
