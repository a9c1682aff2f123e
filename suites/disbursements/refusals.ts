import { acceptsAnyCasing } from "../expect/accepted-creations.ts";
import { refusesOtherType, refusesWithout, reportsRefusals } from "../expect/creations.ts";
import { observing } from "../expect/observing.ts";
import { payoutAmounts, payoutIdentifiers, payoutRecipients } from "../expect/payout-observations.ts";
import { disbursementCreation as creation, disbursements } from "../fixtures/payout-creation.ts";
import { amounts, identifiers } from "./observations.ts";

const MOMO = "payment_method_data.momo";

/** Which creations are refused (§4.3), and how (§7.1): one fault at a time, next to a valid creation. */
export default [
  refusesWithout("disbursements/create-without-amount", creation, "amount"),
  refusesWithout("disbursements/create-without-currency", creation, "currency"),
  refusesWithout("disbursements/create-without-first-name", creation, "first_name"),
  refusesWithout("disbursements/create-without-last-name", creation, "last_name"),
  refusesWithout("disbursements/create-without-payment-method", creation, "payment_method_data"),
  observing(
    refusesOtherType("disbursements/amount-of-wrong-type", creation, "amount"),
    ...payoutAmounts(creation),
    ...amounts,
  ),
  refusesOtherType("disbursements/currency-of-wrong-type", creation, "currency"),
  refusesOtherType("disbursements/first-name-of-wrong-type", creation, "first_name"),
  refusesOtherType("disbursements/last-name-of-wrong-type", creation, "last_name"),
  refusesOtherType("disbursements/payment-method-of-wrong-type", creation, "payment_method_data"),
  refusesOtherType("disbursements/momo-of-wrong-type", creation, MOMO),
  observing(
    refusesOtherType("disbursements/msisdn-of-wrong-type", creation, `${MOMO}.msisdn`),
    ...payoutRecipients(creation),
    ...payoutIdentifiers(creation, disbursements),
    ...identifiers,
  ),
  ...reportsRefusals(
    {
      status: "disbursements/validation-status",
      list: "disbursements/validation-carries-errors",
      field: "disbursements/validation-names-the-field",
    },
    creation,
  ),
  acceptsAnyCasing("disbursements/currency-in-any-casing", creation),
];
