import { payoutRefusals } from "../expect/payout-refusals.ts";
import { disbursements } from "../fixtures/payout-creation.ts";
import { amounts } from "./observations.ts";

/** Which creations are refused (§4.3), and how (§7.1). */
export default payoutRefusals("disbursements", disbursements, amounts);
