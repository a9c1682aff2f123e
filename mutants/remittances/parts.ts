import { answerFaults } from "../faults/answers.ts";
import { type AnswerSelector, isObject, objectsIn } from "../shared/answers.ts";
import type { Parts } from "../../emulator/index.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { part, type PartChange, type Replace } from "../mutant.ts";
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

const page: AnswerSelector = { operations: ["listRemittances"], status: 200 };

/** A list, its meta, and its entries. */
export const inList = answerFaults("list of remittances", page, "remittances/list-");
export const inMeta = answerFaults(
  "meta of a list",
  { ...page, objects: ({ meta }) => (isObject(meta) ? [meta] : []) },
  "remittances/list-meta-",
);
export const inEntries = answerFaults(
  "listed remittance",
  { ...page, objects: (body) => objectsIn(body, "data") },
  "remittances/",
);
