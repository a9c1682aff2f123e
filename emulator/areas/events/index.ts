import { isoUtc } from "../../kernel/clock.ts";
import type { Envelope } from "../../kernel/events.ts";
import type { DeliveryPlan, KernelParts } from "../../kernel/parts.ts";
import { sandboxOf } from "../common/sandbox.ts";

/** The two envelopes (§6): snake_case for subscription events, nested in `event` for Connect events. */
export const createEnvelopes = (): Record<string, Envelope> => ({
  subscription: (event) => ({
    id: event.id,
    type: event.type,
    created_at: isoUtc(event.createdAt),
    data: event.data,
  }),
  connect: (event) => ({
    event: {
      id: event.id,
      type: event.type,
      accountId: event.accountId,
      sandboxId: sandboxOf(event.accountId, event.mode),
      data: event.data,
      createdAt: isoUtc(event.createdAt),
    },
  }),
});

/** The delays after failed deliveries, ms. */
export const createDeliveryRetries = (): readonly number[] => [5_000, 60_000, 600_000, 3_600_000];

/** The delivery plans, from which users choose by name. */
export const createDeliveryPlans = (): Record<string, DeliveryPlan> => ({
  ordered: (due) => due.map((delivery) => ({ delivery, delay: 0 })),
  shuffled: (due, ids) => {
    const rest = [...due];
    const shuffled = [];
    while (rest.length > 0) shuffled.push(...rest.splice(ids.integer(rest.length), 1));
    return shuffled.map((delivery) => ({ delivery, delay: 0 }));
  },
  duplicated: (due) =>
    due.flatMap((delivery) => [
      { delivery, delay: 0 },
      { delivery, delay: 50 },
    ]),
  delayed: (due, ids) => due.map((delivery) => ({ delivery, delay: 100 + ids.integer(400) })),
  dropped: () => [],
});

/** Whether an endpoint receives an event: names match exactly, and an endpoint without an environment receives both (§6). */
export const isSubscribed: KernelParts["isSubscribed"] = (endpoint, { type, mode }) =>
  endpoint.events.includes(type) && (endpoint.mode ?? mode) === mode;
