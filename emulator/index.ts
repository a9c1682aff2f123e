import { randomBytes } from "node:crypto";
import { type BeginningOptions, beginningOf } from "./beginning.ts";
import { controlOperations } from "./control/index.ts";
import { type MadeMerchant, makeMerchant } from "./control/merchants.ts";
import { ownControlOperations } from "./control/own.ts";
import { controlPath, createControl } from "./control/router.ts";
import { accountSettingsOf, setUpAccount, usualSettings } from "./areas/account/settings.ts";
import { vendors } from "./areas/connect/vendor.ts";
import { readForm } from "./http/body.ts";
import { dashboardPath, enter, isDashboard } from "./http/dashboard-access.ts";
import { createHost, type Host } from "./http/host.ts";
import { secretOf, signatureHeaders } from "./http/signature.ts";
import { holdersOf } from "./http/gate.ts";
import { type Fetch, type Listening, listenOn } from "./http/listen.ts";
import { respond } from "./http/respond.ts";
import { reportFault, reportNoRoom, reportOutOfReach } from "./http/system.ts";
import { postOverNetwork, reachableBy } from "./http/webhooks.ts";
import { createDispatcher, type DeliveryOutcome, type Send, tooManyWaiting } from "./kernel/dispatcher.ts";
import { createEngine, type Engine } from "./kernel/engine.ts";
import { createIdle } from "./kernel/idle.ts";
import { createScheduler } from "./kernel/scheduler.ts";
import { createOperations } from "./operations.ts";
import type { Dashboard } from "./dashboard/index.tsx";
import { createForks } from "./forks.ts";
import { type KeptState, stateInMemory } from "./storage/kept-state.ts";
import { createPoints, type Replayed, type Way } from "./storage/points.ts";
import type { SnapshotInfo } from "./storage/snapshots.ts";
import { createParts, type Parts } from "./parts.ts";
import { disturbanceBy } from "./traffic/event-faults.ts";
import { applySeed } from "./seed-file/apply.ts";
import { createTraffic, type Traffic } from "./traffic/index.ts";
import { receivedInProcess } from "./traffic/losses.ts";

export type { MadeMerchant } from "./control/merchants.ts";
export { manualTime, type TimeSource } from "./kernel/clock.ts";
export { createParts, type Parts } from "./parts.ts";
export { eventTypes } from "./areas/events/types.ts";
export { type SeedDocument, SeedFault } from "./seed-file/document.ts";
export type { DeliveryOutcome } from "./kernel/dispatcher.ts";
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
  from?: Way;
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

/** The two hosts. */
interface HostUrls {
  paymentUrl: string;
  checkoutUrl: string;
}

/** Where a listening emulator is found. */
export interface EmulatorAddress extends HostUrls {
  /** Base of the control protocol, `/control` included; absent when it is not served. */
  controlUrl?: string;
  /** Where a browser looks into the emulator; absent when the dashboard is not shown. */
  dashboardUrl?: string;
  /** The value of the header `Control-Token` that control requires if other machines can reach it. */
  controlToken?: string;
  /** Stops listening; the emulator itself goes on. */
  close: () => Promise<void>;
}

