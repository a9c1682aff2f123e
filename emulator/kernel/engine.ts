import { catchUp, answer, freeReservations } from "./requests.ts";
import type { Cause } from "./history.ts";
import type { Delivery } from "./events.ts";
import type { Image } from "./keeper.ts";
import { createKernel, type KernelOptions } from "./kernel.ts";
import type { Answer, Command } from "./request.ts";
import type { State } from "./state.ts";
import { accountOfWallClock, wallClock } from "./timeline.ts";
import type { Context, Effects, Operation, Ran } from "./types.ts";
import { type Whenever, whenReady } from "./whenever.ts";

/** What a decision of control works on. */
type ActContext = Omit<Context, "command">;

/** Commits a decision of control for an account, and returns its result, if it has one. */
interface Act {
  <T>(accountId: string, decide: (context: ActContext) => Effects & { result: T }): T;
  (accountId: string, decide: (context: ActContext) => Effects): void;
}

/** The outcome of a delivery: it is over, because it arrived or was dropped on purpose, or it waits for a retry, or was given up. */
type DeliveryEnd = "over" | "waiting" | "given up";

/** The engine: how control and the hosts change the state. */
export type Engine = ReturnType<typeof createEngine>;

/** Creates an engine. Everything that happens is a decision. Decisions are committed one after the other, each completely. */
export function createEngine(options: KernelOptions) {
  const kernel = createKernel(options);
  const { keeper, present, store, outbox, commits, clocks, holds, moves } = kernel;
  const { history } = commits;
  /** The cause of the decisions of control. */
  let cause: Cause = { kind: "start", name: "start", accountId: "" };
  const act: Act = (accountId: string, decide: (context: ActContext) => Effects & { result?: unknown }) =>
    present.during(present.now(), () => {
      catchUp(kernel, accountId);
      const now = clocks.now(accountId);
      const ids = commits.nextIds();
      const effects = decide({ state: store, now, ids });
      commits.commit(effects, now, ids, { ...cause, accountId });
      return effects.result;
    });

  /** Calls, and returns the result when everything that the call changed is kept, and everything else that it may have read. */
  const kept = <T>(call: () => Whenever<T>): Whenever<T> => {
    if (keeper.failure !== undefined) throw keeper.failure;
    return whenReady(call(), (result) => {
      const keeping = keeper.whenKept();
      return keeping === undefined ? result : keeping.then(() => result);
    });
  };

  const image = (): Image => ({
    ...commits.image(),
    ...store.image(),
    ...clocks.image(),
    ...moves.image(),
  });

  const load = (from: Image): void => {
    commits.restore(from);
    store.restore(from);
    clocks.restore(from);
  };

  const moveWallClock = (accountId: string, to: number): Whenever<Ran> =>
    moves.begin({ accountId, clock: wallClock(accountId), to }, (ran) => {
      clocks.set(accountId, to);
      commits.notify();
      return ran;
    });

  /** Goes on from a loaded image. */
  const goOn = (from: Image): void => {
    outbox.take();
    const unfinished = moves.replace(from);
    holds.clear();
    freeReservations(kernel);
    for (const move of unfinished) {
      const isOfWallClock = accountOfWallClock(move.clock) !== undefined;
      const moved = isOfWallClock ? moveWallClock(move.accountId, move.to) : moves.begin(move, (ran) => ran);
      // A timer that fails, fails the request that moves the clock. This one was sent to another process.
      Promise.resolve(moved).catch(() => undefined);
    }
    commits.notify();
  };

  return {
    /** The seed from which ids, keys and secrets derive. */
    get seed(): number {
      return commits.seed;
    },
    state: store as State,
    clocks,
    holds,
    feed: store.feed,
    /** The latest decisions, each with its cause. */
    history,
    /** Decides a request, and answers when everything that it changed is kept. @throws if a part fails, or if nothing can be kept */
    answer: (operation: Operation, command: Command): Whenever<Answer> =>
      kept(() => answer(kernel, operation, command)),
    act,
    /** Runs a control operation at one time, records its decisions under its name, and returns when everything that it changed is kept. */
    under: <T>(given: Cause, handle: () => Whenever<T>): Whenever<T> =>
      kept(() => {
        const before = cause;
        cause = given;
        try {
          return present.during(present.now(), handle);
        } finally {
          cause = before;
        }
      }),
    /** Resolves when everything so far is kept; undefined if it already is. Rejects with a `KeepingFailure` if it is lost. */
    whenKept: () => keeper.whenKept(),
    /** The emulator's time: that of the command in progress, otherwise the present. */
    now: () => present.now(),
    /** Runs `handle` at a time. */
    at: <T>(time: number, handle: () => T): T => present.during(time, handle),
    /** The state as data: everything that the next requests depend on. It shares the records, which never change. */
    image,
    /**
     * Continues from a state that is kept. It finishes the movements of clocks that it finds in it, and frees the idempotency keys of requests
     * in progress. Requests that are in progress here have no effect on it.
     * @throws Error if the image is not that of a state
     */
    restore: (from: Image): void => {
      load(from);
      goOn(from);
    },
    /** Continues from an image with its seed, and keeps it instead of the present state. @throws Error, without any change, if it is not that of a state */
    replace: (from: Image, seed: number): void => {
      const before = image();
      try {
        load(from);
      } catch (fault) {
        load(before);
        throw fault;
      }
      commits.seed = seed;
      keeper.replace(from);
      goOn(from);
    },
    /** Removes the events and clocks of deleted accounts; their records are removed elsewhere. */
    forget: (accounts: ReadonlySet<string>): void => {
      for (const accountId of accounts) {
        store.feed.forget(accountId);
        clocks.forget(accountId);
      }
    },
    /** Runs everything that is due on an account's wall clock. */
    catchUp: (accountId: string): Ran => catchUp(kernel, accountId),
    /** Runs everything that is due on any wall clock. */
    catchUpAll: (): void => {
      for (const clock of store.timeline.clocks()) {
        const accountId = accountOfWallClock(clock);
        if (accountId !== undefined) catchUp(kernel, accountId);
      }
    },
    /** Moves an account's wall clock forward and runs what becomes due, in order; a long move in slices. */
    moveWallClock,
    /** Stops long moves of clocks. The next start from the kept state finishes them. */
    stop: () => moves.stop(),
    /** Calls `call` as soon as no clock of the account is being moved, or no clock at all if no account is named. */
    afterMoves: <T>(accountId: string | undefined, call: () => Whenever<T>): Whenever<T> =>
      moves.after(accountId, call),
    /** The clocks whose timers changed since the last call; undefined if any of them may have changed. */
    takeChangedClocks: () => store.timeline.takeChanged(),
    /** Whether commits have left deliveries in the outbox. */
    hasDeliveries: () => !outbox.isEmpty,
    /** Removes the deliveries from the outbox and returns them. */
    takeDeliveries: () => outbox.take(),
    /** Records the outcome of a delivery. Receivers decide it, so it is no decision and changes no later id. */
    settleDelivery: (delivery: Delivery, end: DeliveryEnd): void => {
      if (end === "over") store.undelivered.arrived(delivery);
      else store.undelivered.set(delivery, end);
    },
    /** Calls back after every commit. */
    onCommit: (listener: () => void): void => commits.onCommit(listener),
  };
}
