import type { EmulatedTime } from "../kernel/clock.ts";
import type { LoggedCommand } from "../kernel/commands.ts";
import type { Engine, EngineImage } from "../kernel/engine.ts";
import { type FeedEntry, retryKind } from "../kernel/events.ts";
import { apiKeys, hashOfKey } from "../kernel/merchants.ts";
import type { Repeat } from "../kernel/replay.ts";
import type { Answer } from "../kernel/request.ts";
import type { ShelfImage } from "../kernel/state.ts";
import { type KeptState, type Route, routeTo } from "./kept-state.ts";
import { piecesOf } from "./pieces.ts";
import type { SnapshotInfo } from "./snapshots.ts";

/** A state, with the emulator's time. */
export interface PointImage extends EngineImage {
  /** The emulator's time, epoch milliseconds. */
  readonly at: number;
  /** How far it is ahead of real time, ms. */
  readonly aheadMs: number;
}

/** The answer of a request or of an operation of control, and its number among the commands; or an event, and the command that caused it. */
export type Replayed =
  | {
      readonly kind: "answer";
      readonly number: number;
      readonly command: LoggedCommand;
      readonly answer: Answer;
    }
  | { readonly kind: "event"; readonly number: number; readonly event: FeedEntry };

/** A way to a state that another emulator can follow. */
export interface Way extends Route {
  /** The emulator's time there, epoch milliseconds. */
  readonly now: number;
}

/** The points of an emulator's past: the states after its commands. */
export interface Points {
  /** Restores the state after the last command that is kept. Returns the snapshots that could not be read. */
  restore(): Promise<readonly SnapshotInfo[]>;
  /** Repeats all commands that are kept, including those that were undone. */
  replay(onReplayed: (replayed: Replayed) => void): Promise<void>;
  /** Keeps the present state. */
  snapshot(name?: string): Promise<SnapshotInfo>;
  /** The number of a command, by itself or by a snapshot's name; undefined where there is none. */
  numberOf(to: number | string): number | undefined;
  /** The way to the state after a command; undefined where neither a snapshot nor the commands are kept. */
  wayTo(to: number): Way | undefined;
  /** Goes back to the state after a command; that is a new command. */
  back(to: number, way: Way): Promise<void>;
  /** Restores a state of another emulator. */
  follow(way: Way): Promise<void>;
  /** Takes a snapshot if one is due and none is being written. */
  snapshotIfDue(): Promise<void>;
  /** Resolves when no snapshot is being written. */
  written(): Promise<void>;
}

/** A table of keys with their hashes instead. */
const withoutKeys = ({ name, rows, orders }: ShelfImage): ShelfImage => ({
  name,
  rows: rows.map((row) => ({ ...row, id: hashOfKey(row.id) })),
  orders: orders.map(([index, value, ids]) => [index, value, ids.map(hashOfKey)]),
});

/** The points of an emulator that has had no command yet. */
export function createPoints(options: {
  engine: Engine;
  state: KeptState;
  time: EmulatedTime;
  repeat: Repeat;
  /** Called when it goes back. */
  onBack: () => void;
}): Points {
  const { engine, state, time, repeat, onBack } = options;
  let newest = Math.max(0, ...state.snapshots.list().map(({ commands }) => commands));

  const imageNow = (): PointImage => {
    const { state: held, ...rest } = engine.image();
    // Retries of deliveries do not follow from the log.
    const queued = held.timeline.queued.filter(({ timer }) => timer.kind !== retryKind);
    const shelves = held.shelves.map((shelf) => (shelf.name === apiKeys.name ? withoutKeys(shelf) : shelf));
    const kept = { ...held, shelves, timeline: { ...held.timeline, queued } };
    return { ...rest, state: kept, at: time.now(), aheadMs: time.aheadMs() };
  };
  const textNow = (): string => JSON.stringify(imageNow());
  const beginning = textNow();

  const restoreFrom = (text: string): PointImage => {
    const image = JSON.parse(text) as PointImage;
    engine.restore(image);
    return image;
  };

  /** Snapshots are written one after another. */
  let saved: Promise<unknown> = Promise.resolve();
  let saving = 0;
  const snapshot = async (name?: string): Promise<SnapshotInfo> => {
    const image = piecesOf(imageNow());
    const taken = { commands: state.count, at: time.now(), ...(name === undefined ? {} : { name }) };
    newest = state.count;
    state.rotate();
    saving += 1;
    const before = saved;
    const save = async (): Promise<SnapshotInfo> => {
      await before.catch(() => undefined);
      return state.snapshots.save({ ...taken, image }).finally(() => (saving -= 1));
    };
    const info = save();
    saved = info;
    return info;
  };

  const follow = async ({ image, commands, now }: Way): Promise<void> => {
    restoreFrom(image ?? beginning);
    time.set(now);
    await engine.replay(commands, repeat);
  };

  return {
    restore: async () => {
      const route = routeTo(state, state.count);
      if (route === undefined) return [];
      const { image, commands, turned, damaged } = route;
      const restored = image === undefined ? undefined : restoreFrom(image);
      const last = commands.at(-1)?.at ?? restored?.at;
      const aheadMs = turned?.aheadMs ?? restored?.aheadMs;
      if (time.isStill) time.set(last ?? time.now());
      else if (aheadMs !== undefined) time.setAhead(aheadMs);
      await engine.replay(commands, repeat);
      return damaged;
    },
    replay: async (onReplayed) => {
      const commands = state.read(0);
      const targets = new Set(commands.flatMap((command) => (command.kind === "back" ? [command.to] : [])));
      const images = new Map<number, string>([[1, beginning]]);
      const numbers = new Map(commands.map((command, at) => [command, at + 1]));
      let current = 2;
      engine.feed.onAppend((event) => onReplayed({ kind: "event", number: current, event }));
      await engine.replay(commands.slice(1), {
        ...repeat,
        back: ({ to }) => void restoreFrom(images.get(to) ?? beginning),
        onAnswer: (command, answer) =>
          onReplayed({ kind: "answer", number: numbers.get(command) ?? current, command, answer }),
        onRepeated: () => {
          if (targets.has(current)) images.set(current, textNow());
          current += 1;
        },
      });
    },
    snapshot,
    numberOf: (to) => {
      if (typeof to === "string")
        return state.snapshots
          .list()
          .filter(({ name }) => name === to)
          .at(-1)?.commands;
      return to >= 1 && to <= state.count ? to : undefined;
    },
    wayTo: (to) => {
      if (to === state.count)
        return { image: textNow(), commands: [], turned: undefined, damaged: [], now: time.now() };
      const route = routeTo(state, to);
      if (route === undefined) return undefined;
      const from = JSON.parse(route.image ?? beginning) as PointImage;
      return { ...route, now: route.commands.at(-1)?.at ?? from.at };
    },
    back: async (to, way) => {
      engine.record({ kind: "back", to, aheadMs: time.aheadMs() + way.now - time.now() });
      onBack();
      await follow(way);
    },
    follow,
    written: () =>
      saved.then(
        () => undefined,
        () => undefined,
      ),
    snapshotIfDue: async () => {
      const { snapshotEvery } = state;
      if (saving > 0 || snapshotEvery === undefined || state.count - newest < snapshotEvery) return;
      // A larger state takes longer to write.
      if (state.count - newest >= engine.state.size() / 4) await snapshot();
    },
  };
}
