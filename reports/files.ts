import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a UTF-8 file and the folders above it; gives its path. Rejects with the system's error when it cannot. */
export async function writeText(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, "utf8");
  return path;
}

/** A rule id as a file name: "reversals/x" is "reversals__x"; nothing in it can leave the folder. */
export function fileNameOf(ruleId: string): string {
  return ruleId
    .replaceAll("/", "__")
    .replace(/[^A-Za-z0-9_-]/gu, "-")
    .slice(0, 150);
}
