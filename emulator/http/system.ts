import type { TimeSource } from "../kernel/clock.ts";

/** Real time. Waiting for it keeps no process alive. */
export const systemTime: TimeSource = {
  now: () => Date.now(),
  after: (delay, call) => {
    const timer = setTimeout(call, delay);
    timer.unref();
    return () => clearTimeout(timer);
  },
  soon: (call) => void setImmediate(call),
};

/** Reports of a fault on the standard error stream, by name and message alone. */
export const reportFault = (fault: unknown): void => {
  const text = fault instanceof Error ? `${fault.name}: ${fault.message}` : "unknown fault";
  process.stderr.write(`emulator: ${text}\n`);
};

/** Reports a host that webhooks do not go to, on the standard error stream. */
export const reportOutOfReach = (host: string): void => {
  process.stderr.write(`emulator: webhooks to ${host} are not sent: name it with --allow-webhooks-to\n`);
};

/** Reports an endpoint that accepts its deliveries too slowly, on the standard error stream. */
export const reportNoRoom = (endpointId: string): void => {
  process.stderr.write(
    `emulator: webhooks to ${endpointId} are dropped, since too many wait: read the events over control\n`,
  );
};
