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

/** How an emulator is made; everything has a default. */
export interface EmulatorOptions extends BeginningOptions {
  /** Where commands are kept; if there are some, they are repeated, and seed, time and what was given are theirs. Default: in memory. */
  state?: KeptState;
  /** Repeats all commands instead of coming to the newest state, and is called after each. */
  onReplayed?: (replayed: Replayed) => void;
  /** A state of another emulator to begin with. */
  from?: RestorePoint;
  parts?: Parts;
  /** Whether reads are commands, too, so that a replay has their answers. Default: false. */
  recordReads?: boolean;
  /** How webhooks leave. Default: over the network, to this machine and to `webhooksTo`. */
  send?: Send;
  /** Names, addresses and networks (10.0.0.0/8) that webhooks may go to beside this machine. */
  webhooksTo?: readonly string[];
  /** Describes the interface as JSON, served at `/openapi.json` below the control protocol. Default: none. */
  contract?: (urls: HostUrls) => string;
  /** Shows it as HTML, served at `/reference` there; undefined where there is none. Default: none. */
  reference?: (urls: HostUrls) => string | undefined;
  /** Called with errors that should not exist. Default: one line on the standard error stream. */
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
  /** The merchants that exist from the beginning, each with a test key and a live key: two, or those of the seed file. */
  readonly merchants: readonly MadeMerchant[];
  readonly engine: Engine;
  /** Resolves when the kept state is there, with the snapshots that could not be read. */
  readonly restored: Promise<readonly SnapshotInfo[]>;
  /** The documented operations that it serves, sorted. */
  readonly operationIds: readonly string[];
  /** The faults that requests meet, and the log of requests. */
  readonly traffic: Traffic;
  /** Calls back with how each delivery of a webhook ended, until the returned function is called. */
  onDelivery: (listener: (outcome: DeliveryOutcome) => void) => () => void;
  /**
   * Listens: the payment host (with control) and the checkout host on a port each, control on one of its own if asked.
   * The same number for both hosts serves them on one port. Port 0, the default, takes a free one.
   */
  listen(options?: ListenOptions): Promise<EmulatorAddress>;
  /** Resolves when no webhook is in flight. */
  idle: () => Promise<void>;
  /** Stops time, webhooks and listeners. */
  close: () => Promise<void>;
}

/** Parts whose merchants have signed webhooks unless they decide otherwise. */
const signing = (parts: Parts): Parts => ({
  ...parts,
  merchantSetups: {
    ...parts.merchantSetups,
    account: setUpAccount({ ...usualSettings, webhookSignature: "hmac-sha256" }),
  },
});

/** Brings an emulator to the state with which it begins. Returns the snapshots that could not be read. */
async function begunState(
  points: Points,
  { state, from, onReplayed }: EmulatorOptions,
): Promise<readonly SnapshotInfo[]> {
  if (from !== undefined) await points.continueFrom(from);
  else if (onReplayed !== undefined) await points.replay(onReplayed);
  else if (state?.first !== undefined) return points.restore();
  return [];
}

/** Makes an emulator with two merchants, or with what a seed file gives. @throws SeedFault where that is impossible */
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
  // Anyone who reaches the emulator can register a webhook, and must not reach local services through it.
  const ownMachineOnly = (): boolean => listeners.isOwnMachineOnly();
  const dispatcher = createEventDelivery({
    ...{ engine, parts, seed, time, traffic, webhooksTo, ownMachineOnly, onFault },
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
  // Loaded by the first customer who opens one: most emulators show none.
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
    ...{ engine, parts, control, operations, time, traffic },
    onDelivery: (listener) => dispatcher.onDelivery(listener),
    checkoutUrl: () => listeners.urls().checkoutUrl,
  });
  const listeners = createListeners({
    ...{ payment, checkout, both, dashboard, time },
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
