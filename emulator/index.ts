import { setUpAccount, usualSettings } from "./areas/account/settings.ts";
import { type BeginningOptions, beginningOf } from "./beginning.ts";
import { controlOperations } from "./control/index.ts";
import type { MadeMerchant } from "./control/merchants.ts";
import { ownControlOperations } from "./control/own.ts";
import { createControl } from "./control/router.ts";
import { dashboardWhenOpened } from "./dashboard-when-opened.ts";
import { createEventDelivery } from "./event-delivery.ts";
import { createForks } from "./forks.ts";
import { isDashboard } from "./http/dashboard-access.ts";
import { createHosts } from "./http/hosts.ts";
import type { Fetch } from "./http/listen.ts";
import { reportFault } from "./http/system.ts";
import { createEngine, type Engine } from "./kernel/engine.ts";
import { createIdle } from "./kernel/idle.ts";
import { createScheduler } from "./kernel/scheduler.ts";
import type { DeliveryOutcome, Send } from "./kernel/sender.ts";
import { createListeners, type EmulatorAddress, type HostUrls, type ListenOptions } from "./listeners.ts";
import { createOperations } from "./operations.ts";
import { createParts, type Parts } from "./parts.ts";
import { createFirstMerchants } from "./seed-file/first-merchants.ts";
import { type KeptState, stateInMemory } from "./storage/kept-state.ts";
import { Points, type Replayed, type RestorePoint } from "./storage/points.ts";
import { snapshotsWhenDue } from "./storage/snapshots-when-due.ts";
import type { SnapshotInfo } from "./storage/snapshots.ts";
import { createTraffic, type Traffic } from "./traffic/index.ts";
import { receivedInProcess } from "./traffic/losses.ts";

export type { EmulatorAddress, ListenOptions } from "./listeners.ts";
export type { MadeMerchant } from "./control/merchants.ts";
export { manualTime, type TimeSource } from "./kernel/clock.ts";
export { createParts, type Parts } from "./parts.ts";
export { eventTypes } from "./areas/events/types.ts";
export { type SeedDocument, SeedFault } from "./seed-file/document.ts";
export type { DeliveryOutcome } from "./kernel/sender.ts";
export type { LoggedRequest } from "./traffic/request-log.ts";
export { pageAddressIn } from "./http/page-addresses.ts";
export { type EventFaultRule, eventFaultEffects } from "./traffic/event-faults.ts";
export { type FaultRule, type RouteFaultRule, routeFaultEffects } from "./traffic/faults.ts";

/** The options of an emulator. Each has a default. */
export interface EmulatorOptions extends BeginningOptions {
  /** Where commands are kept. Existing commands are repeated and determine the seed, the time and the merchants. Default: in memory. */
  state?: KeptState;
  /** Called with each answer and event. If given, all kept commands are repeated, without snapshots. */
  onReplayed?: (replayed: Replayed) => void;
  /** The state of another emulator with which it begins. */
  from?: RestorePoint;
  parts?: Parts;
  /** Whether reads are logged as well, so that a replay has their answers. Default: false. */
  recordReads?: boolean;
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
  readonly engine: Engine;
  /** Resolves when the kept state is restored, with the snapshots that could not be read. */
  readonly restored: Promise<readonly SnapshotInfo[]>;
  /** The documented operations that it serves, sorted. */
  readonly operationIds: readonly string[];
  /** The faults, and the logs of requests and deliveries. */
  readonly traffic: Traffic;
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

/** Restores the state with which an emulator begins. Returns the snapshots that could not be read. */
async function begunState(
  points: Points,
  { state, from, onReplayed }: EmulatorOptions,
): Promise<readonly SnapshotInfo[]> {
  if (from !== undefined) await points.continueFrom(from);
  else if (onReplayed !== undefined) await points.replay(onReplayed);
  else if (state?.first !== undefined) return points.restore();
  return [];
}

/** Creates an emulator with two merchants, or with those of a seed file. @throws SeedFault if the file is impossible */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { state = stateInMemory(), webhooksTo = [], onFault = reportFault } = options;
  const { time, given, began, seed, signWebhooks, command } = beginningOf(options, state.first);
  const usual = options.parts ?? createParts();
  const parts = signWebhooks ? signing(usual) : usual;
  const engine = createEngine({
    seed,
    parts,
    time,
    log: state.append,
    logsReads: options.recordReads === true,
  });
  const scheduler = createScheduler({ engine, time, onFault });
  const traffic = createTraffic(seed);
  // Every client that reaches the emulator can register a webhook, and must not reach local services through it.
  const ownMachineOnly = (): boolean => listeners.isOwnMachineOnly();
  const dispatcher = createEventDelivery({
    engine,
    parts,
    seed,
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
  const begin = (start: number): MadeMerchant[] =>
    createFirstMerchants({ engine, parts, operations, start }, given);
  const merchants = begin(began);
  if (state.count === 0) state.append(command);
  const reset = (): void => {
    engine.clear();
    traffic.clear();
    dispatcher.forgetRetries();
    begin(engine.now());
  };

  const http = { engine, parts, time, onFault };
  // Loaded by the first request for a page, since most emulators get none.
  const pages = async (request: Request): Promise<Response> => {
    const { servePage } = await import("./pages/index.ts");
    return servePage(request, { engine, control, time });
  };
  const { payment, checkout, both } = createHosts([...operations.values()], { ...http, traffic, pages });
  const points = new Points({
    engine,
    state,
    time,
    repeat: {
      operation: (operationId) => operations.get(operationId),
      control: ({ operationId, ...repeated }) => control.repeat(operationId, repeated),
    },
    onBack: () => dispatcher.forgetRetries(),
  });
  const forks = createForks((to, point) =>
    createEmulator({
      ...options,
      parts,
      seed,
      ...(given === undefined ? {} : { given }),
      clock: { now: point.now, isStill: time.isStill },
      state: stateInMemory(to),
      from: point,
    }),
  );
  const { contract, reference } = options;
  const control = createControl({
    ...http,
    contract: contract && (() => contract(listeners.urls())),
    reference: reference && (() => reference(listeners.urls())),
    operations: controlOperations,
    ownOperations: ownControlOperations({ seed, points, forks }),
    operationIds,
    idle,
    traffic,
    reset,
  });

  const restored = begunState(points, options);
  const dueSnapshots = snapshotsWhenDue({ engine, state, snapshots: points.snapshots, time, onFault });

  const dashboard = dashboardWhenOpened({
    engine,
    parts,
    control,
    operations,
    time,
    traffic,
    onDelivery: (listener) => dispatcher.onDelivery(listener),
    checkoutUrl: () => listeners.urls().checkoutUrl,
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
    merchants,
    engine,
    restored,
    operationIds,
    traffic,
    onDelivery: (listener) => dispatcher.onDelivery(listener),
    listen: (options) => listeners.listen(options),
    idle: () => dispatcher.idle(),
    close: async () => {
      dueSnapshots.stop();
      engine.stop();
      await points.snapshots.written();
      await forks.close();
      scheduler.close();
      engine.holds.clear();
      idle.close();
      await dashboard.close();
      await dispatcher.close();
      await listeners.close();
    },
  };
}
