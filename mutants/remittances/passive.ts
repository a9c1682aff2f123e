import type { Mutant } from "../mutant.ts";
import { type Body, changingObjects, isObject, type AnswerSelector } from "../shared/answers.ts";
import { type Condition } from "../faults/fields.ts";
import { asText, nothing } from "../faults/values.ts";
import { answerFaults } from "../faults/answers.ts";
import { payoutPassiveMutants } from "../shared/payout-fields.ts";
import { crashes, contentTypeMutants } from "../shared/wire.ts";
import { list, payouts } from "./parts.ts";

const page: AnswerSelector = { operations: ["listRemittances"], status: 200 };

const meta: AnswerSelector = { ...page, objects: ({ meta: counts }) => (isObject(counts) ? [counts] : []) };

const inList = answerFaults("list of remittances", page, "remittances/list-");

const inMeta = answerFaults("meta of a list", meta, "remittances/list-meta-");

const laterPage: Condition<Body> = { only: "on later pages", when: (counts) => Number(counts["page"]) > 1 };

const longList: Condition<Body> = {
  only: "for more than five entries",
  when: (counts) => Number(counts["total"]) > 5,
};

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  ...payoutPassiveMutants(payouts),
  ...contentTypeMutants("createRemittance", "created-remittance", "remittances/create-content-type"),
  ...contentTypeMutants("retrieveRemittance", "retrieved-remittance", "remittances/retrieve-content-type"),
  crashes("createRemittance", 400, "remittance-refusal-crashes", "remittances/create-status"),
  ...contentTypeMutants("listRemittances", "remittance-list", "remittances/list-content-type"),
  crashes("listRemittances", 400, "remittance-list-crashes", "remittances/list-status"),
  inList.gives("data", "data", {
    as: "an object by id",
    value: (data) => Object.fromEntries((data as Body[]).map((entry) => [String(entry["id"]), entry])),
  }),
  inList.gives("meta", "meta", asText),
  inMeta.gives("total", "total", asText, laterPage),
  inMeta.gives("page", "page", asText, laterPage),
  inMeta.gives("limit", "limit", asText),
  inMeta.gives("pages", "pages", nothing, longList),
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
