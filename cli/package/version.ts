import { readFileSync } from "node:fs";
import { packageRoot } from "./package-root.ts";

const manifest = JSON.parse(readFileSync(`${packageRoot}/package.json`, "utf8")) as { version: string };

export const SUITE_VERSION = manifest.version;
