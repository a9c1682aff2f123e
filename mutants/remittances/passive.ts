import type { Mutant } from "../mutant.ts";
import { type Body, changingObjects, isObject, type AnswerSelector } from "../shared/answers.ts";
import { asText, fieldMutants, inQuotes, nothing, type Condition } from "../shared/fields.ts";
import { payoutPassiveMutants } from "../shared/payout-fields.ts";
import { crashes, contentTypeMutants } from "../shared/wire.ts";
import { list, payouts } from "./parts.ts";

const page: AnswerSelector = { operations: ["listRemittances"], status: 200 };

const meta: AnswerSelector = { ...page, objects: ({ meta: counts }) => (isObject(counts) ? [counts] : []) };

const inList = fieldMutants("list of remittances", page);

const inMeta = fieldMutants("meta of a list", meta);

const laterPage: Condition = { only: "on later pages", when: (counts) => Number(counts["page"]) > 1 };

const longList: Condition = {
  only: "for more than five entries",
  when: (counts) => Number(counts["total"]) > 5,
};

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  ...payoutPassiveMutants(payouts),
  ...contentTypeMutants({
    operation: "createRemittance",
    what: "the creation of a remittance",
    id: "created-remittance",
    violates: "remittances/create-content-type",
  }),
  ...contentTypeMutants({
    operation: "retrieveRemittance",
    what: "the retrieval of a remittance",
    id: "retrieved-remittance",
    violates: "remittances/retrieve-content-type",
  }),
  crashes({
    operation: "createRemittance",
    status: 400,
    id: "remittance-refusal-crashes",
    what: "a refused remittance",
    violates: "remittances/create-status",
  }),
  ...contentTypeMutants({
    operation: "listRemittances",
    what: "the list of remittances",
    id: "remittance-list",
    violates: "remittances/list-content-type",
  }),
  crashes({
    operation: "listRemittances",
    status: 400,
    id: "remittance-list-crashes",
    what: "a list with odd arguments",
    violates: "remittances/list-status",
  }),
  inList.gives("data", "remittances/list-data", {
    as: "an object by id",
    value: (data) => Object.fromEntries((data as Body[]).map((entry) => [String(entry["id"]), entry])),
  }),
  inList.gives("meta", "remittances/list-meta", asText),
  inMeta.gives("total", "remittances/list-meta-total", inQuotes, laterPage),
  inMeta.gives("page", "remittances/list-meta-page", inQuotes, laterPage),
  inMeta.gives("limit", "remittances/list-meta-limit", inQuotes),
  inMeta.gives("pages", "remittances/list-meta-pages", nothing, longList),
  {
    id: "listed-remittance-numbers-its-phone",
    violates: ["remittances/phone"],
    summary: "The phone of a listed remittance is a number.",
    replace: changingObjects(
      { ...page, objects: ({ data }) => (Array.isArray(data) ? data.filter(isObject) : []) },
      (entry) => {
        entry["phone"] = Number(entry["phone"]);
      },
    ),
  },
  {
    id: "remittance-list-without-maximum",
    violates: ["remittances/list-at-most-100"],
    summary: "A limit beyond 100 is honoured.",
    replace: list(() => ({ maximumLimit: 10_000 })),
  },
];
