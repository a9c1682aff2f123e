import { accessSync, constants } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../harness/profile/usage-error.ts";
import {
  CLEANUP_FILE,
  kindOf,
  MANIFEST_FILE,
  OutputError,
  OutputFolder,
} from "../../reports/output/output-folder.ts";
import { catalogue } from "../../spec/index.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import { isCleanupLog } from "./cleanup-log.ts";

const locks = new WeakMap<OutputFolder, FolderLock>();

/**
 * Locks the output directory for this run. Does not change its files yet.
 * @throws UsageError if it is not a folder, another run uses it, or it has a file that no run wrote
 */
export function outputFolder(
  named: string,
  { flag = "--out", allure = false }: { readonly flag?: string; readonly allure?: boolean } = {},
): OutputFolder {
  const path = resolve(named);
  const kind = kindOf(path);
  if (kind === "other")
    throw new UsageError(`${flag} ${named} is a symbolic link or a special file; use a real folder`);
  if (kind === "file") throw new UsageError(`${flag} ${named} is not a folder; use another path`);
  const lock = lockOrClear(path, `${flag} ${named}`);
  // Only after the lock, because another run may have written files until then.
  const folder = new OutputFolder(path);
  const foreign =
    folder.foreign({ rules: catalogue.map(({ id }) => id), allure }) ??
    (isCleanupLog(join(path, CLEANUP_FILE)) ? null : CLEANUP_FILE);
  if (foreign !== null) {
    lock.release();
    throw new UsageError(
      `${flag} ${named}: contains ${foreign}, which no run of payconform wrote (${MANIFEST_FILE} lists those files); move it away, or use another folder`,
    );
  }
  locks.set(folder, lock);
  return folder;
}

/** Locks a folder. On a full disk, deletes the earlier reports, which could be taken for those of this run. */
function lockOrClear(path: string, shown: string): FolderLock {
  try {
    return lockFolder(path, shown);
  } catch (error) {
    if (error instanceof OutputError) new OutputFolder(path).clear();
    throw error;
  }
}

/** Deletes the files of an earlier run. From now on, the folder is kept when it is released. */
export function beginOutput(folder: OutputFolder): void {
  locks.get(folder)?.keep();
  folder.clear();
}

/** Releases the folder. */
export function endOutput(folder: OutputFolder): void {
  locks.get(folder)?.release();
}

/** Whether files can be created in a folder. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
