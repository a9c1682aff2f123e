import { controlOperations } from "./control/index.ts";
import { type MadeMerchant, makeMerchant } from "./control/merchants.ts";
import { controlPath, createControl } from "./control/router.ts";
import { createHost } from "./http/host.ts";
import { type Fetch, type Listening, listenOn } from "./http/listen.ts";
import { postOverNetwork, reportFault, systemTime } from "./http/system.ts";
import type { TimeSource } from "./kernel/clock.ts";
import { createDispatcher, type Send } from "./kernel/dispatcher.ts";
import { createEngine, type Engine } from "./kernel/engine.ts";
import { createScheduler } from "./kernel/scheduler.ts";
import { createOperations } from "./operations.ts";
import { createParts, type Parts } from "./parts.ts";

export type { MadeMerchant } from "./control/merchants.ts";
export { manualTime, type TimeSource } from "./kernel/clock.ts";
export { createParts, type Parts } from "./parts.ts";

/** How an emulator is made; everything has a default. */
export interface EmulatorOptions {
  /** Same seed, same time and same commands give the same bytes. Default 1. */
  seed?: number;
  parts?: Parts;
  /** Default: real time. */
  time?: TimeSource;
  /** How webhooks leave. Default: over the network. */
  send?: Send;
  /** Told of errors that should not exist. Default: one line on the standard error stream. */
  onFault?: (fault: unknown) => void;
}

/** Where a listening emulator is found. */
export interface EmulatorAddress {
  paymentUrl: string;
  checkoutUrl: string;
  /** Base of the control protocol, `/control` included. */
  controlUrl: string;
  /** Stops listening; the emulator itself goes on. */
  close: () => Promise<void>;
}

/** A complete implementation of the document, in this process. */
export interface Emulator {
  /** The payment host. */
  fetch: Fetch;
  /** The checkout host. */
  checkoutFetch: Fetch;
  /** The control protocol, below `/control`. */
  controlFetch: Fetch;
  /** The merchants that exist from the beginning: two, each with a test key and a live key. */
  readonly merchants: readonly MadeMerchant[];
  readonly engine: Engine;
  /**
   * Listens: the payment host (with control) and the checkout host on a port each, control on one of its own if asked.
   * The same number for both hosts serves them on one port. Port 0, the default, takes a free one.
   */
  listen(options?: {
    host?: string;
    port?: number;
    checkoutPort?: number;
    controlPort?: number;
  }): Promise<EmulatorAddress>;
  /** Resolves when no webhook is on its way. */
  idle: () => Promise<void>;
  /** Stops time, webhooks and listeners. */
  close: () => Promise<void>;
}

/** Makes an emulator with two merchants. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const {
    seed = 1,
    parts = createParts(),
    time = systemTime,
    send = postOverNetwork,
    onFault = reportFault,
  } = options;
  const engine = createEngine({ seed, parts, time });
  const scheduler = createScheduler({ engine, time, onFault });
  const dispatcher = createDispatcher({ engine, parts, seed, time, send, onFault });
  const listening = new Set<Listening>();

  const begin = (): MadeMerchant[] =>
    ["First merchant", "Second merchant"].map((name) =>
      engine.act("", (context) =>
        makeMerchant(parts, { name, connectMode: "marketplace", funds: 100_000_000 }, context),
      ),
    );
  const merchants = begin();
  const reset = (): void => {
    engine.clear();
    begin();
  };

  const all = createOperations(parts);
  const http = { engine, parts, time, onFault };
  const host = (name: "payment" | "checkout") =>
    createHost({ ...http, operations: all.filter((operation) => operation.host === name) });
  const payment = host("payment");
  const checkout = host("checkout");
  const both = createHost({ ...http, operations: all });
  const control = createControl({ ...http, operations: controlOperations, reset });

  const withControl =
    (fetch: Fetch): Fetch =>
    (request) => {
      const { pathname } = new URL(request.url);
      const isControl = pathname === controlPath || pathname.startsWith(`${controlPath}/`);
      return isControl ? control.fetch(request) : fetch(request);
    };

  const open = async (fetch: Fetch, address: { host: string; port: number }): Promise<Listening> => {
    const opened = await listenOn({ fetch, ...address });
    listening.add(opened);
    return opened;
  };

  const listen: Emulator["listen"] = async ({
    host: name = "127.0.0.1",
    port = 0,
    checkoutPort = 0,
    controlPort,
  } = {}) => {
    const one = port !== 0 && port === checkoutPort;
    const opened: Listening[] = [];
    const close = async (): Promise<void> => {
      for (const server of opened) listening.delete(server);
      await Promise.all(opened.map((server) => server.close()));
    };
    try {
      const hosts: Fetch = one ? both.fetch : payment.fetch;
      const first = await open(controlPort === undefined ? withControl(hosts) : hosts, { host: name, port });
      opened.push(first);
      const second = one ? first : await open(checkout.fetch, { host: name, port: checkoutPort });
      if (!one) opened.push(second);
      const third =
        controlPort === undefined ? first : await open(control.fetch, { host: name, port: controlPort });
      if (third !== first) opened.push(third);
      return {
        paymentUrl: first.url,
        checkoutUrl: second.url,
        controlUrl: `${third.url}${controlPath}`,
        close,
      };
    } catch (fault) {
      await close();
      throw fault;
    }
  };

  return {
    fetch: (request) => payment.fetch(request),
    checkoutFetch: (request) => checkout.fetch(request),
    controlFetch: (request) => control.fetch(request),
    merchants,
    engine,
    listen,
    idle: () => dispatcher.idle(),
    close: async () => {
      scheduler.close();
      engine.holds.clear();
      await dispatcher.close();
      await Promise.all([...listening].map((server) => server.close()));
      listening.clear();
    },
  };
}
