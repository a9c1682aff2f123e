import { createDeliveryLog, type DeliveryLog } from "./delivery-log.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { createFaults, type Faults } from "./faults.ts";

/** What happens to requests and events beside what is decided, and where requests are recorded. */
export interface Traffic {
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly deliveries: DeliveryLog;
  clear(): void;
}

/** The latest requests and deliveries that the logs have. */
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
