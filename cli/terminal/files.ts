import { renameSync, writeFileSync } from "node:fs";
import { readingProblem, UsageError } from "../../harness/profile/usage-error.ts";

/**
 * Writes a file that the user named, by `flag` or as an argument.
 * @throws UsageError if it cannot be written
 */
export function writeNamedFile(
  file: string,
  content: string | Uint8Array,
  {
    flag,
    mode,
    isWhole = false,
  }: {
    readonly flag?: string;
    readonly mode?: number;
    /** Whether the file appears with its whole content, for others that read it meanwhile. */
    readonly isWhole?: boolean;
  } = {},
): void {
  const draft = isWhole ? `${file}.${process.pid}` : file;
  try {
    writeFileSync(draft, content, mode === undefined ? {} : { mode });
    if (isWhole) renameSync(draft, file);
  } catch (error) {
    const named = flag === undefined ? file : `${flag} ${file}`;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? "its folder does not exist" : readingProblem(error);
    throw new UsageError(`${named} is not writable: ${why}; name another file`);
  }
}
