import type { RuleId } from "../../spec/index.ts";
import type { Fault } from "../mutant.ts";
import type { Area, Stored } from "./creations.ts";

/** Disbursements or remittances. */
export interface PayoutArea {
  readonly area: Extract<Area, "disbursements" | "remittances">;
  /** E.g. "disbursement". */
  readonly word: string;
  /** The id of one of the area's rules. */
  readonly rule: (name: string) => RuleId;
  readonly create: string;
  readonly retrieve: string;
}

export type Payout = Stored<PayoutArea["area"]>;

/** A mutant of payouts. `id` and `violates` are without the area, `text` is without the word for the payout. */
export const faultsOf =
  ({ word, rule }: PayoutArea) =>
  (id: string, violates: string, text: string): Fault => ({
    id: `${word}-${id}`,
    violates: [rule(violates)],
    summary: `${text} (${word}).`,
  });
