import { setUpAccount, usualSettings } from "./areas/account/settings.ts";
import {
  type Beginning,
  type BeginningOptions,
  beginningIn,
  imageOfBeginning,
  newBeginning,
  timeOf,
  withTime,
} from "./beginning.ts";
import { createControl } from "./control/router.ts";
import { dashboardWhenOpened } from "./dashboard-when-opened.ts";
import { createEventDelivery } from "./event-delivery.ts";
import type { HostUrls } from "./http/addresses.ts";
import { acceptedBy } from "./hints/accepted.ts";
import { createHints, type Hints } from "./hints/hints.ts";
import { isDashboard } from "./http/gate.ts";
import { createHosts } from "./http/host.ts";
import type { Fetch } from "./http/listen.ts";
import { reportFault } from "./http/system.ts";
import { createEngine, type Engine } from "./kernel/engine.ts";
import { createIdle } from "./kernel/idle.ts";
import type { Image } from "./kernel/keeper.ts";
import type { MadeMerchant } from "./kernel/merchants.ts";
import { createScheduler } from "./kernel/scheduler.ts";
import type { DeliveryOutcome, Send } from "./kernel/sender.ts";
import { createListeners, type EmulatorAddress, type ListenOptions } from "./listeners.ts";
import { withMagic } from "./magic.ts";
import { createOperations } from "./operations.ts";
import { createParts, type Parts } from "./parts.ts";
import { createFirstMerchants } from "./seed-file/first-merchants.ts";
import { createSnapshots, imageOfSnapshot, readingSnapshot, type Snapshots } from "./snapshots.ts";
import type { KeptState } from "./storage/kept-state.ts";
import { createTraffic, type Traffic } from "./traffic/index.ts";
import { receivedInProcess } from "./traffic/losses.ts";

export type { EmulatorAddress, ListenOptions } from "./listeners.ts";
export type { MadeMerchant } from "./kernel/merchants.ts";
export { type Snapshot, SnapshotFault, type Snapshots } from "./snapshots.ts";
export { manualTime, type TimeSource } from "./kernel/clock.ts";
export { createParts, type Parts } from "./parts.ts";
export { eventTypes } from "./areas/events/types.ts";
export { type SeedDocument, SeedFault } from "./seed-file/document.ts";
export { type DeliveryOutcome, type Receipt, receiptText } from "./kernel/sender.ts";
export type { Hint } from "./hints/hints.ts";
export type { LoggedRequest } from "./traffic/logs.ts";
export { pageAddressIn } from "./http/page-addresses.ts";
export { type EventFaultRule, eventFaultEffects } from "./traffic/event-faults.ts";
export { type FaultRule, type RouteFaultRule, routeFaultEffects } from "./traffic/faults.ts";

/** The options of an emulator. Each has a default. */
export interface EmulatorOptions extends BeginningOptions {
  /** Where the state is kept. If there is one already, it determines the seed, the time and the merchants. Default: in memory. */
  state?: KeptState;
  /** A snapshot with which it begins, unless `state` continues. It determines the seed, the time and the merchants. @throws SnapshotFault */
  snapshot?: unknown;
  parts?: Parts;
  /** Whether some phone numbers and amounts decide how payments, payouts and renewals end. Default: false. */
  magic?: boolean;
  /** Sends webhooks. Default: over the network, to this machine and to `webhooksTo`. */
  send?: Send;
  /** Names, addresses and networks (10.0.0.0/8) to which webhooks may go in addition to this machine. */
  webhooksTo?: readonly string[];
  /** Returns the OpenAPI document as JSON, which control serves at `/openapi.json`. Default: none. */
  contract?: (urls: HostUrls) => string;
  /** Returns its HTML page, which control serves at `/reference`; undefined if it is not installed. Default: none. */
  reference?: (urls: HostUrls) => string | undefined;
  /** Called with unexpected errors. Default: one line on the standard error stream. */
  onFault?: (fault: unknown) => void;
}

/** A complete implementation of the document, in this process. */
export interface Emulator {
  /** The payment host. */
  fetch: Fetch;
  /** The checkout host. */
  checkoutFetch: Fetch;
  /** The control protocol, below `/control`, and the dashboard, below `/dashboard`. */
  controlFetch: Fetch;
  /** The initial merchants, each with a test key and a live key: two, or those of the seed file. */
  readonly merchants: readonly MadeMerchant[];
  /** Exports and imports the state. */
  readonly snapshots: Snapshots;
  readonly engine: Engine;
  /** The documented operations that it serves, sorted. */
  readonly operationIds: readonly string[];
  /** The faults, and the logs of requests and deliveries. */
  readonly traffic: Traffic;
  /** What a developer surely did not mean, though it was answered as documented. */
  readonly hints: Hints;
  /** Calls back with the outcome of each webhook delivery, until the returned function is called. */
  onDelivery: (listener: (outcome: DeliveryOutcome) => void) => () => void;
  /**
   * Listens: the payment host (with control) and the checkout host on a port each, control on a separate port on request.
   * With the same number, both hosts share a port. Port 0, the default, means any free one.
   */
  listen(options?: ListenOptions): Promise<EmulatorAddress>;
  /** Resolves when no webhook is in flight. */
  idle: () => Promise<void>;
  /** Stops the timers, webhooks and listeners. */
  close: () => Promise<void>;
}

