import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Ended, ended, installIn, QUIET } from "../other-tools.ts";
import { publicFiles } from "../public/index.ts";

export const root = join(import.meta.dirname, "../..");
const own = join(root, "tools/contract");

export type Dict = Record<string, unknown>;

/** The public contract as a document, and as files in a folder. */
export interface Subject {
  readonly contract: Dict;
  readonly folder: string;
  readonly json: string;
  readonly yaml: string;
  readonly dereferenced: string;
}

/** Writes the public files of a contract into a folder. */
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

/** Installs the tools that only this check needs. */
export const install = (): Promise<void> => installIn(own);

/** The default export of a package of `tools/contract`. */
export async function load(name: string): Promise<unknown> {
  const entry = createRequire(join(own, "package.json")).resolve(name);
  return ((await import(pathToFileURL(entry).href)) as { default: unknown }).default;
}

/** The path of a command of this package or of `tools/contract`. @throws Error if it is not installed */
export function command(name: string): string {
  const all = [join(root, "node_modules/.bin", name), join(own, "node_modules/.bin", name)];
  const found = all.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is not installed: run \`npm run contract:tools\``);
  return found;
}

/** Runs a command until it ends, without telemetry and colours. */
export function run(
  file: string,
  args: readonly string[],
  cwd = root,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const options = { cwd, env: { ...process.env, ...QUIET, ...env } };
  return ended(spawn(file, [...args], { ...options, stdio: ["ignore", "pipe", "pipe"] }));
}

/** The output of a tool that failed, as lines; empty if its exit code is 0. */
export function complaints({ code, output }: Ended): readonly string[] {
  if (code === 0) return [];
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines.length === 0 ? [`exit code ${String(code)}`] : lines;
}
