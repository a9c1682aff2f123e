import { message } from "../../kernel/answers.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import type { Operation } from "../../kernel/types.ts";
import { type CreateParts, deciderOfCreation } from "../common/create.ts";
import { type Payout, payoutPresenter } from "../common/payout.ts";
import { type RetrieveParts, deciderOfRetrieval, findOwn } from "../common/retrieve.ts";
import { settleTimer } from "../common/settle.ts";
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
  retrieve: {
    find: findOwn(remittances),
    notFound: () => message(404, "Remittance not found"),
    presenter: payoutPresenter("remittance"),
  },
  list: createListParts(),
});

/** What time does to remittances. */
export const remittanceTimers = (): Record<string, TimerHandler> => ({
  "remittance.settle": settleTimer(remittanceSettlement),
});

/** The routes of remittances. */
export const remittanceOperations = (parts: RemittanceParts): Operation[] => [
  {
    operationId: "createRemittance",
    method: "POST",
    path: "/v1/remittance",
    host: "payment",
    area: "remittances",
    decide: deciderOfCreation(parts.create),
  },
  {
    operationId: "listRemittances",
    method: "GET",
    path: "/v1/remittance",
    host: "payment",
    area: "remittances",
    decide: decideList(parts.list),
  },
  {
    operationId: "retrieveRemittance",
    method: "GET",
    path: "/v1/remittance/:id",
    host: "payment",
    area: "remittances",
    decide: deciderOfRetrieval(parts.retrieve),
  },
];
