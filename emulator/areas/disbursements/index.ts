import { message } from "../../kernel/answers.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import type { Operation } from "../../kernel/types.ts";
import { type CreateParts, deciderOfCreation } from "../common/create.ts";
import { type Payout, payoutPresenter } from "../common/payout.ts";
import { type RetrieveParts, deciderOfRetrieval, findOwn } from "../common/retrieve.ts";
import { settleTimer } from "../common/settle.ts";
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
  retrieve: {
    find: findOwn(disbursements),
    notFound: () => message(404, "Disbursement not found"),
    presenter: payoutPresenter("disbursement"),
  },
});

/** What time does to disbursements. */
export const disbursementTimers = (): Record<string, TimerHandler> => ({
  "disbursement.settle": settleTimer(disbursementSettlement),
});

/** The routes of disbursements; the retrieval's path is in the singular. */
export const disbursementOperations = (parts: DisbursementParts): Operation[] => [
  {
    operationId: "createDisbursement",
    method: "POST",
    path: "/v1/disbursements",
    host: "payment",
    area: "disbursements",
    decide: deciderOfCreation(parts.create),
  },
  {
    operationId: "retrieveDisbursement",
    method: "GET",
    path: "/v1/disbursement/:id",
    host: "payment",
    area: "disbursements",
    decide: deciderOfRetrieval(parts.retrieve),
  },
];
