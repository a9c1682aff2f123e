import { createRequestLog, type RequestLog } from "./request-log.ts";
import { createRouteFaults, type RouteFaults } from "./route-faults.ts";

/** What happens to requests beside the decision of their operation, and where they are recorded. */
export interface Traffic {
  readonly faults: RouteFaults;
  readonly log: RequestLog;
  clear(): void;
}

/** The latest requests that the log has. */
const REQUESTS_KEPT = 1_000;

export function createTraffic(seed: number): Traffic {
  const faults = createRouteFaults(seed);
  const log = createRequestLog(REQUESTS_KEPT);
  return {
    faults,
    log,
    clear: () => {
      faults.clear();
      log.clear();
    },
  };
}
