import type { RuleId } from "../../spec/index.ts";
import type { Fault } from "../mutant.ts";
import type { Area, Stored } from "./creations.ts";

/** One of the two resources that send money to a phone. */
export interface PayoutArea {
  readonly area: Extract<Area, "disbursements" | "remittances">;
  /** "disbursement" */
  readonly word: string;
  /** Id of one of the area's rules. */
  readonly rule: (name: string) => RuleId;
  readonly create: string;
  readonly retrieve: string;
}

export type Payout = Stored<PayoutArea["area"]>;

/** The fault of a mutant of payouts: `id` and `violates` without the area, `text` without the word for the payout. */
export const faultsOf =
  ({ word, rule }: PayoutArea) =>
  (id: string, violates: string, text: string, subtle = false): Fault => ({
    id: `${word}-${id}`,
    violates: [rule(violates)],
    summary: `${text} (${word}).`,
    subtle,
  });
