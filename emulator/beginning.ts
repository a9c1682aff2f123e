import { systemTime } from "./http/system.ts";
import { type EmulatedTime, emulatedTime, type TimeSetting, type TimeSource } from "./kernel/clock.ts";
import type { LoggedCommand } from "./kernel/commands.ts";
import type { SeedDocument } from "./seed-file/document.ts";

/** The options that determine the initial state of an emulator. */
export interface BeginningOptions {
  /** The same seed, times and commands give the same bytes. Default: 1. */
  seed?: number;
  /** A seed file. Default: two merchants. */
  given?: SeedDocument;
  /** Whether webhooks are signed unless a merchant chooses otherwise. Default: false. */
  signWebhooks?: boolean;
  /** The names of the parts that were replaced, which the log keeps. Default: none. */
  replaced?: readonly string[];
  /** Default: real time. */
  time?: TimeSource;
  /** The initial time, and whether time stands still. Default: real time, running. */
  clock?: TimeSetting;
}

/** The initial state of an emulator. */
interface Beginning {
  readonly seed: number;
  readonly given: SeedDocument | undefined;
  readonly signWebhooks: boolean;
  readonly time: EmulatedTime;
  /** Epoch milliseconds. */
  readonly began: number;
  /** The command that records it in the log. */
  readonly command: LoggedCommand;
}

/** The initial state, by the first command of the log or by the options. */
export function beginningOf(options: BeginningOptions, first: LoggedCommand | undefined): Beginning {
  const { time: real = systemTime, clock = {} } = options;
  if (first?.kind === "start") {
    const { seed, given, aheadMs, isStill = false, signWebhooks = false, at } = first;
    const now = isStill ? at : aheadMs === undefined ? undefined : real.now() + aheadMs;
    const time = emulatedTime(real, { now, isStill });
    return { seed, given: given as SeedDocument | undefined, signWebhooks, time, began: at, command: first };
  }
  const { seed = 1, given, signWebhooks = false, replaced = [] } = options;
  const time = emulatedTime(real, clock);
  const began = time.now();
  const command: LoggedCommand = {
    at: began,
    decisions: 0,
    kind: "start",
    seed,
    ...(given === undefined ? {} : { given }),
    ...(clock.now === undefined ? {} : { aheadMs: clock.now - real.now() }),
    ...(clock.isStill === true ? { isStill: true } : {}),
    ...(signWebhooks ? { signWebhooks } : {}),
    ...(replaced.length > 0 ? { replaced } : {}),
  };
  return { seed, given, signWebhooks, time, began, command };
}
