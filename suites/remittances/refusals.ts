import { acceptsAnyCasing, acceptsWith, acceptsWithout } from "../expect/accepted-creations.ts";
import { refusesOtherType, refusesWithout, reportsRefusals } from "../expect/creations.ts";
import { observing } from "../expect/observing.ts";
import { payoutAmounts, payoutIdentifiers, payoutRecipients } from "../expect/payout-observations.ts";
import { remittanceCreation as creation, remittances } from "../fixtures/payout-creation.ts";
import { amounts, identifiers } from "./observations.ts";

const MOMO = "payment_method_data.momo";

/** Which creations are refused (§4.4), and how (§7.1): one fault at a time, next to a valid creation. */
export default [
  refusesWithout("remittances/create-without-amount", creation, "amount"),
  refusesWithout("remittances/create-without-currency", creation, "currency"),
  refusesWithout("remittances/create-without-first-name", creation, "first_name"),
  refusesWithout("remittances/create-without-last-name", creation, "last_name"),
  refusesWithout("remittances/create-without-payment-method", creation, "payment_method_data"),
  observing(
    refusesOtherType("remittances/amount-of-wrong-type", creation, "amount"),
    ...payoutAmounts(creation),
    ...amounts,
  ),
  refusesOtherType("remittances/currency-of-wrong-type", creation, "currency"),
  refusesOtherType("remittances/first-name-of-wrong-type", creation, "first_name"),
  refusesOtherType("remittances/last-name-of-wrong-type", creation, "last_name"),
  refusesOtherType("remittances/payment-method-of-wrong-type", creation, "payment_method_data"),
  refusesOtherType("remittances/momo-of-wrong-type", creation, MOMO),
  observing(
    refusesOtherType("remittances/msisdn-of-wrong-type", creation, `${MOMO}.msisdn`),
    ...payoutRecipients(creation),
    ...payoutIdentifiers(creation, remittances),
    ...identifiers,
  ),
  refusesOtherType("remittances/metadata-of-wrong-type", creation, "metadata"),
  ...reportsRefusals(
    {
      status: "remittances/validation-status",
      list: "remittances/validation-carries-errors",
      field: "remittances/validation-names-the-field",
    },
    creation,
  ),
  acceptsAnyCasing("remittances/currency-in-any-casing", creation),
  acceptsWith("remittances/metadata-is-accepted", creation, "metadata"),
  acceptsWithout("remittances/metadata-may-be-omitted", creation, "metadata"),
];
