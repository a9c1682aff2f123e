import { controlPath } from "./control/router.ts";
import {
  createEmulator,
  type Emulator,
  type EmulatorAddress,
  type EmulatorOptions,
  type ListenOptions,
  type MadeMerchant,
  type Snapshot,
} from "./index.ts";
import { systemTime } from "./http/system.ts";
import type { Hint } from "./hints/hints.ts";
import type { FeedEntry } from "./kernel/events.ts";
import type { LoggedRequest } from "./traffic/logs.ts";
import type { Fault, FaultRule } from "./traffic/faults.ts";

/** An event of the merchant. */
export interface EmulatedEvent {
  readonly type: string;
  readonly id: string;
  readonly mode: "test" | "live";
  /** The body that a webhook endpoint receives, with its envelope (§6). */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A merchant of a listening emulator, with its own clock, balances and events. */
export interface EmulatedMerchant {
  readonly merchant: { readonly accountId: string; readonly testKey: string; readonly liveKey: string };
  /** The merchant's wall clock. */
  now(): Promise<Date>;
  /** Moves the merchant's wall clock forward, ms. Resolves when the timers that became due have run. */
  advance(milliseconds: number): Promise<Date>;
  /** Prepares the outcome of the merchant's next payments, by default of one. Outcomes append. */
  nextPayment(outcome: "approved" | "declined", times?: number): Promise<void>;
  /** All events of the merchant, past and future. Ends when the emulator closes. */
  events(options?: { readonly type?: string }): AsyncIterable<EmulatedEvent>;
  /** The next event of a type that no earlier call returned. @throws Error with the other events, after `withinMs` (5000) of real time */
  nextEvent(type: string, options?: { readonly withinMs?: number }): Promise<EmulatedEvent>;
  /** Performs an operation of control below the merchant. @throws Error with the answer if it is refused */
  control(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** A listening emulator with one merchant, for tests of a client. */
export interface StartedEmulator extends EmulatedMerchant, AsyncDisposable {
  /** The emulator itself, for everything else. */
  readonly emulator: Emulator;
  readonly address: EmulatorAddress;
  readonly paymentUrl: string;
  readonly checkoutUrl: string;
  /** Creates another merchant, so that tests do not see each other's objects. Its options are the fields of control's `createMerchant`. */
  newMerchant(options?: Readonly<Record<string, unknown>>): Promise<EmulatedMerchant>;
  /** The whole state as JSON, for the option `snapshot` of another emulator, or for a file. */
  snapshot(): Snapshot;
  /** Adds a fault of requests or of deliveries. The returned function removes it. */
  addFault(rule: FaultRule): () => void;
  /** The faults, each with how many requests or deliveries it has affected (`met`); also those that are used up. */
  faults(): readonly Fault[];
  /** The latest requests, newest first. */
  requests(): readonly LoggedRequest[];
  /** What the client surely did not mean, though it was answered as documented: ignored fields, refused keys, and more. */
  hints(): readonly Hint[];
  close(): Promise<void>;
}

const PATIENCE_MS = 5_000;

/** Starts an emulator that listens on this machine, by default on free ports. `await using` closes it. */
export async function startEmulator(
  options: EmulatorOptions & {
    listen?: ListenOptions;
    /** Whether `close` fails if there are hints, and with it the test. Default: false. */
    failOnHints?: boolean;
  } = {},
): Promise<StartedEmulator> {
  const emulator = createEmulator(options);
  const [made] = emulator.merchants;
  if (made === undefined) throw new Error("the emulator has no merchant");
  const address = await emulator.listen(options.listen).catch(async (fault: unknown) => {
    await emulator.close();
    throw fault;
  });

  const readers: EventReader[] = [];
  const close = async (): Promise<void> => {
    for (const reader of readers) reader.close();
    const given = options.failOnHints === true ? emulator.hints.all() : [];
    await address.close();
    await emulator.close();
    if (given.length > 0)
      throw new Error(
        ["the emulator has hints", ...given.map(({ about, text }) => `${about}: ${text}`)].join("\n"),
      );
  };

  const ask: StartedEmulator["control"] = async (method, path, body) => {
    const answer = await emulator.controlFetch(
      new Request(`http://emulator${controlPath}/merchants${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`control refused ${method} ${path} with ${answer.status}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };

  const handleOf = ({ accountId, keys }: MadeMerchant): EmulatedMerchant => {
    const reader = createEventReader(emulator, accountId);
    readers.push(reader);
    const control: EmulatedMerchant["control"] = (method, path, body) =>
      ask(method, `/${accountId}${path}`, body);
    return {
      merchant: { accountId, testKey: keys.test, liveKey: keys.live },
      now: async () => shownBy(await control("GET", "/clock")),
      advance: async (milliseconds) => shownBy(await control("POST", "/clock", { byMs: milliseconds })),
      nextPayment: async (outcome, times = 1) => {
        await control("POST", "/next-payment-outcome", { outcome, times });
      },
      events: reader.events,
      nextEvent: reader.nextEvent,
      control,
    };
  };

  return {
    emulator,
    address,
    paymentUrl: address.paymentUrl,
    checkoutUrl: address.checkoutUrl,
    ...handleOf(made),
    newMerchant: async (given = {}) => handleOf((await ask("POST", "", given)) as unknown as MadeMerchant),
    snapshot: () => emulator.snapshots.export(),
    addFault: (rule) => {
      const { id } = emulator.traffic.faults.add(rule);
      return () => void emulator.traffic.faults.remove(id);
    },
    faults: () => emulator.traffic.faults.list(),
    hints: () => emulator.hints.all(),
    requests: () => emulator.traffic.log.latest({ most: Number.MAX_SAFE_INTEGER }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const shownBy = (answer: Readonly<Record<string, unknown>>): Date => new Date(String(answer["now"]));

type EventReader = Pick<StartedEmulator, "events" | "nextEvent"> & {
  /** Ends all iterations. */
  readonly close: () => void;
};

/** Creates a reader of an account's events, past and future. */
function createEventReader({ engine }: Emulator, accountId: string): EventReader {
  let isClosed = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const go of [...waiting]) go();
  };
  engine.onCommit(wake);

  const since = (sequence: number): readonly FeedEntry[] => engine.feed.since(accountId, sequence);
  const changed = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        waiting.delete(go);
        resolve();
      };
      waiting.add(go);
    });

  async function* events({ type }: { readonly type?: string } = {}): AsyncGenerator<EmulatedEvent> {
    let last = 0;
    while (!isClosed) {
      const entries = since(last);
      for (const entry of entries) {
        last = entry.sequence;
        if (type === undefined || entry.type === type) yield eventOf(entry);
      }
      if (entries.length === 0 && !isClosed) await changed();
    }
  }

  const taken = new Map<string, number>();
  const nextEvent: EventReader["nextEvent"] = async (type, { withinMs = PATIENCE_MS } = {}) => {
    let isLate = false;
    const cancel = systemTime.after(withinMs, () => {
      isLate = true;
      wake();
    });
    try {
      for (;;) {
        const found = since(taken.get(type) ?? 0).find((entry) => entry.type === type);
        if (found !== undefined) {
          taken.set(type, found.sequence);
          return eventOf(found);
        }
        if (isLate || isClosed) {
          const types = since(0).map((entry) => entry.type);
          const came = types.length === 0 ? "no event came" : `these came: ${types.slice(-20).join(", ")}`;
          throw new Error(`no further ${type} within ${withinMs} ms; ${came}`);
        }
        await changed();
      }
    } finally {
      cancel();
    }
  };

  const close = (): void => {
    isClosed = true;
    wake();
  };
  return { events, nextEvent, close };
}

function eventOf({ type, eventId, mode, body }: FeedEntry): EmulatedEvent {
  return { type, id: eventId, mode, body };
}
