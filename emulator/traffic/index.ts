import { createDeliveryLog, type DeliveryLog, createRequestLog, type RequestLog } from "./logs.ts";
import { createFaults, type Faults } from "./faults.ts";

/** The faults, and the logs of requests and deliveries. */
export interface Traffic {
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly deliveries: DeliveryLog;
  /** The hashes of keys that were replaced since the start. */
  readonly replacedKeys: Set<string>;
  clear(): void;
}

/** The number of requests and of deliveries that are logged. */
const KEPT = 1_000;

export function createTraffic(seed: number): Traffic {
  const faults = createFaults(seed);
  const log = createRequestLog(KEPT);
  const deliveries = createDeliveryLog(KEPT);
  return {
    faults,
    log,
    deliveries,
    replacedKeys: new Set(),
    clear: () => {
      faults.clear();
      log.clear();
      deliveries.clear();
    },
  };
}
