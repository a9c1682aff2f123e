import { createDeliveryLog, type DeliveryLog } from "./delivery-log.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { createFaults, type Faults } from "./faults.ts";

/** The faults that requests and events meet, and the logs of requests and deliveries. */
export interface Traffic {
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly deliveries: DeliveryLog;
  clear(): void;
}

/** How many requests and deliveries the logs keep. */
const KEPT = 1_000;

export function createTraffic(seed: number): Traffic {
  const faults = createFaults(seed);
  const log = createRequestLog(KEPT);
  const deliveries = createDeliveryLog(KEPT);
  return {
    faults,
    log,
    deliveries,
    clear: () => {
      faults.clear();
      log.clear();
      deliveries.clear();
    },
  };
}
