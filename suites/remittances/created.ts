import { createdPayouts, echoes, repeatsRequest } from "../expect/payouts.ts";
import { foundAsNothingElse } from "../expect/unknown-ids.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";

/** The answers to a remittance, compared with the request (§2.4, §4.4). */
export default [
  ...repeatsRequest("remittances", remittances),
  createdPayouts("remittances/phone-is-the-requested", remittances, (check, created, request, reach) => {
    check.observe("remittance-initial-status", String(created.field("status")));
    check.observe("payout-type-codes", `a remittance has type ${created.field("type")}`);
    return echoes.phone(check, created, request, reach);
  }),
  foundAsNothingElse("remittances/id-finds-no-disbursement", remittances, disbursements),
];
