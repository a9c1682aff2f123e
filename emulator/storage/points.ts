import type { EmulatedTime } from "../kernel/clock.ts";
import type { LoggedCommand } from "../kernel/commands.ts";
import type { Engine } from "../kernel/engine.ts";
import type { FeedEntry } from "../kernel/events.ts";
import type { Repeat } from "../kernel/replay.ts";
import type { Answer } from "../kernel/request.ts";
import { type KeptState, type Route, routeTo } from "./kept-state.ts";
import { type PointImage, PointImages } from "./point-images.ts";
import { SnapshotWriter } from "./snapshot-writer.ts";
import type { SnapshotInfo } from "./snapshots.ts";

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

interface PointsOptions {
  readonly engine: Engine;
  readonly state: KeptState;
  readonly time: EmulatedTime;
  readonly repeat: Repeat;
  /** Called when it goes back. */
  readonly onBack: () => void;
}

/** The points of an emulator's past: the states after its commands. */
export class Points {
  readonly #options: PointsOptions;
  readonly #images: PointImages;
  readonly snapshots: SnapshotWriter;

  /** The points of an emulator that has had no command yet. */
  constructor(options: PointsOptions) {
    const { engine, state, time } = options;
    this.#options = options;
    this.#images = new PointImages(engine, time);
    this.snapshots = new SnapshotWriter({ state, images: this.#images, time });
  }

  /** The number of the last command. */
  get count(): number {
    return this.#options.state.count;
  }

  /** Restores the state after the last command that is kept. Returns the snapshots that could not be read. */
  async restore(): Promise<readonly SnapshotInfo[]> {
    const { engine, state, time, repeat } = this.#options;
    const route = routeTo(state, state.count);
    if (route === undefined) return [];
    const { image, commands, turned, damaged } = route;
    const restored = image === undefined ? undefined : this.#images.restore(image);
    const last = commands.at(-1)?.at ?? restored?.at;
    const aheadMs = turned?.aheadMs ?? restored?.aheadMs;
    if (time.isStill) time.set(last ?? time.now());
    else if (aheadMs !== undefined) time.setAhead(aheadMs);
    await engine.replay(commands, repeat);
    return damaged;
  }

  /** Repeats all commands that are kept, including those that were undone. */
  async replay(onReplayed: (replayed: Replayed) => void): Promise<void> {
    const { engine, state, repeat } = this.#options;
    const commands = state.read(0);
    const targets = new Set(commands.flatMap((command) => (command.kind === "back" ? [command.to] : [])));
    const images = new Map<number, string>([[1, this.#images.beginning]]);
    const numbers = new Map(commands.map((command, at) => [command, at + 1]));
    let current = 2;
    engine.feed.onAppend((event) => onReplayed({ kind: "event", number: current, event }));
    await engine.replay(commands.slice(1), {
      ...repeat,
      back: ({ to }) => void this.#images.restore(images.get(to) ?? this.#images.beginning),
      onAnswer: (command, answer) =>
        onReplayed({ kind: "answer", number: numbers.get(command) ?? current, command, answer }),
      onRepeated: () => {
        if (targets.has(current)) images.set(current, this.#images.text());
        current += 1;
      },
    });
  }

  /** The number of a command, by itself or by a snapshot's name; undefined where there is none. */
  numberOf(to: number | string): number | undefined {
    if (typeof to === "number") return to >= 1 && to <= this.count ? to : undefined;
    return this.snapshots
      .list()
      .filter(({ name }) => name === to)
      .at(-1)?.commands;
  }

  /** The way to the state after a command; undefined where neither a snapshot nor the commands are kept. */
  wayTo(to: number): Way | undefined {
    const { state, time } = this.#options;
    if (to === state.count)
      return { image: this.#images.text(), commands: [], turned: undefined, damaged: [], now: time.now() };
    const route = routeTo(state, to);
    if (route === undefined) return undefined;
    const from = JSON.parse(route.image ?? this.#images.beginning) as PointImage;
    return { ...route, now: route.commands.at(-1)?.at ?? from.at };
  }

  /** Goes back to the state after a command; that is a new command. */
  async back(to: number, way: Way): Promise<void> {
    const { engine, time, onBack } = this.#options;
    engine.record({ kind: "back", to, aheadMs: time.aheadMs() + way.now - time.now() });
    onBack();
    await this.follow(way);
  }

  /** Restores a state, of this emulator or another one. */
  async follow({ image, commands, now }: Way): Promise<void> {
    const { engine, time, repeat } = this.#options;
    this.#images.restore(image ?? this.#images.beginning);
    time.set(now);
    await engine.replay(commands, repeat);
  }
}
