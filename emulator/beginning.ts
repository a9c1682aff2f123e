import { systemTime } from "./http/system.ts";
import { type EmulatedTime, emulatedTime, type TimeSetting, type TimeSource } from "./kernel/clock.ts";
import type { LoggedCommand } from "./kernel/commands.ts";
import type { SeedDocument } from "./seed-file/document.ts";

/** What decides how an emulator begins. */
export interface BeginningOptions {
  /** Same seed, same time and same commands give the same bytes. Default 1. */
  seed?: number;
  /** What there is in the beginning. Default: two merchants. */
  given?: SeedDocument;
  /** Whether merchants that decide nothing get signed webhooks. Default: false. */
  signWebhooks?: boolean;
  /** What the parts that differ from the usual ones are called; it is kept with the first command. Default: none. */
  replaced?: readonly string[];
  /** Default: real time. */
  time?: TimeSource;
  /** When the emulator's time begins, and whether it stands still. Default: real time, running. */
  clock?: TimeSetting;
}

/** How an emulator begins. */
interface Beginning {
  readonly seed: number;
  readonly given: SeedDocument | undefined;
  readonly signWebhooks: boolean;
  readonly time: EmulatedTime;
  /** Epoch milliseconds. */
  readonly began: number;
  /** The command that records it: that of the log, if there is one. */
  readonly command: LoggedCommand;
}

/** The beginning that a log reports, else that of the options. */
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
