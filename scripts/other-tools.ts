/** Third-party tools that only some commands need, in pinned versions. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Where the tools are installed: beside what other tools cache, so that a second call needs no network. */
export const toolsFolder = join(root, "node_modules/.cache/other-tools");

/** The environment of a tool: no telemetry, update notices or colours. */
export const QUIET = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  NO_COLOR: "1",
  CI: "true",
};

/** Installs tools, `name@version`, unless they are installed. @throws Error if npm fails */
export async function install(tools: readonly string[]): Promise<void> {
  const missing = tools.filter((tool) => {
    const [, name = "", version] = /^(.+)@(.+)$/.exec(tool) ?? [];
    const file = join(toolsFolder, "node_modules", name, "package.json");
    if (!existsSync(file)) return true;
    return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version !== version;
  });
  if (missing.length === 0) return;
  mkdirSync(toolsFolder, { recursive: true });
  const manifest = join(toolsFolder, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const args = ["install", "--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", ...missing];
  const { code, output } = await ended(spawn("npm", args, { cwd: toolsFolder }));
  if (code !== 0)
    throw new Error(`${missing.join(", ")} could not be installed in ${toolsFolder}\n${output}`);
}

/** The path of a command of this package or of an installed tool. */
export function command(name: string): string {
  const own = join(root, "node_modules/.bin", name);
  return existsSync(own) ? own : join(toolsFolder, "node_modules/.bin", name);
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
      for (const stream of [prism.stdout, prism.stderr]) stream?.on("data", read);
      closed.then(() => reject(new Error(`Prism ended before it listened\n${output}`)), reject);
    });
    return await use();
  } finally {
    prism.kill();
    await closed;
  }
}

/** Copies the workflows and the documents that they refer to into a folder, for a target at these addresses. Returns the path of the workflows. */
export function copyWorkflows(
  folder: string,
  target: { readonly contract: string; readonly paymentUrl: string; readonly checkoutUrl: string },
): string {
  const put = (from: string, to: string): string => {
    const file = join(folder, "spec", to);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, addressed(readFileSync(from, "utf8"), target));
    return file;
  };
  put(target.contract, "generated/public-openapi.json");
  for (const name of ["generated/control.yaml", "workflows/emulator.yaml"])
    put(join(root, "spec", name), name);
  const name = "workflows/workflows.arazzo.yaml";
  return put(join(root, "spec", name), name);
}

/** Replaces the emulator's usual addresses in a text by those of a target. */
export function addressed(
  text: string,
  { paymentUrl, checkoutUrl }: { readonly paymentUrl: string; readonly checkoutUrl: string },
): string {
  return text
    .replaceAll("http://127.0.0.1:4010", paymentUrl)
    .replaceAll("http://127.0.0.1:4011", checkoutUrl);
}
