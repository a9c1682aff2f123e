import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";
import { runCommandLine } from "../../cli/program/program.ts";
import type { ExitCode, RecordedExchange, RuleResult, RunResult } from "../../harness/results.ts";
import { judgeHere } from "../../cli/runner/threads.ts";
import { inquiryHere } from "../../cli/targets/inquiry.ts";
import { type Ended, ended, environment } from "../child-process.ts";
import { compiled } from "../compiled.ts";
import { emptyFolder, folderWith } from "../empty-folder.ts";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The words of a command, or the command itself if none of them contains a space. */
type Args = string | readonly string[];

const wordsOf = (args: Args): readonly string[] =>
  typeof args === "string" ? args.trim().split(/ +/) : args;

/** Runs the command line in a process, as a user does, in an empty folder. */
export function payconform(
  args: Args,
  options: {
    env?: Record<string, string>;
    folder?: string;
    onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
    onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
  } = {},
): Promise<Ended> {
  return ended(process.execPath, [join(compiled(), "cli/main.js"), ...wordsOf(args)], {
    cwd: options.folder ?? emptyFolder(),
    env: { NO_COLOR: "1", ...options.env },
    // Node would read extra certificates at each start, which takes longer than the start itself.
    without: /^(PAYCONFORM_(LIVE_)?KEY|NODE_EXTRA_CA_CERTS)$/,
    ...(options.onStart && { onStart: options.onStart }),
    ...(options.onOutput && { onOutput: options.onOutput }),
  });
}

/** A command that runs until the test ends it, or its end. */
export interface Running {
  /** What it has printed to standard output when that matches. @throws Error if it ends before */
  readonly until: (shown: RegExp) => Promise<string>;
  readonly end: (signal?: NodeJS.Signals) => Promise<Ended>;
}

/** Starts the command line in a process, as a user does, in an empty folder. */
export function begun(args: Args, options: { env?: Record<string, string>; folder?: string } = {}): Running {
  let [printed, kill, look] = ["", (_signal: NodeJS.Signals): void => undefined, (): void => undefined];
  const running = payconform(args, {
    ...options,
    onStart: (killing) => (kill = killing),
    onOutput: (text) => {
      printed = text;
      look();
    },
  });
  const end = (signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> => {
    kill(signal);
    return running;
  };
  onTestFinished(async () => void (await end()));
  const until = async (shown: RegExp): Promise<string> => {
    const seen = new Promise<null>((resolve) => {
      look = () => void (shown.test(printed) && resolve(null));
      look();
    });
    const early = await Promise.race([seen, running]);
    if (early !== null && !shown.test(printed)) throw new Error(`the command ended: ${early.stderr}`);
    return printed;
  };
  return { until, end };
}

/** What `emulate` prints. */
export interface Printed {
  readonly paymentUrl: string;
  readonly checkoutUrl: string;
  readonly controlUrl?: string;
  readonly dashboardUrl?: string;
  readonly controlToken?: string;
  readonly authority?: string;
  readonly merchants: readonly { readonly accountId: string; readonly keys: { readonly test: string } }[];
}

/** Starts `payconform emulate` with these flags, and waits for what it prints. */
export async function emulating(
  flags: readonly string[],
  options: { env?: Record<string, string> } = {},
): Promise<Printed & { readonly key: string; readonly end: Running["end"] }> {
  const { until, end } = begun(["emulate", ...flags], options);
  const printed = JSON.parse(await until(/\n/)) as Printed;
  return { ...printed, key: printed.merchants[0]?.keys.test ?? "", end };
}

const nothing = (): void => undefined;
const thisThread = {
  startThread: () => ({ judge: judgeHere, inquiry: inquiryHere, prepare: nothing, close: nothing }),
  leave: (code: ExitCode) => code,
};

/**
 * Runs the command line in this process and thread, with the same result. This is faster, because no process starts and V8 has optimized the code.
 * One command at a time, since a process has one current folder.
 */
export async function inThisProcess(
  args: Args,
  options: { readonly env?: Record<string, string>; readonly folder?: string } = {},
): Promise<Ended & { readonly code: number }> {
  const outside = { folder: process.cwd(), env: process.env };
  const written = { stdout: "", stderr: "" };
  const spied = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    process.env = environment({ env: { NO_COLOR: "1", ...options.env } });
    process.chdir(options.folder ?? emptyFolder());
    const code = await runCommandLine(["node", "payconform", ...wordsOf(args)], {
      ...thisThread,
      startedAt: Date.now(),
    });
    return { code, ...written };
  } finally {
    process.chdir(outside.folder);
    process.env = outside.env;
    for (const spy of spied) spy.mockRestore();
  }
}

/** What a command in this process says to a mistake of its user. @throws Error if it does not end with 2 */
export async function refusalOf(...given: Parameters<typeof inThisProcess>): Promise<string> {
  const { code, stdout, stderr } = await inThisProcess(...given);
  if (code !== 2) throw new Error(`${wordsOf(given[0]).join(" ")} ended with ${code}: ${stderr}${stdout}`);
  return stderr;
}

/** The content of `conformance.json`: the result, with the decisive exchange instead of the transcript. */
interface Outcome extends Omit<RunResult, "rules"> {
  readonly rules: readonly (Omit<RuleResult, "transcript"> & {
    readonly transcript: string | null;
    readonly decisiveExchange: RecordedExchange | null;
  })[];
}

/** Reads `conformance.json` of the run in a folder. */
export function outcomeIn(folder: string, out = "payconform-out"): Outcome {
  return JSON.parse(readFileSync(join(folder, out, "conformance.json"), "utf8")) as Outcome;
}

export { emptyFolder, folderWith };
