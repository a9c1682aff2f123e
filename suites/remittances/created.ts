import { earlierIsRetrieved } from "../expect/retrieved-after-others.ts";
import {
  createdPayouts,
  echoes,
  retrievedPayouts,
  retrievedUnderItsId,
  sameMoney,
  sameRecipient,
} from "../expect/payouts.ts";
import { ordinaryRemittance } from "../fixtures/ordinary-requests.ts";
import { foundAsNothingElse, unknownIdIs404 } from "../expect/unknown-ids.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";

/** The answers to a remittance, compared with the request (§2.4, §4.4). */
export default [
  createdPayouts("remittances/amount-is-the-requested", remittances, echoes.amount),
  createdPayouts("remittances/currency-is-the-requested", remittances, echoes.currency),
  createdPayouts("remittances/first-name-is-the-requested", remittances, echoes.firstName),
  createdPayouts("remittances/last-name-is-the-requested", remittances, echoes.lastName),
  createdPayouts("remittances/operator-is-the-requested", remittances, echoes.operator),
  createdPayouts("remittances/country-is-the-requested", remittances, echoes.country),
  createdPayouts("remittances/phone-is-the-requested", remittances, (check, created, request, reach) => {
    check.observe("remittance-initial-status", String(created.field("status")));
    check.observe("payout-type-codes", `a remittance has type ${created.field("type")}`);
    return echoes.phone(check, created, request, reach);
  }),

  retrievedUnderItsId("remittances/retrieved-id-matches", remittances),
  retrievedPayouts("remittances/retrieved-amount-matches", remittances, sameMoney),
  retrievedPayouts("remittances/retrieved-recipient-matches", remittances, sameRecipient),

  earlierIsRetrieved("remittances/retrieved-after-others", {
    create: (check) => check.api.createRemittance({ body: ordinaryRemittance(check) }),
    retrieve: remittances.retrieve,
  }),

  unknownIdIs404("remittances/unknown-id-is-404", {
    prefix: "rem_",
    operation: remittances.retrieval,
    create: (check) => check.api.createRemittance({ body: ordinaryRemittance(check) }),
    retrieve: remittances.retrieve,
  }),

  foundAsNothingElse("remittances/id-finds-no-disbursement", {
    create: (check) => check.api.createRemittance({ body: ordinaryRemittance(check) }),
    retrieve: disbursements.retrieve,
  }),
];
