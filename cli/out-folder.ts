import { accessSync, constants } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../harness/profile/usage-error.ts";
import { kindOf, MANIFEST_FILE, OutputError, OutputFolder } from "../reports/output-folder.ts";
import { catalogue } from "../spec/index.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import { isJournal, JOURNAL_FILE } from "./cleanup/cleanup-log.ts";

const locks = new WeakMap<OutputFolder, FolderLock>();

/**
 * The folder that reports go into, for this run alone. Nothing in it is changed yet.
 * @throws UsageError when it is no folder, another run writes there, or a file is in the way that no run has written
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
  const lock = lockOrClear(path, `${flag} ${named}`);
  // What is there counts from now on: another run may have ended just now.
  const folder = new OutputFolder(path);
  const foreign =
    folder.foreign({ rules: catalogue.map(({ id }) => id), allure }) ??
    (isJournal(join(path, JOURNAL_FILE)) ? null : JOURNAL_FILE);
  if (foreign !== null) {
    lock.release();
    throw new UsageError(
      `${flag} ${named}: ${foreign} is there and was not written by a run (${MANIFEST_FILE} lists what was); move it away, or name another folder`,
    );
  }
  locks.set(folder, lock);
  return folder;
}

/** On a full disk an earlier outcome would be taken for this run's. */
function lockOrClear(path: string, shown: string): FolderLock {
  try {
    return lockFolder(path, shown);
  } catch (error) {
    if (error instanceof OutputError) new OutputFolder(path).clear();
    throw error;
  }
}

/** Deletes what an earlier run wrote. From now on the folder stays. */
export function beginOutput(folder: OutputFolder): void {
  locks.get(folder)?.keep();
  folder.clear();
}

/** Leaves the folder to other runs. */
export function endOutput(folder: OutputFolder): void {
  locks.get(folder)?.release();
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
