import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { runCommandLine } from "../../cli/program.ts";
import type { RecordedExchange, RuleResult, RunResult } from "../../harness/results.ts";
import { type Ended, ended } from "../child-process.ts";
import { compiled } from "../compiled.ts";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Runs the command line as a user does, in an empty folder. */
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
    // Extra certificates are read at each start, which takes longer than the start itself.
    without: /^(PAYCONFORM_(LIVE_)?KEY|NODE_EXTRA_CA_CERTS)$/,
    ...(options.onStart && { onStart: options.onStart }),
    ...(options.onOutput && { onOutput: options.onOutput }),
  });
}

/** Runs a command in this process, which no process has to start for; what it wrote to the error stream beside its exit code. */
export async function inThisProcess(args: readonly string[]): Promise<{ code: number; stderr: string }> {
  let stderr = "";
  const spied = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  try {
    // One run at a time writes into a folder, and other test files run meanwhile.
    const out = args[0] === "run" && !args.includes("--out") ? ["--out", emptyFolder()] : [];
    return { code: await runCommandLine(["node", "payconform", ...args, ...out]), stderr };
  } finally {
    spied.mockRestore();
  }
}

/** What `conformance.json` says: the result, with the exchange that decided instead of the whole transcript. */
interface Outcome extends Omit<RunResult, "rules"> {
  readonly rules: readonly (Omit<RuleResult, "transcript"> & {
    readonly transcript: string | null;
    readonly decisiveExchange: RecordedExchange | null;
  })[];
}

/** What the run in a folder wrote to `conformance.json`. */
export function outcomeIn(folder: string, out = "payconform-out"): Outcome {
  return JSON.parse(readFileSync(join(folder, out, "conformance.json"), "utf8")) as Outcome;
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "payconform-"));
}
