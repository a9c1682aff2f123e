import { spawn } from "node:child_process";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The variables of this process but for those that a command must not see, and its own. */
export function environment({
  env,
  without = /^PAYCONFORM_(LIVE_)?KEY$/,
}: {
  readonly env?: Readonly<Record<string, string>>;
  readonly without?: RegExp;
}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !without.test(name));
  return { ...Object.fromEntries(inherited), CI: "true", ...env };
}

/** Runs a command to its end. `without` are variables of this process that it must not see. */
export async function ended(
  command: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly without?: RegExp;
    readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
    readonly onOutput?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void;
  },
): Promise<Ended> {
  const child = spawn(command, [...args], {
    cwd: options.cwd,
    env: environment(options),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal);
  options.onStart?.(kill);
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
