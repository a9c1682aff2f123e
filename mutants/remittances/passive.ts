import type { Mutant } from "../mutant.ts";
import { type Body, changes, isObject, type Place } from "../shared/answers.ts";
import { asText, fieldMutants, inQuotes, nothing, type Condition } from "../shared/fields.ts";
import { payoutPassiveMutants } from "../shared/payout-fields.ts";
import { crashes, wireMutants } from "../shared/wire.ts";
import { list, payouts } from "./parts.ts";

const page: Place = { operations: ["listRemittances"], status: 200 };

const meta: Place = { ...page, objects: ({ meta: counts }) => (isObject(counts) ? [counts] : []) };

const inList = fieldMutants("list of remittances", page);

const inMeta = fieldMutants("meta of a list", meta);

const laterPage: Condition = { only: "on later pages", when: (counts) => Number(counts["page"]) > 1 };

const longList: Condition = {
  only: "for more than five entries",
  when: (counts) => Number(counts["total"]) > 5,
};

/** Mutants that break a passive rule in some answers only. */
export const remittancesPassiveMutants: readonly Mutant[] = [
  ...payoutPassiveMutants(payouts),
  ...wireMutants({
    operation: "createRemittance",
    what: "the creation of a remittance",
    id: "created-remittance",
    success: 200,
    contentType: "remittances/create-content-type",
    status: "remittances/create-status",
    body: "remittances/body",
  }),
  ...wireMutants({
    operation: "retrieveRemittance",
    what: "the retrieval of a remittance",
    id: "retrieved-remittance",
    success: 200,
    anySuccess: true,
    contentType: "remittances/retrieve-content-type",
    status: "remittances/retrieve-status",
    body: "remittances/body",
  }),
  crashes({
    operation: "createRemittance",
    status: 400,
    id: "remittance-refusal-crashes",
    what: "a refused remittance",
    violates: "remittances/create-status",
  }),
  ...wireMutants({
    operation: "listRemittances",
    what: "the list of remittances",
    id: "remittance-list",
    success: 200,
    contentType: "remittances/list-content-type",
    status: "remittances/list-status",
    body: "remittances/list-body",
  }),
  crashes({
    operation: "listRemittances",
    status: 400,
    id: "remittance-list-crashes",
    what: "a list with odd arguments",
    violates: "remittances/list-status",
  }),
  inList.drops("data", "remittances/list-data"),
  inList.gives("data", "remittances/list-data", {
    as: "an object by id",
    value: (data) => Object.fromEntries((data as Body[]).map((entry) => [String(entry["id"]), entry])),
  }),
  inList.drops("meta", "remittances/list-meta"),
  inList.gives("meta", "remittances/list-meta", asText),
  inMeta.drops("total", "remittances/list-meta-total"),
  inMeta.gives("total", "remittances/list-meta-total", inQuotes, laterPage),
  inMeta.drops("page", "remittances/list-meta-page"),
  inMeta.gives("page", "remittances/list-meta-page", inQuotes, laterPage),
  inMeta.drops("limit", "remittances/list-meta-limit"),
  inMeta.gives("limit", "remittances/list-meta-limit", inQuotes),
  inMeta.drops("pages", "remittances/list-meta-pages"),
  inMeta.gives("pages", "remittances/list-meta-pages", nothing, longList),
  changes(
    {
      id: "listed-remittance-numbers-its-phone",
      violates: "remittances/phone",
      summary: "Entries of the list have their phone as a number.",
    },
    { ...page, objects: ({ data }) => (Array.isArray(data) ? data.filter(isObject) : []) },
    (entry) => {
      entry["phone"] = Number(entry["phone"]);
    },
  ),
  list(
    {
      id: "remittance-list-without-maximum",
      violates: "remittances/list-at-most-100",
      summary: "A limit beyond 100 is honoured.",
      subtle: true,
    },
    () => ({ maximumLimit: 10_000 }),
  ),
];