/** Parts with signed webhooks by default. */
const signing = (parts: Parts): Parts => ({
  ...parts,
  merchantSetups: {
    ...parts.merchantSetups,
    account: setUpAccount({ ...usualSettings, webhookSignature: "hmac-sha256" }),
  },
});

/** Creates an emulator with two merchants, or with those of a seed file. @throws SeedFault if the file is impossible */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { state, webhooksTo = [], onFault = reportFault } = options;
  const found =
    state?.found ?? (options.snapshot === undefined ? undefined : imageOfSnapshot(options.snapshot, options));
  const beginning = beginningIn(found) ?? newBeginning(options);
  const { given, began, seed, signWebhooks } = beginning;
  const time = timeOf(beginning, options.time);
  const givenParts = options.parts ?? createParts();
  const usual = options.magic === true ? withMagic(givenParts) : givenParts;
  const parts = signWebhooks ? signing(usual) : usual;
  const engine = createEngine({ seed, parts, time, ...(state === undefined ? {} : { keeper: state }) });
  const scheduler = createScheduler({ engine, time, onFault });
  const traffic = createTraffic(seed);
  // Every client that reaches the emulator can register a webhook, and must not reach local services through it.
  const ownMachineOnly = (): boolean => listeners.isOwnMachineOnly();
  const dispatcher = createEventDelivery({
    engine,
    parts,
    time,
    traffic,
    webhooksTo,
    ownMachineOnly,
    onFault,
    send: options.send,
  });
  const idle = createIdle({ engine, dispatcher, parts, time });

  const operations = new Map(
    createOperations(parts)
      .filter(({ operationId }) => parts.serves(operationId))
      .map((operation) => [operation.operationId, operation]),
  );
  const operationIds = [...operations.keys()].sort();
  const beginAgain = (start: number): MadeMerchant[] => {
    engine.replace(imageOfBeginning(withTime(beginning, time)), seed);
    return createFirstMerchants({ engine, parts, operations, start }, given);
  };
  // A state that continues has no keys. Its merchants are made a second time elsewhere, with the same keys.
  const firstMerchantsOf = ({ seed, began, given }: Beginning): MadeMerchant[] =>
    createFirstMerchants(
      { engine: createEngine({ seed, parts, time }), parts, operations, start: began },
      given,
    );
  /** The beginning of the present state, which may be that of a snapshot. */
  let current = beginning;
  let merchants =
    found === undefined ? beginAgain(began) : readingSnapshot(() => firstMerchantsOf(beginning));
  const reset = (): void => {
    traffic.clear();
    current = beginning;
    merchants = beginAgain(engine.now());
    dispatcher.goOn();
  };

  const hints = createHints({
    operations: [...operations.values()],
    accepted: acceptedBy(parts),
    log: traffic.log,
    state: engine.state,
  });

  const http = { engine, parts, time, onFault };
  // Loaded by the first request for a page, since most emulators get none.
  const pages = async (request: Request): Promise<Response> => {
    const { servePage } = await import("./pages/index.ts");
    return servePage(request, { engine, control, time, magic: parts.magic });
  };
  const { payment, checkout, both } = createHosts([...operations.values()], { ...http, traffic, pages });
  const snapshots = createSnapshots({
    engine,
    time,
    beginning: () => current,
    firstMerchantsOf,
    onImport: (next, first) => {
      current = next;
      merchants = first;
      dispatcher.goOn();
    },
  });
  const { contract, reference } = options;
  const control = createControl({
    ...http,
    urls: (asked) => listeners.urlsFor(asked),
    contract: contract && ((asked) => contract(listeners.urlsFor(asked))),
    reference: reference && ((asked) => reference(listeners.urlsFor(asked))),
    operationIds,
    initialMerchants: () => merchants,
    snapshots,
    idle,
    traffic,
    hints,
    reset,
  });

  const goOn = (image: Image): void => {
    engine.restore(image);
    dispatcher.goOn();
  };
  if (state?.found !== undefined) goOn(state.found);
  else if (found !== undefined) {
    readingSnapshot(() => engine.at(time.now(), () => engine.replace(found, seed)));
    dispatcher.goOn();
  }
  state?.watch({ onFailure: onFault, onRecovery: goOn });

  const dashboard = dashboardWhenOpened({
    engine,
    parts,
    control,
    operations,
    time,
    traffic,
    hints,
    onDelivery: (listener) => dispatcher.onDelivery(listener),
    checkoutUrlFor: (asked) => listeners.urlsFor(asked).checkoutUrl,
  });
  const listeners = createListeners({
    payment,
    checkout,
    both,
    dashboard,
    time,
    control: (request) => control.fetch(request),
  });

  return {
    fetch: async (request) => receivedInProcess(await payment.fetch(request)),
    checkoutFetch: async (request) => receivedInProcess(await checkout.fetch(request)),
    controlFetch: (request) => (isDashboard(request) ? dashboard.fetch(request) : control.fetch(request)),
    get merchants() {
      return merchants;
    },
    snapshots,
    engine,
    operationIds,
    traffic,
    hints,
    onDelivery: (listener) => dispatcher.onDelivery(listener),
    listen: async (options) => {
      await engine.whenKept();
      return listeners.listen(options);
    },
    idle: async () => {
      await engine.whenKept();
      await dispatcher.idle();
    },
    close: async () => {
      engine.stop();
      scheduler.close();
      engine.holds.clear();
      idle.close();
      await dashboard.close();
      await dispatcher.close();
      await listeners.close();
    },
  };
}
