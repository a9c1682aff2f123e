import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json, whether this file runs as source or compiled under dist/. */
export const packageRoot = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("payconform: package.json is missing from the installation");
    folder = parent;
  }
  return folder;
})();

const manifest = JSON.parse(readFileSync(`${packageRoot}/package.json`, "utf8")) as { version: string };

export const SUITE_VERSION = manifest.version;
