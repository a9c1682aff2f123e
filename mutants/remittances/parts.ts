import type { Parts } from "../../emulator/index.ts";
import { ruleIdOf } from "../../spec/index.ts";
import type { Replace } from "../mutant.ts";
import type { PayoutArea } from "../shared/payouts.ts";

export type ListParts = Parts["remittances"]["list"];

function listing(change: (list: ListParts) => Partial<ListParts>): Replace {
  return (parts) => {
    const { list } = parts.remittances;
    return { ...parts, remittances: { ...parts.remittances, list: { ...list, ...change(list) } } };
  };
}

export function list(change: (list: ListParts) => Partial<ListParts>): Replace {
  return listing(change);
}

/** The area as the mutants that it shares with the other payouts need it. */
export const payouts: PayoutArea = {
  area: "remittances",
  word: "remittance",
  rule: (name) => ruleIdOf(`remittances/${name}`),
  create: "createRemittance",
  retrieve: "retrieveRemittance",
};
