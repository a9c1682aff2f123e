import type { Parts } from "../../emulator/index.ts";
import { ruleIdOf } from "../../spec/index.ts";
import type { Replace } from "../mutant.ts";
import { type PartChange, part } from "../part.ts";
import type { PayoutArea } from "../shared/payouts.ts";

type ListParts = Parts["remittances"]["list"];

export const list = (change: PartChange<ListParts>): Replace => part(["remittances", "list"], change);

/** Remittances, for the mutants that both payout areas share. */
export const payouts: PayoutArea = {
  area: "remittances",
  word: "remittance",
  rule: (name) => ruleIdOf(`remittances/${name}`),
  create: "createRemittance",
  retrieve: "retrieveRemittance",
};
