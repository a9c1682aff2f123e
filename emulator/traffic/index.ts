import { createDeliveryLog, createRequestLog } from "./logs.ts";
import { createFaults } from "./faults.ts";

/** The faults, and the logs of requests and deliveries. */
export type Traffic = ReturnType<typeof createTraffic>;

/** The number of requests and of deliveries that are logged. */
const KEPT = 1_000;

export function createTraffic(seed: number) {
  const faults = createFaults(seed);
  const log = createRequestLog(KEPT);
  const deliveries = createDeliveryLog(KEPT);
  return {
    faults,
    log,
    deliveries,
    /** The hashes of keys that were replaced since the start. */
    replacedKeys: new Set<string>(),
    clear: (): void => {
      faults.clear();
      log.clear();
      deliveries.clear();
    },
  };
}
