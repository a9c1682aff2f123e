import { guard } from "../../kernel/guards.ts";
import { ownerOf } from "../../kernel/merchants.ts";
import type { Caller } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { put, table } from "../../kernel/table.ts";
import type { Decide } from "../../kernel/types.ts";
import type { ConnectGuard, ConnectParts, RateParts } from "./parts.ts";

/** The times of a caller's counted requests, epoch milliseconds of its wall clock. */
interface RateRecord {
  readonly id: string;
  readonly at: readonly number[];
}

const rates = table<RateRecord>("connectRates");

/** The requests that still count. Moving the wall clock forward makes them too old. */
const recentOf = (
  state: State,
  { window, counts }: RateParts,
  caller: Caller,
  now: number,
): readonly number[] => (state.get(rates, ownerOf(caller))?.at ?? []).filter((at) => counts(at, now, window));

/** Refuses a request that exceeds the rate. */
export const rateGuard = (read: (parts: ConnectParts) => RateParts): ConnectGuard =>
  guard("rate", ({ state, command, now, parts }) => {
    const rate = read(parts);
    const recent = recentOf(state, rate, command.caller, now);
    const oldest = recent.at(-rate.limit);
    return oldest === undefined ? undefined : rate.refuse(oldest + rate.window - now);
  });

/** Counts a request, unless it was refused because of the rate. */
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
