import { type Mutant, named, part } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { as, constantly, int32 } from "../faults/values.ts";
import { payoutCreationMutants } from "../shared/payout-creations.ts";
import type { Payout } from "../shared/payouts.ts";
import { foundFaults } from "../faults/shown.ts";
import { inEntries, list, payouts } from "./parts.ts";

const found = foundFaults("remittances", "remittance");
const failed = where("once failed", ({ status }: Payout) => status === "failed");
const canceled = where("once canceled", ({ status }: Payout) => status === "canceled");
const endMasked = as<unknown>("masked at its end", (phone) => String(phone).replace(/\d{6}$/, "000001"));

export const mutants: readonly Mutant[] = [
  ...payoutCreationMutants(payouts),
  found.gives("amount", "retrieved-amount-matches", constantly(0), failed),
  inEntries.gives("amount", "keeps-any-values", int32),
  inEntries.gives(
    "status",
    "every-status-is-reported",
    as("failed instead of canceled", (status) => (status === "canceled" ? "failed" : status)),
  ),
  found.gives("status", "every-status-is-reported", constantly("succeeded"), canceled),
  found.gives("phone", "retrieved-recipient-matches", endMasked, canceled),
  ...named({
    "remittance-found-once-it-is-not-pending": {
      violates: ["remittances/every-status-is-reported"],
      summary: "A pending remittance is not found.",
      replace: part(["remittances", "retrieve"], ({ find }) => ({
        find: (context) => {
          const known = find(context);
          return known?.status === "pending" ? undefined : known;
        },
      })),
    },
    "remittance-list-with-the-last-end": {
      violates: ["remittances/every-status-is-reported"],
      summary: "The list shows all that has ended in the state of the last one.",
      replace: list(({ select }) => ({
        select: (context) => {
          const isEnded = ({ status }: { readonly status: string }): boolean =>
            ["succeeded", "failed", "canceled"].includes(status);
          const { status } = select(context).find(isEnded) ?? {};
          return select(context).map((one) =>
            isEnded(one) && status !== undefined ? { ...one, status } : one,
          );
        },
      })),
    },
  }),
];
