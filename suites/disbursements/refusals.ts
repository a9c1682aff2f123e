import { payoutRefusals } from "../expect/payout-refusals.ts";
import { disbursementCreation, disbursements } from "../fixtures/payout-creation.ts";
import { amounts, identifiers } from "./observations.ts";

/** Which creations are refused (§4.3), and how (§7.1). */
export default payoutRefusals("disbursements", disbursementCreation, disbursements, { amounts, identifiers });