/** Where an emulator listens, and to whom. */
export interface ListenOptions {
  /** Address or name of the interface. Default: 127.0.0.1. */
  host?: string;
  port?: number;
  checkoutPort?: number;
  controlPort?: number;
  /** Whether the control protocol is served. Default: true. */
  control?: boolean;
  /** Whether the dashboard is shown, on the host of control. Default: as `control`. */
  dashboard?: boolean;
  /** Names under which requests and pages may come, beside those of the loopback interface and `host`. */
  allowHosts?: readonly string[];
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

/** Makes an emulator with two merchants, or with what a seed file gives. @throws SeedFault where that is impossible */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { state = stateInMemory(), from, onReplayed, webhooksTo = [], onFault = reportFault } = options;
  const { time, given, began, seed, signWebhooks, command } = beginningOf(options, state.first);
  const usual = options.parts ?? createParts();
  const parts = signWebhooks ? signing(usual) : usual;
  const listening = new Set<Listening>();
  // Anyone who reaches the emulator can register a webhook, and must not reach local services through it.
  const ownMachineOnly = (): boolean => [...listening].every(({ isLoopback }) => isLoopback);
  const network = postOverNetwork({
    mayReach: reachableBy({ listed: webhooksTo, ownMachineOnly }),
    onOutOfReach: reportOutOfReach,
  });
  const send = options.send ?? network;
  const engine = createEngine({
    seed,
    parts,
    time,
    log: state.append,
    logsReads: options.recordReads === true,
  });
  const scheduler = createScheduler({ engine, time, onFault });
  const traffic = createTraffic(seed);
  const dispatcher = createDispatcher({
    engine,
    parts,
    seed,
    time,
    send,
    disturb: ({ entry }) => {
      const fault = traffic.faults.meetDelivery({ event: entry.type, accountId: entry.accountId });
      return fault === undefined ? undefined : disturbanceBy(fault);
    },
    headersOf: ({ endpointId, entry }, body) => {
      const { accountId, eventId } = entry;
      const merchantId = engine.state.get(vendors, accountId)?.accountId ?? accountId;
      if (accountSettingsOf(engine.state, merchantId).webhookSignature === "none") return {};
      // Receivers compare it with their own clocks, whatever the emulator's shows.
      const at = time.now() - time.aheadMs();
      return signatureHeaders(secretOf(seed, endpointId), { id: eventId, at, body });
    },
    onFault,
  });
  const crowded = new Set<string>();
  dispatcher.onDelivery((outcome) => {
    traffic.deliveries.add({ ...outcome, at: time.now() });
    const { endpointId } = outcome.delivery;
    if (outcome.fault !== tooManyWaiting) crowded.delete(endpointId);
    else if (!crowded.has(endpointId)) {
      crowded.add(endpointId);
      reportNoRoom(endpointId);
    }
  });
  const idle = createIdle({ engine, dispatcher, parts, time });

  const all = createOperations(parts).filter(({ operationId }) => parts.serves(operationId));
  const operationIds = all.map(({ operationId }) => operationId).sort();
  const operations = new Map(all.map((operation) => [operation.operationId, operation]));
  const begin = (start: number): MadeMerchant[] =>
    engine.at(start, () =>
      given === undefined
        ? ["First merchant", "Second merchant"].map((name) =>
            engine.act("", (context) =>
              makeMerchant(parts, { name, connectMode: "marketplace", funds: 100_000_000 }, context),
            ),
          )
        : applySeed({ engine, parts, operations, start }, given),
    );
  const merchants = begin(began);
  const isContinued = state.first !== undefined;
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
  const host = (name: "payment" | "checkout") =>
    createHost({
      ...http,
      name,
      traffic,
      pages,
      operations: all.filter((operation) => operation.host === name),
      elsewhere: all.filter((operation) => operation.host !== name),
    });
  const payment = host("payment");
  const checkout = host("checkout");
  const both = createHost({ ...http, name: "both hosts", traffic, pages, operations: all });
  let urls: HostUrls = { paymentUrl: "http://127.0.0.1:4010", checkoutUrl: "http://127.0.0.1:4011" };
  const points = createPoints({
    engine,
    state,
    time,
    repeat: {
      operation: (operationId) => operations.get(operationId),
      control: ({ operationId, ...repeated }) => control.repeat(operationId, repeated),
    },
    onBack: () => dispatcher.forgetRetries(),
  });
  const forks = createForks((to, way) =>
    createEmulator({
      ...options,
      parts,
      seed,
      ...(given === undefined ? {} : { given }),
      clock: { now: way.now, isStill: time.isStill },
      state: stateInMemory(to),
      from: way,
    }),
  );
  const { contract, reference } = options;
  const control = createControl({
    ...http,
    ...(contract === undefined ? {} : { contract: () => contract(urls) }),
    ...(reference === undefined ? {} : { reference: () => reference(urls) }),
    operations: controlOperations,
    ownOperations: ownControlOperations({
      seed,
      points,
      snapshots: state.snapshots,
      count: () => state.count,
      forks,
    }),
    operationIds,
    idle,
    traffic,
    reset,
  });

  const come = async (): Promise<readonly SnapshotInfo[]> => {
    if (from !== undefined) await points.follow(from);
    else if (onReplayed !== undefined) await points.replay(onReplayed);
    else if (isContinued) return points.restore();
    return [];
  };
  const restored = come();
  let isClosed = false;
  if (state.snapshotEvery !== undefined) {
    let isLooking = false;
    const look = async (): Promise<void> =>
      engine.afterMoves(undefined, async () => {
        if (!isClosed) await points.snapshotIfDue();
      });
    engine.onCommit(() => {
      if (isLooking) return;
      isLooking = true;
      time.soon(() => {
        isLooking = false;
        look().catch(onFault);
      });
    });
  }

