import { renameSync, rmSync, writeFileSync } from "node:fs";
import { messageOf } from "../../harness/plain.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";

/** Writes a file, which appears with its whole content. Returns a function that removes it. @throws UsageError */
export function readyFile(file: string, text: string): () => void {
  const draft = `${file}.${process.pid}`;
  try {
    // It contains keys.
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    throw new UsageError(`--ready-file ${file} is not writable: ${messageOf(error)}`);
  }
  return () => rmSync(file, { force: true });
}
