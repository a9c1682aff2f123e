import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { SUITE_PARTS } from "../../harness/recording/recording.ts";
import { digestOfRules } from "../../spec/index.ts";
import { packageRoot } from "./own-package.ts";

/** The folders whose code judges and reports. */
const FOLDERS = ["cli", "generators", "harness", "reports", "spec", "suites"];

/** In the package, the digest of the sources that it was built from. */
export const SUITE_DIGEST_FILE = "cli/package/suite.sha256";

/** sha256, hex, of what judges now. */
export function suiteDigests(): Readonly<Record<(typeof SUITE_PARTS)[number], string>> {
  const { rules, anchors } = digestOfRules();
  return { payconform: suiteDigest(), rules, "document-anchors": anchors };
}

/** sha256, hex, of the code of the suite: the same in a checkout and in the package that is built from it. */
function suiteDigest(): string {
  if (import.meta.url.endsWith(".ts")) return digestOfSuite(packageRoot);
  return readFileSync(join(dirname(fileURLToPath(import.meta.url)), "suite.sha256"), "utf8").trim();
}

/** The same, of the sources in a checkout. */
export function digestOfSuite(root: string): string {
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => name.split(sep).join("/"))
      .filter((name) => name.endsWith(".ts") && !name.startsWith("generated/"))
      .sort();
    for (const name of names)
      hash.update(`${folder}/${name}\n`).update(readFileSync(join(root, folder, name)));
  }
  return hash.digest("hex");
}
