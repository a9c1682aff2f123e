import { nextOutcome } from "../../emulator/areas/common/outcomes.ts";
import { type Mutant, named } from "../mutant.ts";
import { changingSuccess } from "../shared/answers.ts";
import { creating, finding } from "../shared/creations.ts";
import { where } from "../faults/fields.ts";
import { as, constantly, float32 } from "../faults/values.ts";
import { payoutCreationMutants } from "../shared/payout-creations.ts";
import type { Payout } from "../shared/payouts.ts";
import { asFirstRead, foundFaults, storedFaults } from "../faults/shown.ts";
import { aFrancShort, changingEvery, drifting } from "../faults/drifting.ts";
import { payouts } from "./parts.ts";

const stored = storedFaults("disbursements", "disbursement");
const found = foundFaults("disbursements", "disbursement");
const once = (status: Payout["status"]) =>
  where(`once ${status}`, (payout: Payout) => payout.status === status);
const odd = where("of odd hundreds", ({ amount }: Payout) => amount % 100 !== 0);
const small = where("below 1,000", ({ amount }: Payout) => amount < 1_000);
const withoutFee = as<unknown>("ten francs less", (amount) => Number(amount) - 10);
const itsUpdate = as<Payout>("the time of its update", (_usual, { updatedAt }) => updatedAt);

export const mutants: readonly Mutant[] = [
  ...payoutCreationMutants(payouts),
  stored.gives("status", "created-is-processing", constantly("succeeded")),
  stored.gives("status", "created-is-processing", constantly("succeeded"), odd),
  stored.gives("status", "created-is-processing", constantly("succeeded"), small),
  stored.gives("status", "created-is-processing", constantly("canceled")),
  found.gives("amount", "retrieved-amount-matches", withoutFee, once("succeeded")),
  found.gives("amount", "keeps-any-values", float32),
  found.gives("createdAt", "retrieved-amount-matches", itsUpdate),
  found.gives("firstName", "retrieved-recipient-matches", constantly(""), once("failed")),
  found.gives("status", "outcome-is-retrieved", constantly("processing")),
  found.gives("status", "outcome-is-retrieved", constantly("failed"), once("canceled")),
  found.remembers("status", "outcome-is-retrieved", ...asFirstRead<Payout>()),
  ...named({
    "disbursement-is-a-franc-short-every-third-time": {
      violates: ["disbursements/created-as-requested"],
      summary: "Every third disbursement is created with a franc less.",
      replace: changingEvery(3, "createDisbursement", aFrancShort),
    },
    "disbursement-to-gabon-shown-in-uppercase": {
      violates: ["disbursements/country-is-the-requested"],
      summary: "The country of a disbursement is in lowercase only if it is CG or CM.",
      replace: changingSuccess("createDisbursement", (body) => {
        const country = String(body["country"]);
        if (!["cg", "cm"].includes(country)) body["country"] = country.toUpperCase();
      }),
    },
    "disbursement-phone-drifts": {
      violates: ["disbursements/same-everywhere"],
      summary: "From its second retrieval on, a disbursement has another phone number.",
      replace: drifting("retrieveDisbursement", "phone", (phone) => `${String(phone)}0`),
    },
    "disbursement-failing-from-the-start": {
      violates: ["disbursements/created-is-processing-whatever-its-end"],
      summary: "A disbursement that will fail is created as failed.",
      replace: creating("disbursements", ({ record }) => ({
        record: (context) => {
          const payout = record(context);
          const { accountId } = payout as unknown as Payout;
          const { outcome } = nextOutcome(context.state, accountId, "disbursement", "succeeded");
          return outcome === "failed" ? { ...payout, status: "failed" } : payout;
        },
      })),
    },
    "disbursement-gone-once-canceled": {
      violates: ["disbursements/outcome-is-retrieved"],
      summary: "A canceled disbursement is not found any more.",
      replace: finding("disbursements", (payout) => (payout.status === "canceled" ? undefined : payout)),
    },
  }),
];
