import type { RuleCheck } from "../../harness/check.ts";
import { acceptsAnyCasing } from "./accepted-creations.ts";
import { refusesOtherType, refusesWithout, reportsRefusals, type Resource } from "./creations.ts";
import { type Observer, observing } from "./observing.ts";
import { payoutAmounts, payoutIdentifiers, payoutRecipients } from "./payout-observations.ts";

const MOMO = "payment_method_data.momo";

/** Creations of payouts that are refused (§4.3, §4.4), and how (§7.1). Each has one fault and is paired with a valid creation. */
export const payoutRefusals = (
  area: "disbursements" | "remittances",
  creation: Resource,
  observers: readonly Observer[],
): readonly RuleCheck[] => [
  refusesWithout(`${area}/create-without-amount`, creation, "amount"),
  refusesWithout(`${area}/create-without-currency`, creation, "currency"),
  refusesWithout(`${area}/create-without-first-name`, creation, "first_name"),
  refusesWithout(`${area}/create-without-last-name`, creation, "last_name"),
  refusesWithout(`${area}/create-without-payment-method`, creation, "payment_method_data"),
  observing(
    refusesOtherType(`${area}/amount-of-wrong-type`, creation, "amount"),
    ...payoutAmounts(creation),
    ...observers,
  ),
  refusesOtherType(`${area}/currency-of-wrong-type`, creation, "currency"),
  refusesOtherType(`${area}/first-name-of-wrong-type`, creation, "first_name"),
  refusesOtherType(`${area}/last-name-of-wrong-type`, creation, "last_name"),
  refusesOtherType(`${area}/payment-method-of-wrong-type`, creation, "payment_method_data"),
  refusesOtherType(`${area}/momo-of-wrong-type`, creation, MOMO),
  observing(
    refusesOtherType(`${area}/msisdn-of-wrong-type`, creation, `${MOMO}.msisdn`),
    ...payoutRecipients(creation),
    ...payoutIdentifiers(creation),
  ),
  ...reportsRefusals(area, creation),
  acceptsAnyCasing(`${area}/currency-in-any-casing`, creation),
];
