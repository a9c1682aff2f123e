import { acceptsWith, acceptsWithout } from "../expect/accepted-creations.ts";
import { refusesOtherType } from "../expect/creations.ts";
import { payoutRefusals } from "../expect/payout-refusals.ts";
import { remittanceCreation as creation, remittances } from "../fixtures/payout-creation.ts";
import { amounts, identifiers } from "./observations.ts";

/** Which creations are refused (§4.4), and how (§7.1). */
export default [
  ...payoutRefusals("remittances", creation, remittances, { amounts, identifiers }),
  refusesOtherType("remittances/metadata-of-wrong-type", creation, "metadata"),
  acceptsWith("remittances/metadata-is-accepted", creation, "metadata"),
  acceptsWithout("remittances/metadata-may-be-omitted", creation, "metadata"),
];
