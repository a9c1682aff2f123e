import type { DeliveryOutcome } from "../kernel/sender.ts";

/** An attempt to deliver an event, with its outcome. */
export interface LoggedDelivery extends DeliveryOutcome {
  /** When it ended, epoch milliseconds of the emulator's time. */
  readonly at: number;
}

/** The latest deliveries to webhook endpoints. */
export interface DeliveryLog {
  add(delivery: LoggedDelivery): void;
  /** Newest first. */
  latest(options: { most: number; endpointId?: string }): readonly LoggedDelivery[];
  clear(): void;
}

/** Creates a log of the latest `kept` deliveries, and up to a tenth more. */
export function createDeliveryLog(kept: number): DeliveryLog {
  let deliveries: LoggedDelivery[] = [];
  return {
    add: (delivery) => {
      deliveries.push(delivery);
      if (deliveries.length > kept * 1.1) deliveries = deliveries.slice(-kept);
    },
    latest: ({ most, endpointId }) =>
      deliveries
        .filter(({ delivery }) => (endpointId ?? delivery.endpointId) === delivery.endpointId)
        .slice(-most)
        .reverse(),
    clear: () => {
      deliveries = [];
    },
  };
}
