import type { Fault, Mutant, Replace } from "../mutant.ts";
import { byId, named } from "../named.ts";
import { payoutCreationMutants } from "../shared/payout-creations.ts";
import { finding, recording } from "../shared/creations.ts";
import type { Payout } from "../shared/payouts.ts";
import { payouts } from "./parts.ts";

/** A mutant that changes a retrieved disbursement in one of its final states. */
const ended = (
  fault: Omit<Fault, "violates">,
  rule: string,
  change: (payout: Payout) => Partial<Payout>,
): Mutant => ({
  ...fault,
  violates: [payouts.rule(rule)],
  replace: finding("disbursements", (payout) => ({ ...payout, ...change(payout) })),
});

const retrievedAs = (change: (status: Payout["status"]) => Payout["status"]): Replace =>
  finding("disbursements", (payout) => ({ ...payout, status: change(payout.status) }));

export const mutants = named({
  ...byId(payoutCreationMutants(payouts)),
  "disbursement-done-at-once": {
    violates: ["disbursements/created-is-processing"],
    summary: "A disbursement has succeeded when its creation is answered.",
    replace: recording("disbursements", () => ({ status: "succeeded" })),
  },
  ...byId([
    ended(
      {
        id: "disbursement-net-once-succeeded",
        summary: "Once it has succeeded, a disbursement is retrieved without the operator's fee.",
      },
      "retrieved-amount-matches",
      ({ status, amount }) => (status === "succeeded" ? { amount: amount - 10 } : {}),
    ),
    ended(
      {
        id: "disbursement-created-when-it-ended",
        summary: "The creation time of a disbursement becomes the time at which it ended.",
      },
      "retrieved-amount-matches",
      ({ updatedAt }) => ({ createdAt: updatedAt }),
    ),
    ended(
      {
        id: "disbursement-nameless-once-failed",
        summary: "Once it has failed, a disbursement is retrieved without the recipient's first name.",
      },
      "retrieved-recipient-matches",
      ({ status }) => (status === "failed" ? { firstName: "" } : {}),
    ),
  ]),
  "disbursement-gone-once-canceled": {
    violates: ["disbursements/outcome-is-retrieved"],
    summary: "A canceled disbursement is not found any more.",
    replace: finding("disbursements", (found) => (found.status === "canceled" ? undefined : found)),
  },
  "disbursement-of-odd-amounts-done-at-once": {
    violates: ["disbursements/created-is-processing"],
    summary:
      "A disbursement of another amount than full hundreds has succeeded when its creation is answered.",
    replace: recording("disbursements", ({ amount, status }) => ({
      status: amount % 100 === 0 ? status : "succeeded",
    })),
  },
  "disbursement-below-a-thousand-done-at-once": {
    violates: ["disbursements/created-is-processing"],
    summary: "A disbursement below 1,000 has succeeded when its creation is answered.",
    replace: recording("disbursements", ({ amount, status }) => ({
      status: amount < 1_000 ? "succeeded" : status,
    })),
  },
  "disbursement-waits-first": {
    violates: ["disbursements/created-is-processing"],
    summary: "A new disbursement is canceled until it is retrieved.",
    replace: recording("disbursements", () => ({ status: "canceled" })),
  },
  "disbursement-outcome-stale": {
    violates: ["disbursements/outcome-is-retrieved"],
    summary: "A retrieval always shows a disbursement in processing.",
    replace: retrievedAs(() => "processing"),
  },
  "disbursement-canceled-reads-failed": {
    violates: ["disbursements/outcome-is-retrieved"],
    summary: "A canceled disbursement is retrieved as failed.",
    replace: retrievedAs((status) => (status === "canceled" ? "failed" : status)),
  },
});
