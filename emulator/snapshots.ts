import {
  type Beginning,
  beginningIn,
  type BeginningOptions,
  imageOfBeginning,
  newBeginning,
  withTime,
} from "./beginning.ts";
import type { EmulatedTime } from "./kernel/clock.ts";
import type { Engine } from "./kernel/engine.ts";
import { retryKind } from "./kernel/events.ts";
import type { Image } from "./kernel/keeper.ts";
import type { MadeMerchant } from "./kernel/merchants.ts";
import { withoutTimers } from "./kernel/timeline.ts";
import { UNDELIVERED } from "./kernel/undelivered.ts";

/** A state as one JSON document, which can be kept, sent, and imported by any emulator. It contains no API key. */
export interface Snapshot extends Pick<Beginning, "seed" | "given" | "began" | "replaced"> {
  /** The form of the document. */
  readonly payconformSnapshot: 1;
  /** The emulator's time, epoch milliseconds. */
  readonly now: number;
  readonly state: Image;
}

/** A snapshot that cannot be imported. The message says why. */
export class SnapshotFault extends Error {
  override readonly name = "SnapshotFault";
}

/** Exports and imports the state of an emulator. */
export interface Snapshots {
  export(): Snapshot;
  /** Continues from a snapshot instead of the present state, with its seed, at its time. @throws SnapshotFault, without any change */
  import(snapshot: unknown): Snapshot;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && ["string", "number"].includes(typeof value[0]);

const isImage = (value: unknown): value is Image =>
  isObject(value) &&
  Object.values(value).every((entries) => Array.isArray(entries) && entries.every(isEntry));

/** Milliseconds that a date can have. */
const isTime = (value: unknown): boolean => !Number.isNaN(new Date(value as number).getTime());

const isSnapshot = (value: unknown): value is Snapshot =>
  isObject(value) &&
  value["payconformSnapshot"] === 1 &&
  ["seed", "now", "began"].every((name) => Number.isSafeInteger(value[name])) &&
  isTime(value["now"]) &&
  isTime(value["began"]) &&
  (value["given"] === undefined || isObject(value["given"])) &&
  isImage(value["state"]);

/** @throws SnapshotFault */
function checked(value: unknown): Snapshot {
  if (isSnapshot(value)) return value;
  throw new SnapshotFault(
    "This is not a snapshot that `payconform snapshot export` or `GET /control/snapshot` of this version made",
  );
}

/** Calls what reads a snapshot. @throws SnapshotFault */
export function readingSnapshot<T>(read: () => T): T {
  try {
    return read();
  } catch (fault) {
    throw new SnapshotFault(
      `The snapshot cannot be read: ${fault instanceof Error ? fault.message : String(fault)}`,
    );
  }
}

/** The snapshot of a state. */
function snapshotOf({ seed, given, began, replaced }: Beginning, now: number, image: Image): Snapshot {
  return {
    payconformSnapshot: 1,
    seed,
    ...(given === undefined ? {} : { given }),
    began,
    replaced,
    now,
    // An emulator that imports it must not deliver again what was emitted before.
    state: { ...withoutTimers(image, retryKind), [UNDELIVERED]: [] },
  };
}

/** The snapshot of a state that is kept in a folder, at the present time; undefined if nothing has begun there. */
export function snapshotOfKept(image: Image | undefined, realNow: number): Snapshot | undefined {
  const beginning = beginningIn(image);
  if (image === undefined || beginning === undefined) return undefined;
  return snapshotOf(beginning, beginning.stillAt ?? realNow + beginning.aheadMs, image);
}

/** The state of a snapshot, with which an emulator begins. @throws SnapshotFault */
export function imageOfSnapshot(value: unknown, options: BeginningOptions): Image {
  const { seed, given, began, now, state } = checked(value);
  const { given: _, ...others } = options;
  const beginning = newBeginning({
    ...others,
    seed,
    ...(given === undefined ? {} : { given }),
    clock: { ...options.clock, now },
  });
  return { ...state, ...imageOfBeginning({ ...beginning, began }) };
}

export function createSnapshots(options: {
  engine: Engine;
  time: EmulatedTime;
  /** The beginning of the present state. */
  beginning: () => Beginning;
  /** The first merchants of another beginning. */
  firstMerchantsOf: (beginning: Beginning) => MadeMerchant[];
  /** Called after an import, with the beginning and the first merchants of the snapshot. */
  onImport: (beginning: Beginning, first: MadeMerchant[]) => void;
}): Snapshots {
  const { engine, time, beginning, firstMerchantsOf, onImport } = options;
  return {
    export: () => snapshotOf(beginning(), time.now(), engine.image()),
    import: (value) => {
      const snapshot = checked(value);
      const { seed, given, began, now, state } = snapshot;
      const { given: _, ...own } = beginning();
      const next = { ...own, seed, began, ...(given === undefined ? {} : { given }) };
      const image = { ...state, ...imageOfBeginning(withTime(next, time, now)) };
      const first = readingSnapshot(() => {
        const made = firstMerchantsOf(next);
        engine.at(now, () => engine.replace(image, seed));
        return made;
      });
      time.set(now);
      onImport(next, first);
      return snapshot;
    },
  };
}
