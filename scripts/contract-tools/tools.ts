import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { publicFiles } from "../public/index.ts";

export const root = join(import.meta.dirname, "../..");
const own = join(root, "tools/contract");

export type Dict = Record<string, unknown>;

/** The public contract as a document, and as files in a folder of their own. */
export interface Subject {
  readonly contract: Dict;
  readonly folder: string;
  readonly json: string;
  readonly yaml: string;
  readonly dereferenced: string;
}

/** Writes a contract into a folder as users get it. */
export function subject(contract: Dict, folder: string): Subject {
  mkdirSync(folder, { recursive: true });
  const texts = publicFiles(contract);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const path = (name: string): string => join(folder, name);
  return {
    contract,
    folder,
    json: path("public-openapi.json"),
    yaml: path("public-openapi.yaml"),
    dereferenced: path("public-openapi.dereferenced.json"),
  };
}

/** Installs the tools that only this check needs, once for each change of their lock file. */
export async function install(): Promise<void> {
  const lock = readFileSync(join(own, "package-lock.json"), "utf8");
  const stamp = join(own, "node_modules/.installed-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const { code, output } = await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], own);
  if (code !== 0) throw new Error(`the tools could not be installed in tools/contract\n${output}`);
  writeFileSync(stamp, lock);
}

/** A package of `tools/contract`. Shape: whatever it exports. */
export async function load(name: string): Promise<unknown> {
  const entry = createRequire(join(own, "package.json")).resolve(name);
  return ((await import(pathToFileURL(entry).href)) as { default: unknown }).default;
}

/** A command of this package, or of `tools/contract`. */
export function command(name: string): string {
  const all = [join(root, "node_modules/.bin", name), join(own, "node_modules/.bin", name)];
  const found = all.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is not installed: run \`npm run contract:tools\``);
  return found;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1", CI: "true" };

/** Runs a command to its end, without telemetry and colours. */
export async function run(
  file: string,
  args: readonly string[],
  cwd = root,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(file, [...args], {
    cwd,
    env: { ...process.env, ...QUIET, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { code, output };
}

/** What a tool printed, as lines, if it did not end with 0; none if it did. */
export function complaints({ code, output }: Ended): readonly string[] {
  if (code === 0) return [];
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines.length === 0 ? [`exit code ${String(code)}`] : lines;
}
