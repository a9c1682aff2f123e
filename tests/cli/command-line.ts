import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { runCommandLine } from "../../cli/program/program.ts";
import type { ExitCode, RecordedExchange, RuleResult, RunResult } from "../../harness/results.ts";
import { judgeHere } from "../../cli/runner/threads.ts";
import { inquiryHere } from "../../cli/targets/inquiry.ts";
import { type Ended, ended, environment } from "../child-process.ts";
import { compiled } from "../compiled.ts";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Runs the command line in a process, as a user does, in an empty folder. */
export function payconform(
  args: readonly string[],
  options: {
    env?: Record<string, string>;
    folder?: string;
    onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
    onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
  } = {},
): Promise<Ended> {
  return ended(process.execPath, [join(compiled(), "cli/main.js"), ...args], {
    cwd: options.folder ?? emptyFolder(),
    env: { NO_COLOR: "1", ...options.env },
    // Node would read extra certificates at each start, which takes longer than the start itself.
    without: /^(PAYCONFORM_(LIVE_)?KEY|NODE_EXTRA_CA_CERTS)$/,
    ...(options.onStart && { onStart: options.onStart }),
    ...(options.onOutput && { onOutput: options.onOutput }),
  });
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
  args: readonly string[],
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
    const code = await runCommandLine(["node", "payconform", ...args], {
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

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "payconform-"));
}
