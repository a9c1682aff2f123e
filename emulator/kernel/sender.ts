import type { TimeSource } from "./clock.ts";
import { Delays, type DeliveryRetries, tooManyWaiting } from "./delays.ts";
import type { Engine } from "./engine.ts";
import { type Delivery, webhookEndpoints } from "./events.ts";
import type { KernelParts } from "./parts.ts";
import { Waiting } from "./waiting.ts";

/** The answer of a receiver to a delivery, or why there is none. */
export interface Receipt {
  /** Any 2xx accepts the delivery. */
  readonly status?: number;
  /** Why it was not accepted, if the status does not say it. */
  readonly reason?: string;
  /** In real time. */
  readonly durationMs?: number;
}

/** Posts a body to a URL. Never rejects. */
export type Send = (request: {
  url: string;
  body: string;
  /** Headers in addition to the usual ones. */
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}) => Promise<Receipt>;

/** What a fault does to one delivery. Times are milliseconds of real time. */
export interface DeliveryDisturbance {
  /** The name of the fault. */
  readonly fault: string;
  readonly faultId?: string;
  readonly delayMs?: number;
  /** The delay after which it is delivered a second time. */
  readonly repeatAfterMs?: number;
  /** The longest time that it waits for the next event to its endpoint to be delivered first. */
  readonly overtakenWithinMs?: number;
  /** Whether it does not arrive and is retried as after any failure. */
  readonly isLost?: boolean;
  /** Whether it never arrives. */
  readonly isDropped?: boolean;
}

/** The outcome of one attempt to deliver an event to an endpoint. */
export interface DeliveryOutcome extends Receipt {
  readonly delivery: Delivery;
  readonly url: string;
  /** Whether the receiver accepted it. */
  readonly taken: boolean;
  /** The time until the next attempt, ms; absent if there is none. */
  readonly retryMs?: number;
  /** The fault that affected it. */
  readonly fault?: string;
  readonly faultId?: string;
}

/** A delivery, and the fault that affected it. */
interface Sending {
  readonly delivery: Delivery;
  readonly met: DeliveryDisturbance | undefined;
}

export interface SenderOptions {
  engine: Engine;
  parts: KernelParts;
  time: TimeSource;
  send: Send;
  /** Additional headers of a delivery. Default: none. */
  headersOf?: (delivery: Delivery, body: string) => Readonly<Record<string, string>>;
  onFault: (fault: unknown) => void;
}

/** The outcome of a delivery in words: `401`, or `nothing listens there (ECONNREFUSED)`. Empty if it was not sent. */
export const receiptText = ({ status, reason }: Receipt): string =>
  [status, reason].filter((part) => part !== undefined).join(", ");

const isAccepted = ({ status = 0 }: Receipt): boolean => status >= 200 && status < 300;

/** Sends events to webhook endpoints, one at a time for each endpoint. */
export function createSender(options: SenderOptions, retries: DeliveryRetries) {
  const { engine, parts, time, headersOf, onFault } = options;
  const queues = new Map<string, Promise<void>>();
  const delays = new Delays(time);
  // Limited, because deliveries to a slow endpoint would otherwise use up the memory.
  const queued = new Waiting(parts.mostDeliveries);
  const listeners: (() => void)[] = [];
  const outcomes = new Set<(outcome: DeliveryOutcome) => void>();
  const stop = new AbortController();

  const report = (outcome: DeliveryOutcome): void => {
    for (const listener of outcomes) listener(outcome);
  };

  const post = (delivery: Delivery, url: string): Promise<Receipt> => {
    const body = JSON.stringify(delivery.entry.body);
    const headers = headersOf?.(delivery, body) ?? {};
    return options.send({ url, body, headers, signal: stop.signal });
  };

  const deliver = async ({ delivery, met }: Sending): Promise<void> => {
    const endpoint = engine.state.get(webhookEndpoints, delivery.endpointId);
    if (endpoint === undefined || stop.signal.aborted) return;
    const { url } = endpoint;
    const isSent = met?.isLost !== true && met?.isDropped !== true;
    const receipt = isSent ? await post(delivery, url) : {};
    const taken = isAccepted(receipt);
    const isOver = taken || met?.isDropped === true || stop.signal.aborted;
    const next = isOver ? undefined : retries.plan(delivery);
    // What the end of the process interrupts stays in progress, and goes on at the next start.
    if (taken || met?.isDropped === true) engine.settleDelivery(delivery, "over");
    else if (!stop.signal.aborted)
      engine.settleDelivery(delivery, next !== undefined && "retryMs" in next ? "waiting" : "given up");
    report({
      delivery,
      url,
      taken,
      ...receipt,
      ...next,
      ...(met === undefined ? {} : { fault: met.fault }),
      ...(met?.faultId === undefined ? {} : { faultId: met.faultId }),
    });
  };

  const enqueue = (sending: Sending): void => {
    const { endpointId } = sending.delivery;
    const queue: Promise<void> = (queues.get(endpointId) ?? Promise.resolve())
      .then(() => deliver(sending))
      .catch(onFault)
      .then(() => {
        queued.leave(endpointId);
        if (queues.get(endpointId) === queue) queues.delete(endpointId);
        for (const listener of listeners) listener();
      });
    queues.set(endpointId, queue);
  };

  const sendNow = (sending: Sending): void => {
    const { endpointId } = sending.delivery;
    const { overtakenWithinMs } = sending.met ?? {};
    if (overtakenWithinMs !== undefined)
      return delays.untilOvertaken(endpointId, overtakenWithinMs, () => enqueue(sending));
    enqueue(sending);
    delays.overtake(endpointId);
  };

  const send = (sending: Sending, delay: number): void => {
    const { delivery } = sending;
    const { endpointId } = delivery;
    if (!queued.enter(endpointId)) {
      const { url } = engine.state.get(webhookEndpoints, endpointId) ?? { url: "" };
      engine.settleDelivery(delivery, "given up");
      report({ delivery, url, taken: false, fault: tooManyWaiting });
      return;
    }
    if (delay <= 0) sendNow(sending);
    else delays.later(endpointId, delay, () => sendNow(sending));
  };

  return {
    /** Sends a delivery after a delay, ms. */
    send,
    /** Resolves when nothing is in flight; deliveries that wait for a retry do not count. */
    idle: async (): Promise<void> => {
      while (queues.size > 0) await Promise.all(queues.values());
    },
    /** Whether a delivery to that endpoint is in flight or delayed; deliveries that wait for a retry do not count. */
    isSending: (endpointId: string): boolean => queues.has(endpointId) || delays.has(endpointId),
    /** Calls back after each delivery, successful or not. */
    onSent: (listener: () => void): void => void listeners.push(listener),
    /** Calls back with the outcome of each delivery, until the returned function is called. */
    onDelivery: (listener: (outcome: DeliveryOutcome) => void): (() => void) => {
      outcomes.add(listener);
      return () => void outcomes.delete(listener);
    },
    /** Cancels deliveries in flight. */
    close: async (): Promise<void> => {
      stop.abort();
      delays.cancel();
      await Promise.all(queues.values());
    },
  };
}
