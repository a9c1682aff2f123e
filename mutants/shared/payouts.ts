import type { Parts } from "../../emulator/index.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Fault, Replace } from "../mutant.ts";
import type { Body } from "./answers.ts";
import type { Area } from "./creations.ts";

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

export type Payout = ReturnType<Parts["disbursements"]["create"]["record"]>;

/** The parts with another record for each new payout; `body` is what was asked for. */
export function recordingPayouts(
  area: PayoutArea["area"],
  change: (payout: Payout, body: Body) => Partial<Payout>,
): Replace {
  return (parts) => {
    const { create } = parts[area];
    const record: typeof create.record = (context) => {
      const payout = create.record(context);
      return { ...payout, ...change(payout, context.command.body as Body) };
    };
    return { ...parts, [area]: { ...parts[area], create: { ...create, record } } };
  };
}

/** The parts with changed payouts in retrievals. */
export function showingLater(area: PayoutArea["area"], change: (payout: Payout) => Partial<Payout>): Replace {
  return (parts) => {
    const { retrieve } = parts[area];
    const find: typeof retrieve.find = (context) => {
      const payout = retrieve.find(context);
      return payout === undefined ? undefined : { ...payout, ...change(payout) };
    };
    return { ...parts, [area]: { ...parts[area], retrieve: { ...retrieve, find } } };
  };
}

/** The fault of a mutant of payouts: `id` and `violates` without the area, `text` without the word for the payout. */
export const faultsOf =
  ({ word, rule }: PayoutArea) =>
  (id: string, violates: string, text: string, subtle = false): Fault => ({
    id: `${word}-${id}`,
    violates: [rule(violates)],
    summary: `${text} (${word}).`,
    subtle,
  });
