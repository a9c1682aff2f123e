/** Third-party tools that only some commands need. Their folders have their own package.json and lock file. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Switches off telemetry, update notices and colours. */
export const QUIET = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  NO_COLOR: "1",
  CI: "true",
};

/** Installs the tools of a folder, unless its lock file is unchanged since the last time. */
export async function installIn(folder: string): Promise<void> {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const stamp = join(folder, "node_modules/.installed-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const npm = spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  const { code, output } = await ended(npm);
  const place = relative(join(import.meta.dirname, ".."), folder);
  if (code !== 0) throw new Error(`the tools could not be installed in ${place}\n${output}`);
  writeFileSync(stamp, lock);
}

/** The exit code of a process, null after a signal, and its output. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Waits until a process ends. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Waits until Prism listens, calls `use`, and ends Prism. */
export async function whilePrismListens<T>(prism: ChildProcess, use: () => Promise<T>): Promise<T> {
  const closed = ended(prism);
  try {
    await new Promise<void>((resolve, reject) => {
      let output = "";
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (output.includes("Prism is listening")) resolve();
      };
      prism.stdout?.on("data", read);
      prism.stderr?.on("data", read);
      closed.then(() => reject(new Error(`Prism ended before it listened\n${output}`)), reject);
    });
    return await use();
  } finally {
    prism.kill();
    await closed;
  }
}
