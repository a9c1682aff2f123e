import type { Mutant } from "../mutant.ts";
import { byId, named } from "../named.ts";
import { finding } from "../shared/creations.ts";
import { payoutCreationMutants } from "../shared/payout-creations.ts";
import { payouts } from "./parts.ts";

export const mutants: readonly Mutant[] = named({
  ...byId(payoutCreationMutants(payouts)),
  "remittance-of-nothing-once-failed": {
    violates: ["remittances/retrieved-amount-matches"],
    summary: "A failed remittance is retrieved with an amount of zero.",
    replace: finding("remittances", (found) => (found.status === "failed" ? { ...found, amount: 0 } : found)),
  },
  "remittance-masked-once-canceled": {
    violates: ["remittances/retrieved-recipient-matches"],
    summary: "A canceled remittance is retrieved with a masked phone number.",
    replace: finding("remittances", (found) =>
      found.status === "canceled" ? { ...found, phone: found.phone.replace(/\d{6}$/, "000001") } : found,
    ),
  },
});
