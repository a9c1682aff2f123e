import { renameSync, writeFileSync } from "node:fs";
import { readingProblem, UsageError } from "../../harness/profile/usage-error.ts";

/**
 * Writes a file that the user named, by `flag` or as an argument.
 * @throws UsageError if it cannot be written
 */
export function writeNamedFile(
  file: string,
  content: string | Uint8Array,
  { flag, ...options }: { readonly flag?: string; readonly mode?: number; readonly isWhole?: boolean } = {},
): void {
  const { mode, isWhole = false } = options;
  const draft = isWhole ? `${file}.${process.pid}` : file;
  try {
    writeFileSync(draft, content, mode === undefined ? {} : { mode });
    // Whoever reads the file gets all of it.
    if (isWhole) renameSync(draft, file);
  } catch (error) {
    const named = flag === undefined ? file : `${flag} ${file}`;
    throw new UsageError(`${named} is not writable: ${readingProblem(error)}; name another file`);
  }
}
