import type { TimerHandler } from "../../kernel/parts.ts";
import type { Operation } from "../../kernel/types.ts";
import { type CreateParts, deciderOfCreation } from "../common/create.ts";
import { type Payout, payoutPresenter } from "../common/payout.ts";
import { type RetrieveParts, deciderOfRetrieval, retrieveParts } from "../common/retrieve.ts";
import { settleTimer } from "../common/settle.ts";
import { operationsOn } from "../common/routes.ts";
import { createDisbursementCreation } from "./create.ts";
import { disbursementSettlement, disbursements } from "./record.ts";

/** The replaceable parts of disbursements. */
export interface DisbursementParts {
  create: CreateParts<Payout>;
  retrieve: RetrieveParts<Payout>;
}

/** Disbursements as documented (§2.3, §4.3). */
export const createDisbursementParts = (): DisbursementParts => ({
  create: createDisbursementCreation(),
  retrieve: retrieveParts(disbursements, "Disbursement", payoutPresenter("disbursement")),
});

/** The timer handlers of disbursements. */
export const disbursementTimers = (): Record<string, TimerHandler> => ({
  "disbursement.settle": settleTimer(disbursementSettlement),
});

const operation = operationsOn("payment", "disbursements");

/** The routes of disbursements. The path of the retrieval is in the singular, as documented. */
export const disbursementOperations = (parts: DisbursementParts): Operation[] => [
  operation("createDisbursement", "POST /v1/disbursements", deciderOfCreation(parts.create)),
  operation("retrieveDisbursement", "GET /v1/disbursement/:id", deciderOfRetrieval(parts.retrieve)),
];
