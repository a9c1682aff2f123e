import { type TimeSource, type WallClocks, createWallClocks } from "./clock.ts";
import { type Delivery, type Event, type Feed, type FeedEntry, webhookEndpoints } from "./events.ts";
import { type Holds, createHolds } from "./holds.ts";
import { type IdempotencyPolicy, idempotencyKeys, keyOf } from "./idempotency.ts";
import type { Ids } from "./ids.ts";
import { type Cause, createHistory, type History } from "./history.ts";
import { faultOf } from "./ledger.ts";
import { apiKeys } from "./merchants.ts";
import type { KernelParts } from "./parts.ts";
import type { Answer, Command } from "./request.ts";
import { type State, createStore } from "./state.ts";
import { put, remove } from "./table.ts";
import { type Timer, wallClock } from "./timeline.ts";
import type { Context, Decision, Effects, Operation, Ran } from "./types.ts";

/** What control and the hosts do with the emulator. */
export interface Engine {
  readonly state: State;
  readonly clocks: WallClocks;
  readonly holds: Holds;
  readonly feed: Feed;
  /** Runs one request of one account to its answer. */
  execute(operation: Operation, command: Command): Promise<Answer>;
  /** Commits what control decides for an account, and returns its result. */
  act<T>(accountId: string, decide: (context: Omit<Context, "command">) => Effects & { result: T }): T;
  /** Runs what a control operation does; its decisions are recorded under its name. */
  under<T>(cause: Cause, handle: () => T): T;
  /** The newest decisions, with what led to each. */
  readonly history: History;
  /** Runs everything that is due on an account's wall clock. */
  catchUp(accountId: string): Ran;
  /** Runs everything that is due on any wall clock. */
  catchUpAll(): void;
  /** Moves an account's wall clock forward and runs what becomes due on the way, in order. */
  moveWallClock(accountId: string, to: number): Ran;
  /** Takes the deliveries that commits have left in the outbox. */
  takeDeliveries(): readonly Delivery[];
  /** Calls back after every commit. */
  onCommit(listener: () => void): void;
  clear(): void;
}

/** As many decisions are kept for those who ask why. */
const keptDecisions = 50_000;

/** Longer bodies are left out of them, bytes. */
const mostOfBody = 4096;

/** More timers than this in one movement of a clock are a loop: the movement is given up with an error. */
const mostTimers = 200_000;

/** One event for one account: its feed entry, and the endpoints that receive it. */
interface Announcement {
  readonly entry: Omit<FeedEntry, "sequence">;
  readonly endpointIds: readonly string[];
}

/** A request as a cause: who sent it and what it named. */
const causeOf = ({ operationId, caller, params, headers, body }: Command): Cause => {
  const isKept = body !== undefined && Number(headers["content-length"] ?? 0) <= mostOfBody;
  return {
    kind: "request",
    name: operationId,
    accountId: caller.accountId,
    about: { mode: caller.mode, ...params, ...(isKept ? { body } : {}) },
  };
};

