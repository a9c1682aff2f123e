import { ownerOf } from "../../kernel/merchants.ts";
import { table } from "../../kernel/table.ts";
import type { Payout, Settlement } from "../common/payout.ts";

/** All remittances. */
export const remittances = table<Payout>("remittances", { owner: ownerOf });

/** The settlement of remittances. */
export const remittanceSettlement: Settlement = { kind: "remittance", table: remittances };
