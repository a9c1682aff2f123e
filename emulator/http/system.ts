import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import type { TimeSource } from "../kernel/clock.ts";

// Taken when this module loads, and from Node's modules, because tests replace the globals by fakes whose time stands still.
const now = Date.now.bind(Date);

/** Real time. Its timers do not keep the process alive. */
export const systemTime: TimeSource = {
  now,
  after: (delay, call) => {
    const timer = setTimeout(call, delay);
    timer.unref();
    return () => clearTimeout(timer);
  },
  soon: (call) => void setImmediate(call),
};

/** Reports a fault on the standard error stream, by its name and message only. */
export const reportFault = (fault: unknown): void => {
  const text = fault instanceof Error ? `${fault.name}: ${fault.message}` : "unknown fault";
  process.stderr.write(`emulator: ${text}\n`);
};

/** Reports on the standard error stream that webhooks to a host are not sent. */
export const reportOutOfReach = (host: string): void => {
  process.stderr.write(`emulator: webhooks to ${host} are not sent: name it with --allow-webhooks-to\n`);
};

/** Reports on the standard error stream that an endpoint accepts its deliveries too slowly. */
export const reportNoRoom = (endpointId: string): void => {
  process.stderr.write(
    `emulator: webhooks to ${endpointId} are dropped because too many are waiting: read the events over control\n`,
  );
};
