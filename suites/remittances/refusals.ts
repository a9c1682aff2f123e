import { acceptsWith, acceptsWithout, refusesOtherType } from "../expect/creations.ts";
import { payoutRefusals } from "../expect/payout-refusals.ts";
import { remittances } from "../fixtures/payout-creation.ts";
import { amounts } from "./observations.ts";

/** Creations that are refused (§4.4), and how (§7.1). */
export default [
  ...payoutRefusals("remittances", remittances, amounts),
  refusesOtherType("remittances/metadata-of-wrong-type", remittances, "metadata"),
  acceptsWith("remittances/metadata-is-accepted", remittances, "metadata"),
  acceptsWithout("remittances/metadata-may-be-omitted", remittances, "metadata"),
];
