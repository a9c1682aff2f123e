import { ownerOf } from "../../kernel/merchants.ts";
import { table } from "../../kernel/table.ts";
import type { Payout, Settlement } from "../common/payout.ts";

/** All disbursements. */
export const disbursements = table<Payout>("disbursements", { owner: ownerOf });

/** The settlement of disbursements. */
export const disbursementSettlement: Settlement = { kind: "disbursement", table: disbursements };

/** The states in which a disbursement can end (§3). */
export const disbursementOutcomes = ["succeeded", "failed", "canceled"] as const;