  let dashboard: Promise<Dashboard> | undefined;
  const dashboardFetch = async (request: Request): Promise<Response> => {
    // Loaded by the first who opens it.
    dashboard ??= import("./dashboard/index.tsx").then(({ createDashboard }) =>
      createDashboard({
        engine,
        control,
        operations,
        time,
        traffic,
        onDelivery: (listener) => dispatcher.onDelivery(listener),
        checkoutUrl: () => urls.checkoutUrl,
      }),
    );
    return (await dashboard).fetch(request);
  };
  const closeDashboard = async (): Promise<void> => (await dashboard)?.close();

  const withControl =
    (fetch: Fetch, controlFetch: Fetch, hasDashboard: boolean): Fetch =>
    (request) => {
      const { pathname } = new URL(request.url);
      const isControl =
        pathname === controlPath ||
        pathname.startsWith(`${controlPath}/`) ||
        (hasDashboard && isDashboard(request));
      return isControl ? controlFetch(request) : fetch(request);
    };

  const listen: Emulator["listen"] = async ({
    host: name = "127.0.0.1",
    port = 0,
    checkoutPort = 0,
    controlPort,
    control: servesControl = true,
    dashboard: showsDashboard = servesControl,
    allowHosts = [],
  } = {}) => {
    const hasDashboard = servesControl && showsDashboard;
    const isOne = port !== 0 && port === checkoutPort;
    const opened: Listening[] = [];
    const open = async (fetch: Fetch, on: number, answer?: Host["answer"]): Promise<Listening> => {
      const server = await listenOn({ fetch, answer, host: name, port: on, allowHosts });
      listening.add(server);
      opened.push(server);
      return server;
    };
    const close = async (): Promise<void> => {
      for (const server of opened) listening.delete(server);
      await closeDashboard();
      await Promise.all(opened.map((server) => server.close()));
    };
    const token = randomBytes(24).toString("base64url");
    const isHolder = holdersOf(token);
    const isShut = (): boolean => !opened.every(({ isLoopback }) => isLoopback);
    const guarded: Fetch = (request) => {
      if (hasDashboard && isDashboard(request)) return guardedDashboard(request);
      const refusal = isShut() ? isHolder(request) : undefined;
      return refusal === undefined ? control.fetch(request) : respond(refusal);
    };
    const guardedDashboard = async (request: Request): Promise<Response> => {
      const refusal = isShut() ? await enter(request, isHolder, (sent) => readForm(sent, time)) : undefined;
      return refusal ?? dashboardFetch(request);
    };
    try {
      const hosts = isOne ? both : payment;
      const isBeside = servesControl && controlPort === undefined;
      const first = await open(
        isBeside ? withControl(hosts.fetch, guarded, hasDashboard) : hosts.fetch,
        port,
        hosts.answer,
      );
      const second = isOne ? first : await open(checkout.fetch, checkoutPort, checkout.answer);
      const third = servesControl && controlPort !== undefined ? await open(guarded, controlPort) : first;
      urls = { paymentUrl: first.url, checkoutUrl: second.url };
      return {
        ...urls,
        ...(servesControl ? { controlUrl: `${third.url}${controlPath}` } : {}),
        ...(hasDashboard ? { dashboardUrl: `${third.url}${dashboardPath}` } : {}),
        ...(servesControl && isShut() ? { controlToken: token } : {}),
        close,
      };
    } catch (fault) {
      await close();
      throw fault;
    }
  };

  return {
    fetch: async (request) => receivedInProcess(await payment.fetch(request)),
    checkoutFetch: async (request) => receivedInProcess(await checkout.fetch(request)),
    controlFetch: (request) => (isDashboard(request) ? dashboardFetch(request) : control.fetch(request)),
    merchants,
    engine,
    restored,
    operationIds,
    traffic,
    onDelivery: (listener) => dispatcher.onDelivery(listener),
    listen,
    idle: () => dispatcher.idle(),
    close: async () => {
      isClosed = true;
      engine.stop();
      await points.written();
      await forks.close();
      scheduler.close();
      engine.holds.clear();
      idle.close();
      await closeDashboard();
      await dispatcher.close();
      await network.close();
      await Promise.all([...listening].map((server) => server.close()));
      listening.clear();
    },
  };
}
