import type { TimerHandler } from "../../kernel/parts.ts";
import type { Operation } from "../../kernel/types.ts";
import { type CreateParts, deciderOfCreation } from "../common/create.ts";
import { type Payout, payoutPresenter } from "../common/payout.ts";
import { type RetrieveParts, deciderOfRetrieval, retrieveParts } from "../common/retrieve.ts";
import { settleTimer } from "../common/settle.ts";
import { operationsOn } from "../common/routes.ts";
import { createRemittanceCreation } from "./create.ts";
import { type ListParts, createListParts, decideList } from "./list.ts";
import { remittanceSettlement, remittances } from "./record.ts";

/** The replaceable parts of remittances. */
export interface RemittanceParts {
  create: CreateParts<Payout>;
  retrieve: RetrieveParts<Payout>;
  list: ListParts;
}

/** Remittances as documented (§2.4, §4.4). */
export const createRemittanceParts = (): RemittanceParts => ({
  create: createRemittanceCreation(),
  retrieve: retrieveParts(remittances, "Remittance", payoutPresenter("remittance")),
  list: createListParts(),
});

/** The timer handlers of remittances. */
export const remittanceTimers = (): Record<string, TimerHandler> => ({
  "remittance.settle": settleTimer(remittanceSettlement),
});

const operation = operationsOn("payment", "remittances");

/** The routes of remittances. */
export const remittanceOperations = (parts: RemittanceParts): Operation[] => [
  operation("createRemittance", "POST /v1/remittance", deciderOfCreation(parts.create)),
  operation("listRemittances", "GET /v1/remittance", decideList(parts.list)),
  operation("retrieveRemittance", "GET /v1/remittance/:id", deciderOfRetrieval(parts.retrieve)),
];
