import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../harness/profile/usage-error.ts";
import { kindOf, MANIFEST_FILE, OutputFolder } from "../reports/output-folder.ts";
import { catalogue } from "../spec/index.ts";
import { isJournal, JOURNAL_FILE } from "./leaks/journal.ts";

/**
 * The folder that reports go into. Nothing is made or changed yet.
 * @throws UsageError when it is no folder, or a file is in the way that no run has written
 */
export function outputFolder(
  named: string,
  { flag = "--out", allure = false }: { readonly flag?: string; readonly allure?: boolean } = {},
): OutputFolder {
  const path = resolve(named);
  const kind = kindOf(path);
  if (kind === "other")
    throw new UsageError(`${flag} ${named} is a symbolic link or a special file; name a folder itself`);
  if (kind === "file") throw new UsageError(`${flag} ${named} is no folder; name another one`);
  const folder = new OutputFolder(path);
  const foreign =
    folder.foreign({ rules: catalogue.map(({ id }) => id), allure }) ??
    (isJournal(join(path, JOURNAL_FILE)) ? null : JOURNAL_FILE);
  if (foreign !== null) {
    throw new UsageError(
      `${flag} ${named}: ${foreign} is there and was not written by a run (${MANIFEST_FILE} lists what was); move it away, or name another folder`,
    );
  }
  return folder;
}

/**
 * Makes the folder where it is not there, and deletes what an earlier run wrote.
 * @throws UsageError when nothing can be written into it
 */
export function beginOutput(folder: OutputFolder, named: string, flag = "--out"): void {
  try {
    const missing: string[] = [];
    for (let at = folder.path; !existsSync(at); at = dirname(at)) missing.unshift(at);
    // One by one: where a file system makes no folders, Node's recursive way never ends.
    for (const at of missing) mkdirSync(at);
    accessSync(folder.path, constants.W_OK);
  } catch (error) {
    const { code = "unwritable" } = error as NodeJS.ErrnoException;
    throw new UsageError(`${flag} ${named} cannot be written (${code}); name a folder that can`);
  }
  folder.clear();
}

/** Whether files can be made in a folder. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
