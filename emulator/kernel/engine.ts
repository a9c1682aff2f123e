import { type ClocksImage, type TimeSource, type WallClocks, createWallClocks } from "./clock.ts";
import { type Cause, hasEffects } from "./causes.ts";
import { type Commanded, keptCommand, type LoggedCommand, type Reservation } from "./commands.ts";
import {
  type Delivery,
  type Event,
  type EventDraft,
  type Feed,
  type FeedEntry,
  retryKind,
  webhookEndpoints,
} from "./events.ts";
import { type Holds, createHolds } from "./holds.ts";
import { closing, type IdempotencyPolicy, idempotencyKeys, keyOf } from "./idempotency.ts";
import type { Ids } from "./ids.ts";
import { createHistory, type Decided, type History } from "./history.ts";
import { faultOf } from "./ledger.ts";
import { createMoves } from "./moves.ts";
import type { KernelParts } from "./parts.ts";
import type { Answer, Command } from "./request.ts";
import { StorageFailure } from "./storage-failure.ts";
import { type State, createStore, type StateImage } from "./state.ts";
import { put, remove } from "./table.ts";
import { type Timer, wallClock } from "./timeline.ts";
import type { Context, Decision, Effects, Operation, Ran } from "./types.ts";
import { type Whenever, whenThere } from "./whenever.ts";

/** How control and the hosts use the emulator. */
export interface Engine {
  readonly state: State;
  readonly clocks: WallClocks;
  readonly holds: Holds;
  readonly feed: Feed;
  /** Decides one request of one account, immediately unless it has to wait for something. @throws if a part fails */
  answer(operation: Operation, command: Command): Whenever<Answer>;
  /** As `answer`, but always returns a promise. */
  execute(operation: Operation, command: Command): Promise<Answer>;
  /** Commits what control decides for an account, and returns its result. */
  act<T>(accountId: string, decide: (context: Omit<Context, "command">) => Effects & { result: T }): T;
  /** Runs a control operation at one time, records its decisions under its name, and logs the command. */
  under<T>(cause: Cause, commanded: Commanded, handle: () => T): T;
  /** The emulator's time: that of the command in progress, otherwise the present. */
  now(): number;
  /** Runs `handle` at a time, without logging. */
  at<T>(time: number, handle: () => T): T;
  /** Logs a command other than a request, a control operation or a movement of time. */
  record(commanded: Commanded): void;
  /** Everything that the next commands depend on, as data. Read it before the next command, because it shares unchanged records. */
  image(): EngineImage;
  /** Restores an image. Requests in progress have no effect on the restored state. */
  restore(image: EngineImage): void;
  /** Repeats the commands of a log in order, each at its own time. */
  replay(commands: readonly LoggedCommand[], repeat: Repeat): Promise<void>;
  /** The latest decisions, each with its cause. */
  readonly history: History;
  /** Removes the events and clocks of deleted accounts; their records are removed elsewhere. */
  forget(accounts: ReadonlySet<string>): void;
  /** Runs everything that is due on an account's wall clock. */
  catchUp(accountId: string): Ran;
  /** Runs everything that is due on any wall clock. */
  catchUpAll(): void;
  /** Moves an account's wall clock forward and runs what becomes due, in order; a long move in slices. */
  moveWallClock(accountId: string, to: number): Ran | Promise<Ran>;
  /** Calls `call` as soon as no clock of the account is being moved, or no clock at all if no account is named. */
  afterMoves<T>(accountId: string | undefined, call: () => T | Promise<T>): T | Promise<T>;
  /** Leaves long moves where they are: a start that continues this state ends them. */
  stop(): void;
  /** The clocks whose timers changed since the last call; undefined if any of them may have changed. */
  takeChangedClocks(): readonly string[] | undefined;
  /** Whether commits have left deliveries in the outbox. */
  hasDeliveries(): boolean;
  /** Removes the deliveries from the outbox and returns them. */
  takeDeliveries(): readonly Delivery[];
  /** Calls back after every commit. */
  onCommit(listener: () => void): void;
  clear(): void;
}

/** What the engine needs from outside to repeat commands. */
export interface Repeat {
  operation: (operationId: string) => Operation | undefined;
  control: (command: Extract<Commanded, { kind: "control" }>) => Promise<Answer>;
  /** Goes back to an earlier state. */
  back?: (command: Extract<Commanded, { kind: "back" }>) => void;
  /** Called with the answer of each request and each operation of control. */
  onAnswer?: (command: LoggedCommand, answer: Answer) => void;
  /** Called after each command. */
  onRepeated?: () => void;
}

/** The state of an engine, as data. */
export interface EngineImage {
  readonly decisions: number;
  readonly state: StateImage;
  readonly clocks: ClocksImage;
  readonly history: readonly Decided[];
}

