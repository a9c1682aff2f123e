import { createRequestLog, type RequestLog } from "./request-log.ts";
import { createFaults, type Faults } from "./faults.ts";

/** What happens to requests and events beside what is decided, and where requests are recorded. */
export interface Traffic {
  readonly faults: Faults;
  readonly log: RequestLog;
  clear(): void;
}

/** The latest requests that the log has. */
const REQUESTS_KEPT = 1_000;

export function createTraffic(seed: number): Traffic {
  const faults = createFaults(seed);
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
