import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { UsageError } from "../harness/profile/usage-error.ts";

/**
 * The folder that reports go into, made where it is not there.
 * @throws UsageError when nothing can be written into it
 */
export function madeFolder(named: string, flag = "--out"): string {
  const folder = resolve(named);
  try {
    const missing: string[] = [];
    for (let at = folder; !existsSync(at); at = dirname(at)) missing.unshift(at);
    // One by one: where a file system makes no folders, Node's recursive way never ends.
    for (const at of missing) mkdirSync(at);
    if (!statSync(folder).isDirectory())
      throw new UsageError(`${flag} ${named} is no folder; name another one`);
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = "unwritable" } = error as NodeJS.ErrnoException;
    throw new UsageError(`${flag} ${named} cannot be written (${code}); name a folder that can`);
  }
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
