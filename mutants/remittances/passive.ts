import type { Mutant } from "../mutant.ts";
import { type Body } from "../shared/answers.ts";
import { type Condition } from "../faults/fields.ts";
import { asNumber, asText, nothing } from "../faults/values.ts";
import { payoutPassiveMutants } from "../shared/payout-fields.ts";
import { crashes, contentTypeMutants } from "../shared/wire.ts";
import { inEntries, inList, inMeta, list, payouts } from "./parts.ts";

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
  inEntries.gives("phone", "phone", asNumber),
  {
    id: "remittance-list-without-maximum",
    violates: ["remittances/list-at-most-100"],
    summary: "A limit beyond 100 is honoured.",
    replace: list(() => ({ maximumLimit: 10_000 })),
  },
];
