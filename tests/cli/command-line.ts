import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a user does, in an empty folder. */
export async function payconform(
  args: readonly string[],
  options: {
    env?: Record<string, string>;
    folder?: string;
    onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
  } = {},
): Promise<Ended> {
  const { PAYCONFORM_KEY: _key, PAYCONFORM_LIVE_KEY: _live, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), join(root, "cli/main.ts"), ...args],
    {
      cwd: options.folder ?? emptyFolder(),
      env: { ...inherited, CI: "true", NO_COLOR: "1", ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let stdout = "";
  let stderr = "";
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal);
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    options.onOutput?.(stdout, kill);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout, stderr };
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "payconform-"));
}