/** The kernel: everything that happens is a decision, committed whole, in one order. */
export function createEngine(options: { seed: number; parts: KernelParts; time: TimeSource }): Engine {
  const { seed, parts, time } = options;
  const store = createStore();
  const clocks = createWallClocks(time);
  const holds = createHolds(time);
  const { feed } = store;
  const listeners: (() => void)[] = [];
  const history = createHistory(keptDecisions);
  let outbox: Delivery[] = [];
  let decisions = 0;
  let outer: Cause = { kind: "start", name: "start", accountId: "" };

  const nextIds = (): Ids => {
    decisions += 1;
    return parts.ids(seed, decisions);
  };

  /** The feed entries and recipients of a decision's events; nothing is emitted yet. */
  const announcements = (effects: Effects, now: number, ids: Ids): readonly Announcement[] =>
    (effects.events ?? []).flatMap((draft) => {
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

  const record = (effects: Effects, announced: readonly Announcement[], now: number, cause: Cause): void => {
    const { writes = [], postings = [], timers = [] } = effects;
    if (writes.length + postings.length + timers.length + announced.length === 0) return;
    history.add({
      number: decisions,
      at: now,
      cause,
      // A key is its record's id, and credentials are never shown.
      changed: writes
        .filter(({ table }) => table.name !== apiKeys.name)
        .map((write) => ({
          do: write.do,
          table: write.table.name,
          id: write.do === "put" ? write.record.id : write.id,
        })),
      entries: postings,
      timers,
      events: announced.map(({ entry }) => ({ id: entry.eventId, type: entry.type })),
    });
  };

  const commit = (effects: Effects, now: number, ids: Ids, cause: Cause): void => {
    // Everything that can refuse, and every part that can be replaced, runs before the first change.
    for (const entry of effects.postings ?? []) {
      const fault = faultOf(entry);
      if (fault !== undefined) throw new Error(`Ledger: ${fault}`);
    }
    // Entries that sum to zero leave it as it is.
    store.ledger.assertTrialBalance();
    const announced = announcements(effects, now, ids);
    store.apply(effects.writes ?? []);
    store.ledger.append(effects.postings ?? []);
    store.timeline.apply(effects.timers ?? []);
    for (const announcement of announced) announce(announcement);
    outbox.push(...(effects.deliveries ?? []));
    record(effects, announced, now, cause);
    for (const listener of listeners) listener();
  };

  const fire = (timer: Timer): void => {
    const handler = parts.timers[timer.kind];
    if (handler === undefined) throw new Error(`No handler for the timer ${timer.kind}`);
    const ids = nextIds();
    const { kind, accountId, id, subject } = timer;
    const cause: Cause = { kind: "timer", name: kind, accountId, about: { timer: id, subject } };
    commit(handler({ state: store, timer, now: timer.at, ids, parts }), timer.at, ids, cause);
  };

  const runUntil = (clock: string, to: number): Ran => {
    const ran: Timer[] = [];
    for (
      let timer = store.timeline.take(clock, to);
      timer !== undefined;
      timer = store.timeline.take(clock, to)
    ) {
      if (ran.length >= mostTimers) throw new Error(`Clock ${clock} never reaches ${to}: too many timers`);
      fire(timer);
      ran.push(timer);
    }
    return ran;
  };

  const catchUp = (accountId: string): Ran => runUntil(wallClock(accountId), clocks.now(accountId));

  const settle = (decision: Decision): Answer => {
    const { advance } = decision;
    if (advance === undefined) return decision.answer;
    const ran = runUntil(advance.clock, advance.to);
    return advance.answer?.(store, ran) ?? decision.answer;
  };

  const run = async (
    operation: Operation,
    command: Command,
    closing?: (answer: Answer) => Effects,
  ): Promise<Answer> => {
    const { accountId } = command.caller;
    catchUp(accountId);
    const now = clocks.now(accountId);
    const ids = nextIds();
    const result = parts.transact(
      () => {
        const decision = operation.decide({ state: store, command, now, ids });
        const end = closing?.(decision.answer);
        return end === undefined
          ? decision
          : { ...decision, writes: [...(decision.writes ?? []), ...(end.writes ?? [])] };
      },
      (decision) => commit(decision, now, ids, causeOf(command)),
      command.operationId,
    );
    return settle(result instanceof Promise ? await result : result);
  };

  const runOnce = async (
    operation: Operation,
    command: Command,
    policy: IdempotencyPolicy,
  ): Promise<Answer> => {
    const key = keyOf(command);
    const refusal = policy.refuse(key);
    if (refusal !== undefined) return refusal;
    if (key === undefined) return run(operation, command);
    const { caller, operationId } = command;
    catchUp(caller.accountId);
    const now = clocks.now(caller.accountId);
    const id = policy.scope(command, key);
    const kept = store.get(idempotencyKeys, id);
    const known = kept?.answer !== undefined && policy.forgets?.(kept, now) === true ? undefined : kept;
    if (known !== undefined) {
      return known.answer === undefined ? policy.inProgress(known) : policy.replay(known, command, now);
    }
    const reservation = { id, caller, operationId, key, reservedAt: now };
    commit({ writes: [put(idempotencyKeys, reservation)] }, now, nextIds(), causeOf(command));
    const gate = holds.meet(caller.accountId, operationId, key);
    if (gate !== undefined) await gate;
    try {
      return await run(operation, command, (answer) => ({
        writes: [
          policy.keeps(answer)
            ? put(idempotencyKeys, { ...reservation, answer })
            : remove(idempotencyKeys, id),
        ],
      }));
    } catch (fault) {
      commit({ writes: [remove(idempotencyKeys, id)] }, now, nextIds(), causeOf(command));
      throw fault;
    }
  };

  return {
    state: store,
    clocks,
    holds,
    feed,
    catchUp,
    execute: async (operation, command) =>
      operation.idempotency === undefined || operation.idempotency.applies?.(store, command) === false
        ? run(operation, command)
        : runOnce(operation, command, operation.idempotency),
    act: (accountId, decide) => {
      catchUp(accountId);
      const now = clocks.now(accountId);
      const ids = nextIds();
      const effects = decide({ state: store, now, ids });
      commit(effects, now, ids, { ...outer, accountId });
      return effects.result;
    },
    history,
    under: (cause, handle) => {
      const before = outer;
      outer = cause;
      try {
        return handle();
      } finally {
        outer = before;
      }
    },
    catchUpAll: () => {
      for (const clock of store.timeline.clocks()) {
        if (clock.startsWith("wall:")) catchUp(clock.slice("wall:".length));
      }
    },
    moveWallClock: (accountId, to) => {
      const ran = runUntil(wallClock(accountId), to);
      clocks.set(accountId, to);
      for (const listener of listeners) listener();
      return ran;
    },
    takeDeliveries: () => {
      const taken = outbox;
      outbox = [];
      return taken;
    },
    onCommit: (listener) => void listeners.push(listener),
    clear: () => {
      holds.clear();
      store.clear();
      history.clear();
      clocks.clear();
      outbox = [];
      decisions = 0;
    },
  };
}