const NONE: readonly never[] = [];

/** The number of decisions that are kept to explain why. */
const keptDecisions = 50_000;

/** One event for one account: its feed entry, and the endpoints that receive it. */
interface Announcement {
  readonly entry: Omit<FeedEntry, "sequence">;
  readonly endpointIds: readonly string[];
}

/** The kernel: everything that happens is a decision, committed whole, in one order. */
export function createEngine(options: {
  seed: number;
  parts: KernelParts;
  time: TimeSource;
  /** Called with every command before it has an effect. */
  log?: ((command: LoggedCommand) => void) | undefined;
  /** Whether reads are logged, too. Default: false. */
  logsReads?: boolean;
}): Engine {
  const { seed, parts, time, logsReads = false } = options;
  let { log } = options;
  const store = createStore();
  let frozen: number | undefined;
  const now = (): number => frozen ?? time.now();
  const clocks = createWallClocks({ ...time, now });
  const holds = createHolds(time);
  const { feed } = store;
  const listeners: (() => void)[] = [];
  const history = createHistory(keptDecisions);
  let outbox: Delivery[] = [];
  let decisions = 0;
  let outer: Cause = { kind: "start", name: "start", accountId: "" };

  /** The control command that is in progress and has had no effect so far. */
  let pending: Commanded | undefined;

  const append = (commanded: Commanded, before = decisions): void =>
    log?.({ at: now(), decisions: before, ...commanded });
  const appendPending = (): void => {
    if (pending !== undefined) append(pending);
    pending = undefined;
  };
  const during = <T>(at: number, handle: () => T): T => {
    const before = frozen;
    frozen = at;
    try {
      return handle();
    } finally {
      frozen = before;
    }
  };
  let isQuiet = false;
  const notify = (): void => {
    if (!isQuiet) for (const listener of listeners) listener();
  };

  const nextIds = (): Ids => {
    decisions += 1;
    return parts.ids(seed, decisions);
  };

  /** The feed entries and recipients of a decision's events; nothing is emitted yet. */
  const announcements = (events: readonly EventDraft[], now: number, ids: Ids): readonly Announcement[] =>
    events.flatMap((draft) => {
      if (!Object.hasOwn(parts.envelopes, draft.envelope))
        throw new Error(`No envelope is called ${draft.envelope}`);
      const wrap = parts.envelopes[draft.envelope];
      if (wrap === undefined) return [];
      const event: Event = { ...draft, id: ids.id(parts.eventPrefix), createdAt: draft.at ?? now };
      const body = wrap(event);
      const { type, mode } = draft;
      return [...new Set(draft.to)].map((accountId) => ({
        entry: { accountId, mode, type, eventId: event.id, body },
        endpointIds: store
          .find(webhookEndpoints, "account", accountId)
          .filter((endpoint) => parts.isSubscribed(endpoint, event))
          .map(({ id }) => id),
      }));
    });

  const announce = ({ entry: draft, endpointIds }: Announcement): void => {
    const entry = feed.append(draft);
    outbox.push(...endpointIds.map((endpointId) => ({ endpointId, entry, attempt: 1 })));
  };

  const commit = (effects: Effects, now: number, ids: Ids, cause: Cause | Command): void => {
    const { writes = NONE, postings = NONE, timers = NONE, events = NONE, deliveries = NONE } = effects;
    // Everything that can refuse, and every part that can be replaced, runs before the first change.
    for (const entry of postings) {
      const fault = faultOf(entry);
      if (fault !== undefined) throw new Error(`Ledger: ${fault}`);
    }
    // Entries that sum to zero leave it as it is.
    store.ledger.assertTrialBalance();
    const announced = events.length === 0 ? NONE : announcements(events, now, ids);
    store.apply(writes);
    store.ledger.append(postings);
    store.timeline.apply(timers);
    for (const announcement of announced) announce(announcement);
    for (const delivery of deliveries) outbox.push(delivery);
    history.add({ number: decisions, at: now, cause, writes, entries: postings, timers, announced });
    notify();
  };

  const fire = (timer: Timer): void => {
    const handler = parts.timers[timer.kind];
    if (handler === undefined) throw new Error(`No handler for the timer ${timer.kind}`);
    const { kind, accountId, id, subject } = timer;
    // Repetitions of deliveries are not in the log, so they take no number from what is.
    const ids = kind === retryKind ? parts.ids(seed, decisions) : nextIds();
    const cause: Cause = { kind: "timer", name: kind, accountId, about: { timer: id, subject } };
    commit(handler({ state: store, timer, now: timer.at, ids, parts }), timer.at, ids, cause);
  };

  const moves = createMoves({
    timeline: store.timeline,
    fire,
    soon: time.soon,
    later: (call) => void time.after(1_000, call),
    enter: (clock, slice) => {
      append({ kind: "slice", clock });
      during(now(), slice);
    },
  });

  const catchUp = (accountId: string): Ran => {
    // While commands are repeated, time is theirs.
    if (isQuiet && frozen === undefined) return NONE;
    const next = store.timeline.next(wallClock(accountId));
    if (next === undefined) return NONE;
    return during(now(), () => {
      const reached = clocks.now(accountId);
      if (next.at > reached || moves.isUnderWay(accountId)) return NONE;
      append({ kind: "due", accountId });
      return moves.whole(wallClock(accountId), reached);
    });
  };

  const settle = (accountId: string, { advance, answer }: Decision): Whenever<Answer> => {
    if (advance === undefined) return answer;
    const { clock, to } = advance;
    return moves.begin({ accountId, clock, to }, (ran) => advance.answer?.(store, ran) ?? answer);
  };

  const run = (operation: Operation, command: Command, reservation?: Reservation): Whenever<Answer> => {
    const { accountId } = command.caller;
    const outside = frozen;
    frozen = now();
    try {
      catchUp(accountId);
      const shown = clocks.now(accountId);
      const before = decisions;
      const ids = nextIds();
      const decided = parts.transact(
        () => {
          const decision = operation.decide({ state: store, command, now: shown, ids });
          const end =
            reservation === undefined ? [] : [closing(operation.idempotency, reservation, decision.answer)];
          return end.length === 0 ? decision : { ...decision, writes: [...(decision.writes ?? []), ...end] };
        },
        (decision) => {
          if (operation.method !== "GET" || hasEffects(decision))
            append(
              {
                kind: "request",
                command: keptCommand(command),
                ...(reservation === undefined ? {} : { reservation }),
              },
              before,
            );
          else if (logsReads) append({ kind: "answered", command: keptCommand(command) }, before);
          commit(decision, shown, ids, command);
        },
        command.operationId,
      );
      return whenThere(decided, (decision) => settle(accountId, decision));
    } finally {
      frozen = outside;
    }
  };

  const changeReservation = (
    kind: "reserve" | "free",
    reservation: Reservation,
    cause: Cause | Command,
  ): void => {
    try {
      append({ kind, reservation });
    } catch (fault) {
      // A key that cannot be freed in the log is freed by the next start; until then, its request can be sent again.
      if (kind === "reserve" || !(fault instanceof StorageFailure)) throw fault;
    }
    const { id } = reservation;
    const write = kind === "reserve" ? put(idempotencyKeys, reservation) : remove(idempotencyKeys, id);
    commit({ writes: [write] }, clocks.now(reservation.caller.accountId), nextIds(), cause);
  };

  /** What the idempotency key alone answers. */
  const answerOf = (command: Command, policy: IdempotencyPolicy): Answer | undefined => {
    const key = keyOf(command);
    const refusal = policy.refuse(key);
    if (refusal !== undefined || key === undefined) return refusal;
    const shown = clocks.now(command.caller.accountId);
    const kept = store.get(idempotencyKeys, policy.scope(command, key));
    if (kept === undefined) return undefined;
    if (kept.answer === undefined) return policy.inProgress(kept);
    return policy.forgets?.(kept, shown) === true ? undefined : policy.replay(kept, command, shown);
  };

  const runOnce = async (
    operation: Operation,
    command: Command,
    policy: IdempotencyPolicy,
  ): Promise<Answer> => {
    const key = keyOf(command);
    const { caller, operationId } = command;
    if (key !== undefined) catchUp(caller.accountId);
    const answer = answerOf(command, policy);
    if (answer !== undefined) {
      append({ kind: "answered", command: keptCommand(command) });
      return answer;
    }
    if (key === undefined) return run(operation, command);
    const reservedAt = clocks.now(caller.accountId);
    const reservation = { id: policy.scope(command, key), caller, operationId, key, reservedAt };
    changeReservation("reserve", reservation, command);
    const gate = holds.meet(caller.accountId, operationId, key);
    if (gate !== undefined) await gate;
    try {
      return await moves.after(caller.accountId, () => run(operation, command, reservation));
    } catch (fault) {
      changeReservation("free", reservation, command);
      throw fault;
    }
  };

  const answer = (operation: Operation, command: Command): Whenever<Answer> =>
    moves.after(command.caller.accountId, () =>
      operation.idempotency === undefined || operation.idempotency.applies?.(store, command) === false
        ? run(operation, command)
        : runOnce(operation, command, operation.idempotency),
    );

  const repeated = async (
    accountId: string,
    answer: Whenever<Answer>,
    report: (answer: Answer) => void,
  ): Promise<void> => {
    const answered = (async () => report(await answer))();
    // A long movement of a clock ends in commands that follow.
    if (moves.isUnderWay(accountId)) void answered.catch(() => undefined);
    else await answered;
  };

  const repeatOne = async (command: LoggedCommand, repeat: Repeat): Promise<void> => {
    decisions = command.decisions;
    const report = (answer: Answer): void => repeat.onAnswer?.(command, answer);
    if (command.kind === "due") catchUp(command.accountId);
    else if (command.kind === "slice") moves.next(command.clock);
    else if (command.kind === "control")
      await repeated(command.params["accountId"] ?? "", repeat.control(command), report);
    else if (command.kind === "back") repeat.back?.(command);
    else if (command.kind === "reserve" || command.kind === "free")
      changeReservation(command.kind, command.reservation, {
        kind: "request",
        name: command.reservation.operationId,
        accountId: command.reservation.caller.accountId,
      });
    else if (command.kind === "request" || (command.kind === "answered" && repeat.onAnswer !== undefined)) {
      const given = command.command;
      const operation = repeat.operation(given.operationId);
      if (operation === undefined) throw new Error(`There is no operation ${given.operationId}`);
      const { idempotency } = operation;
      const known =
        command.kind === "answered" && idempotency !== undefined ? answerOf(given, idempotency) : undefined;
      const reservation = command.kind === "request" ? command.reservation : undefined;
      await repeated(given.caller.accountId, known ?? run(operation, given, reservation), report);
    }
  };

  return {
    now,
    at: (time, handle) => {
      const kept = log;
      log = undefined;
      try {
        return during(time, handle);
      } finally {
        log = kept;
      }
    },
    record: append,
    image: () => ({ decisions, state: store.image(), clocks: clocks.image(), history: history.image() }),
    restore: (image) => {
      holds.clear();
      store.restore(image.state);
      clocks.restore(image.clocks);
      history.restore(image.history);
      outbox = [];
      ({ decisions } = image);
    },
    replay: async (commands, repeat) => {
      const kept = log;
      const goOn = moves.pause();
      const unblock = moves.block();
      log = undefined;
      isQuiet = true;
      try {
        // A command that failed when it was given fails again, with the same effects: none.
        for (const command of commands) {
          await during(command.at, () => repeatOne(command, repeat)).catch(() => undefined);
          repeat.onRepeated?.();
        }
      } finally {
        log = kept;
        isQuiet = false;
      }
      // Movements of clocks that were cut off reach their time.
      await goOn();
      unblock();
      // Deliveries that were in progress are not repeated; a request that was cut off frees its key.
      outbox = [];
      holds.clear();
      for (const reservation of store.all(idempotencyKeys)) {
        if (reservation.answer === undefined)
          changeReservation("free", reservation, { kind: "start", name: "restart", accountId: "" });
      }
      notify();
    },
    state: store,
    clocks,
    holds,
    feed,
    catchUp,
    answer,
    execute: async (operation, command) => answer(operation, command),
    act: (accountId, decide) => {
      return during(now(), () => {
        catchUp(accountId);
        const shown = clocks.now(accountId);
        appendPending();
        const ids = nextIds();
        const effects = decide({ state: store, now: shown, ids });
        commit(effects, shown, ids, { ...outer, accountId });
        return effects.result;
      });
    },
    history,
    forget: (accounts) => {
      for (const accountId of accounts) {
        feed.forget(accountId);
        clocks.forget(accountId);
      }
    },
    under: (cause, commanded, handle) => {
      const before = outer;
      outer = cause;
      pending = commanded;
      try {
        return during(now(), handle);
      } finally {
        outer = before;
        pending = undefined;
      }
    },
    catchUpAll: () => {
      for (const clock of store.timeline.clocks()) {
        if (clock.startsWith("wall:")) catchUp(clock.slice("wall:".length));
      }
    },
    moveWallClock: (accountId, to) => {
      appendPending();
      return moves.begin({ accountId, clock: wallClock(accountId), to }, (ran) => {
        clocks.set(accountId, to);
        notify();
        return ran;
      });
    },
    stop: () => void moves.pause(),
    afterMoves: moves.after,
    takeChangedClocks: () => store.timeline.takeChanged(),
    hasDeliveries: () => outbox.length > 0,
    takeDeliveries: () => {
      const taken = outbox;
      outbox = [];
      return taken;
    },
    onCommit: (listener) => void listeners.push(listener),
    clear: () => {
      appendPending();
      holds.clear();
      store.clear();
      history.clear();
      clocks.clear();
      outbox = [];
      decisions = 0;
    },
  };
}
