import { catchUp } from "./catch-up.ts";
import type { Cause } from "./causes.ts";
import type { ClocksImage, WallClocks } from "./clock.ts";
import type { Commanded, LoggedCommand } from "./commands.ts";
import type { Delivery, Feed } from "./events.ts";
import type { Decided, History } from "./history.ts";
import type { Holds } from "./holds.ts";
import { createKernel, type KernelOptions } from "./kernel.ts";
import { type Repeat, replay } from "./replay.ts";
import type { Answer, Command } from "./request.ts";
import { answer } from "./requests.ts";
import type { State, StateImage } from "./state.ts";
import { accountOfWallClock, wallClock } from "./timeline.ts";
import type { Context, Effects, Operation, Ran } from "./types.ts";
import type { Whenever } from "./whenever.ts";

/** What a decision of control works on. */
type ActContext = Omit<Context, "command">;

/** Commits a decision of control for an account, and returns its result, if it has one. */
interface Act {
  <T>(accountId: string, decide: (context: ActContext) => Effects & { result: T }): T;
  (accountId: string, decide: (context: ActContext) => Effects): void;
}

/** The engine: how control and the hosts change the state. */
export interface Engine {
  readonly state: State;
  readonly clocks: WallClocks;
  readonly holds: Holds;
  readonly feed: Feed;
  /** Decides a request, immediately unless it has to wait. @throws if a part fails */
  answer(operation: Operation, command: Command): Whenever<Answer>;
  /** As `answer`, but always returns a promise. */
  execute(operation: Operation, command: Command): Promise<Answer>;
  act: Act;
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
  /** Stops long moves of clocks. The next start from this state finishes them. */
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

/** The state of an engine, as data. */
export interface EngineImage {
  readonly decisions: number;
  readonly state: StateImage;
  readonly clocks: ClocksImage;
  readonly history: readonly Decided[];
}

/** Creates an engine. Everything that happens is a decision. Decisions are committed one after the other, each completely. */
export function createEngine(options: KernelOptions): Engine {
  const kernel = createKernel(options);
  const { present, store, outbox, commits, recorder, clocks, holds, moves } = kernel;
  const { history } = commits;
  /** The cause of the decisions of control. */
  let cause: Cause = { kind: "start", name: "start", accountId: "" };
  const act = (accountId: string, decide: (context: ActContext) => Effects & { result?: unknown }): unknown =>
    present.during(present.now(), () => {
      catchUp(kernel, accountId);
      const now = clocks.now(accountId);
      recorder.appendPending();
      const ids = commits.nextIds();
      const effects = decide({ state: store, now, ids });
      commits.commit(effects, now, ids, { ...cause, accountId });
      return effects.result;
    });

  return {
    state: store,
    clocks,
    holds,
    feed: store.feed,
    history,
    answer: (operation, command) => answer(kernel, operation, command),
    execute: async (operation, command) => answer(kernel, operation, command),
    act,
    under: (given, commanded, handle) => {
      const before = cause;
      cause = given;
      try {
        return recorder.expecting(commanded, () => present.during(present.now(), handle));
      } finally {
        cause = before;
      }
    },
    now: () => present.now(),
    at: (time, handle) => {
      const unmute = recorder.mute();
      try {
        return present.during(time, handle);
      } finally {
        unmute();
      }
    },
    record: (commanded) => recorder.append(commanded),
    image: () => ({
      decisions: commits.decisions,
      state: store.image(),
      clocks: clocks.image(),
      history: history.image(),
    }),
    restore: (image) => {
      holds.clear();
      store.restore(image.state);
      clocks.restore(image.clocks);
      history.restore(image.history);
      outbox.take();
      commits.decisions = image.decisions;
    },
    replay: (commands, repeat) => replay(kernel, commands, repeat),
    forget: (accounts) => {
      for (const accountId of accounts) {
        store.feed.forget(accountId);
        clocks.forget(accountId);
      }
    },
    catchUp: (accountId) => catchUp(kernel, accountId),
    catchUpAll: () => {
      for (const clock of store.timeline.clocks()) {
        const accountId = accountOfWallClock(clock);
        if (accountId !== undefined) catchUp(kernel, accountId);
      }
    },
    moveWallClock: (accountId, to) => {
      recorder.appendPending();
      return moves.begin({ accountId, clock: wallClock(accountId), to }, (ran) => {
        clocks.set(accountId, to);
        commits.notify();
        return ran;
      });
    },
    stop: () => void moves.pause(),
    afterMoves: (accountId, call) => moves.after(accountId, call),
    takeChangedClocks: () => store.timeline.takeChanged(),
    hasDeliveries: () => !outbox.isEmpty,
    takeDeliveries: () => outbox.take(),
    onCommit: (listener) => commits.onCommit(listener),
    clear: () => {
      recorder.appendPending();
      holds.clear();
      store.clear();
      history.clear();
      clocks.clear();
      outbox.take();
      commits.decisions = 0;
    },
  };
}
