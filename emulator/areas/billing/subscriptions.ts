import type { Operation } from "../../kernel/types.ts";
import type { BillingParts } from "./parts.ts";
import {
  deciderOfListing,
  type ListingParts,
  deciderOfRetrieval,
  retrieveParts,
  newestFirst,
  operationsOn,
} from "../common/deciders.ts";
import {
  type ActParts,
  decideAct,
  createCancelParts,
  createPauseParts,
  createResumeParts,
  createRetryPaymentParts,
  createChangeQuantityParts,
} from "./acts.ts";
import { createCreateSubscriptionParts, decideCreation } from "./create.ts";
import { createHostedParts, hostedOperations } from "./hosted.ts";
import { subscriptionPresenter } from "./present.ts";
import { type Subscription, subscriptions } from "./records.ts";

const createListParts = (): ListingParts<Subscription> => ({
  select: (context) => {
    const customerId = context.command.query["customerId"]?.[0];
    const own = newestFirst(subscriptions)(context);
    return customerId === undefined ? own : own.filter((one) => one.customerId === customerId);
  },
  presenter: subscriptionPresenter(),
});

/** Subscriptions as documented. Routes that the document does not show are our choice. */
export const createSubscriptionParts = () => ({
  create: createCreateSubscriptionParts(),
  retrieve: retrieveParts(subscriptions, "Subscription", subscriptionPresenter()),
  list: createListParts(),
  cancel: createCancelParts(),
  pause: createPauseParts(),
  resume: createResumeParts(),
  retryPayment: createRetryPaymentParts(),
  changeQuantity: createChangeQuantityParts(),
  hosted: createHostedParts(),
});

/** The replaceable parts of the routes of subscriptions (§4.9). */
export type SubscriptionParts = ReturnType<typeof createSubscriptionParts>;

const operation = operationsOn("checkout", "subscriptions");

/** The routes of subscriptions. */
export function subscriptionOperations(parts: SubscriptionParts, billing: BillingParts): Operation[] {
  const act = (operationId: string, path: string, own: ActParts): Operation =>
    operation(operationId, `POST /v1/subscriptions/:id${path}`, decideAct(own, billing));
  return [
    operation("createSubscription", "POST /v1/subscriptions", decideCreation(parts.create, billing)),
    operation("listSubscriptions", "GET /v1/subscriptions", deciderOfListing(parts.list)),
    operation("retrieveSubscription", "GET /v1/subscriptions/:id", deciderOfRetrieval(parts.retrieve)),
    act("changeQuantity", "", parts.changeQuantity),
    act("cancelSubscription", "/cancel", parts.cancel),
    act("pauseSubscription", "/pause", parts.pause),
    act("resumeSubscription", "/resume", parts.resume),
    act("retryPayment", "/retry-payment", parts.retryPayment),
    ...hostedOperations(parts.hosted, billing),
  ];
}
