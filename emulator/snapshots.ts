import { type Beginning, imageOfBeginning, withTime } from "./beginning.ts";
import type { EmulatedTime } from "./kernel/clock.ts";
import type { Engine } from "./kernel/engine.ts";
import { retryKind } from "./kernel/events.ts";
import type { Image } from "./kernel/keeper.ts";
import { withoutTimers } from "./kernel/timeline.ts";
import { UNDELIVERED } from "./kernel/undelivered.ts";

/** A state as one JSON document, which can be kept, sent, and imported by another emulator. It contains no API key. */
export interface Snapshot {
  /** The form of the document. */
  readonly payconformSnapshot: 1;
  readonly seed: number;
  /** The names of the parts of the emulator that were replaced. */
  readonly replaced: readonly string[];
  /** The emulator's time, epoch milliseconds. */
  readonly now: number;
  readonly state: Image;
}

/** Exports and imports the state of an emulator. */
export interface Snapshots {
  export(): Snapshot;
  /** Continues from a snapshot instead of the present state, at its time. Returns why it is refused. */
  import(snapshot: unknown): string | undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && ["string", "number"].includes(typeof value[0]);

const isImage = (value: unknown): value is Image =>
  isObject(value) &&
  Object.values(value).every((entries) => Array.isArray(entries) && entries.every(isEntry));

const isSnapshot = (value: unknown): value is Snapshot =>
  isObject(value) &&
  value["payconformSnapshot"] === 1 &&
  Number.isSafeInteger(value["seed"]) &&
  Number.isSafeInteger(value["now"]) &&
  isImage(value["state"]);

export function createSnapshots(options: {
  engine: Engine;
  time: EmulatedTime;
  beginning: Beginning;
  /** Called after an import. */
  onImport: () => void;
}): Snapshots {
  const { engine, time, beginning, onImport } = options;
  return {
    export: () => ({
      payconformSnapshot: 1,
      seed: beginning.seed,
      replaced: beginning.replaced,
      now: time.now(),
      // Whoever imports it must not deliver again what was emitted before.
      state: { ...withoutTimers(engine.image(), retryKind), [UNDELIVERED]: [] },
    }),
    import: (snapshot) => {
      if (!isSnapshot(snapshot))
        return "This is not a snapshot that `GET /control/snapshot` of this version returned";
      const { state, seed, now } = snapshot;
      if (seed !== beginning.seed)
        return `The snapshot is of an emulator with the seed ${seed}, from which its ids and keys derive: start with --seed ${seed}`;
      const image = { ...state, ...imageOfBeginning(withTime(beginning, time, now)) };
      try {
        engine.at(now, () => engine.replace(image));
      } catch (fault) {
        return `The snapshot cannot be read: ${fault instanceof Error ? fault.message : String(fault)}`;
      }
      time.set(now);
      onImport();
      return undefined;
    },
  };
}
