import type { Parts } from "../../emulator/index.ts";
import { type Delivery, type FeedEntry, webhookEndpoints } from "../../emulator/kernel/events.ts";
import type { State } from "../../emulator/kernel/state.ts";
import { again } from "../connect-events/delivery.ts";
import type { Variant } from "../mutant.ts";
import { type Step, stepping } from "../shared/billing.ts";
import { variant } from "./parts/variant.ts";

/** Deliveries of what an account was told before, to those of its endpoints that asked for it. */
export const feedEntries = (
  state: State,
  accountId: string,
  wanted: (entry: FeedEntry) => boolean,
): readonly Delivery[] => {
  const entries = state.feed.since(accountId, 0).filter(wanted);
  return state
    .find(webhookEndpoints, "account", accountId)
    .flatMap((endpoint) =>
      entries
        .filter(({ type }) => endpoint.events.includes(type))
        .map((entry) => ({ endpointId: endpoint.id, entry, attempt: 1 })),
    );
};

const delivering = (parts: Parts, usualDelivery: string): Parts => ({
  ...parts,
  webhookEndpoints: { ...parts.webhookEndpoints, usualDelivery },
});

/** Open points about how events arrive (§6, §6.1). */
export const redeliveryVariants: readonly Variant[] = [
  variant(
    "deliveries-shuffled",
    ["event-order", "connect-event-delivery"],
    "What one step tells arrives in any order",
    (parts) => delivering(parts, "shuffled"),
  ),
  variant(
    "deliveries-twice",
    ["event-duplicates", "connect-event-delivery", "webhook-retries"],
    "Every event arrives twice under the same id",
    (parts) => delivering(parts, "duplicated"),
  ),
  variant(
    "deliveries-show-the-present",
    ["connect-event-transfer-update", "connect-event-delivery"],
    "Every event arrives twice under the same id, the second time with its object as it is by then",
    (parts) =>
      again(delivering(parts, "duplicated"), (envelope) => ({
        ...envelope,
        data: { ...(envelope["data"] as object), updatedAt: "2031-01-01T00:00:00.000Z" },
      })),
  ),
  variant(
    "deliveries-late",
    ["connect-event-delivery", "advance-settling"],
    "Every event takes some tenths of a second, one longer than another",
    (parts) => delivering(parts, "delayed"),
  ),
  {
    ...variant(
      "idle-reported-too-early",
      ["connect-event-delivery", "advance-settling"],
      "Events take some tenths of a second, and control reports before that nothing is left to happen",
      (parts) => ({ ...delivering(parts, "delayed"), isIdle: () => true }),
    ),
    // Others would be judged without any trust in reports.
    alone: true,
  },
  variant(
    "deliveries-never-retried",
    "webhook-retries",
    "What an endpoint does not take is not delivered again",
    (parts) => ({ ...parts, deliveryRetries: [] }),
  ),
  variant("steps-told-backwards", "event-order", "The events of a step come in the opposite order", (parts) =>
    stepping(parts, Object.keys(parts.billing.steps) as Step[], (names) => names.toReversed()),
  ),
];
