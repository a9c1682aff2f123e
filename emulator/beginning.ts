import { systemTime } from "./http/system.ts";
import { type EmulatedTime, emulatedTime, type TimeSetting, type TimeSource } from "./kernel/clock.ts";
import type { Image } from "./kernel/keeper.ts";
import type { SeedDocument } from "./seed-file/document.ts";

/** The options that determine the initial state of an emulator. */
export interface BeginningOptions {
  /** The same seed, times and requests give the same bytes. Default: 1. */
  seed?: number;
  /** A seed file. Default: two merchants. */
  given?: SeedDocument;
  /** Whether webhooks are signed unless a merchant chooses otherwise. Default: false. */
  signWebhooks?: boolean;
  /** The names of the parts that were replaced, which are kept with the state. Default: none. */
  replaced?: readonly string[];
  /** Default: real time. */
  time?: TimeSource;
  /** The initial time, and whether time stands still. Default: real time, running. */
  clock?: TimeSetting;
}

/** How an emulator began, and how its time differs from real time. */
export interface Beginning {
  readonly seed: number;
  readonly given?: SeedDocument;
  readonly signWebhooks: boolean;
  readonly replaced: readonly string[];
  /** When it began, epoch milliseconds of its time. */
  readonly began: number;
  /** How far its time is ahead of real time, ms. */
  readonly aheadMs: number;
  /** The time at which it stands still, epoch milliseconds. */
  readonly stillAt?: number;
}

/** Where it is kept. */
const SECTION = "beginning";

/** A beginning as data. */
export const imageOfBeginning = (beginning: Beginning): Image => ({ [SECTION]: [["", beginning]] });

/** The beginning in a state, if there is one. */
export const beginningIn = (image: Image | undefined): Beginning | undefined =>
  image?.[SECTION]?.[0]?.[1] as Beginning | undefined;

/** The beginning of a new emulator. */
export function newBeginning(options: BeginningOptions): Beginning {
  const { seed = 1, given, signWebhooks = false, replaced = [], time = systemTime, clock = {} } = options;
  const began = clock.now ?? time.now();
  return {
    seed,
    ...(given === undefined ? {} : { given }),
    signWebhooks,
    replaced,
    began,
    aheadMs: clock.now === undefined ? 0 : clock.now - time.now(),
    ...(clock.isStill === true ? { stillAt: began } : {}),
  };
}

/** The time of an emulator that began so. */
export function timeOf({ aheadMs, stillAt }: Beginning, real: TimeSource = systemTime): EmulatedTime {
  return emulatedTime(real, { now: stillAt ?? real.now() + aheadMs, isStill: stillAt !== undefined });
}

/** The beginning of an emulator whose time is set to `now`, epoch milliseconds. */
export const withTime = (beginning: Beginning, time: EmulatedTime, now = time.now()): Beginning => ({
  ...beginning,
  aheadMs: time.aheadMs() + now - time.now(),
  ...(time.isStill ? { stillAt: now } : {}),
});
