import type { EmulatedTime } from "../kernel/clock.ts";
import type { LoggedCommand } from "../kernel/commands.ts";
import type { Engine } from "../kernel/engine.ts";
import type { FeedEntry } from "../kernel/events.ts";
import type { Repeat } from "../kernel/replay.ts";
import type { Answer } from "../kernel/request.ts";
import { type KeptState, planFor, type RestorePlan } from "./kept-state.ts";
import { type PointImage, PointImages } from "./point-images.ts";
import { SnapshotWriter } from "./snapshot-writer.ts";
import type { SnapshotInfo } from "./snapshots.ts";

/** Something that a replay repeated, with the number of its command: an answer of the API or of control, or an event. */
export type Replayed =
  | {
      readonly kind: "answer";
      readonly number: number;
      readonly command: LoggedCommand;
      readonly answer: Answer;
    }
  | { readonly kind: "event"; readonly number: number; readonly event: FeedEntry };

/** An earlier state, from which this emulator or another one can continue. */
export interface RestorePoint extends RestorePlan {
  /** The emulator's time in that state, epoch milliseconds. */
  readonly now: number;
}

interface PointsOptions {
  readonly engine: Engine;
  readonly state: KeptState;
  readonly time: EmulatedTime;
  readonly repeat: Repeat;
  /** Called when the emulator goes back to an earlier state. */
  readonly onBack: () => void;
}

/** The points to which an emulator can go back: the states after each of its commands. */
export class Points {
  readonly #options: PointsOptions;
  readonly #images: PointImages;
  readonly snapshots: SnapshotWriter;

  /** For an emulator that has had no command yet. */
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

  /** Restores the state after the last kept command. Returns the snapshots that could not be read. */
  async restore(): Promise<readonly SnapshotInfo[]> {
    const { engine, state, time, repeat } = this.#options;
    const plan = planFor(state, state.count);
    if (plan === undefined) return [];
    const { image, commands, timeSetBy, damaged } = plan;
    const restored = image === undefined ? undefined : this.#images.restore(image);
    const last = commands.at(-1)?.at ?? restored?.at;
    const aheadMs = timeSetBy?.aheadMs ?? restored?.aheadMs;
    if (time.isStill) time.set(last ?? time.now());
    else if (aheadMs !== undefined) time.setAhead(aheadMs);
    await engine.replay(commands, repeat);
    return damaged;
  }

  /** Repeats all kept commands, undone ones included. */
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

  /** The number of the command that `to` means: itself, or the last command before the snapshot of that name. */
  numberOf(to: number | string): number | undefined {
    if (typeof to === "number") return to >= 1 && to <= this.count ? to : undefined;
    return this.snapshots
      .list()
      .filter(({ name }) => name === to)
      .at(-1)?.commands;
  }

  /** The state after a command; undefined if neither a snapshot nor the commands are kept. */
  find(number: number): RestorePoint | undefined {
    const { state, time } = this.#options;
    if (number === state.count)
      return { image: this.#images.text(), commands: [], timeSetBy: undefined, damaged: [], now: time.now() };
    const plan = planFor(state, number);
    if (plan === undefined) return undefined;
    const from = JSON.parse(plan.image ?? this.#images.beginning) as PointImage;
    return { ...plan, now: plan.commands.at(-1)?.at ?? from.at };
  }

  /** Goes back to the state after a command. Going back is itself a command. */
  async back(to: number, point: RestorePoint): Promise<void> {
    const { engine, time, onBack } = this.#options;
    engine.record({ kind: "back", to, aheadMs: time.aheadMs() + point.now - time.now() });
    onBack();
    await this.continueFrom(point);
  }

  /** Restores a state, of this emulator or another one. */
  async continueFrom({ image, commands, now }: RestorePoint): Promise<void> {
    const { engine, time, repeat } = this.#options;
    this.#images.restore(image ?? this.#images.beginning);
    time.set(now);
    await engine.replay(commands, repeat);
  }
}
