import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** The generated file with the digest of the files from which `generated/` was made. */
export const DIGEST_FILE = "sources.sha256";

/** The digest of the hand-written files in `spec/` from which `npm run generate` makes others. */
export function digestOfSources(folder: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.split(sep).join("/"))
    .filter(
      (name) => !name.startsWith("generated/") && /\.yaml$|^schemas\/.*\.json$|^levels\.lock$/.test(name),
    )
    .sort();
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

/** @throws Error that names the cure if files of `folder` changed since `generated/` was made, as after a checkout of another commit */
export function requireFresh(folder: string): void {
  let recorded = "";
  try {
    recorded = readFileSync(join(folder, "generated", DIGEST_FILE), "utf8").trim();
  } catch {
    // Nothing was generated yet.
  }
  if (recorded !== digestOfSources(folder))
    throw new Error(
      "spec/generated was not made from the files that are in spec/ now: run `npm run generate`",
    );
}
