import { randomBytes } from "node:crypto";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { UsageError } from "../harness/profile/usage-error.ts";
import { kindOf, outputError } from "../reports/output-folder.ts";

/** The file that locks a folder while a run uses it; it names the process. @internal */
export const LOCK_FILE = "payconform.lock";

/** A lock on a folder against other runs. */
export interface FolderLock {
  /** Keeps the folder on release, even if it was created for the lock. */
  readonly keep: () => void;
  readonly release: () => void;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process (see `startOf`), because process ids are reused. */
  readonly begun: string | null;
  readonly since: string;
}

const TOUCH_INTERVAL_MS = 10_000;
/** A process on another machine is considered dead if it has not touched its lock for this long. */
const DEAD_AFTER_MS = 60_000;
/** Several, because other processes may remove the lock of a dead process at the same time. */
const ATTEMPTS = 5;

/**
 * Locks a folder, which is created if it does not exist. Replaces the lock of a dead process. The lock ends when it is released
 * or this process ends; a folder that was created for it is then removed if it is empty, unless `keep` was called.
 * @throws UsageError if another run uses the folder or the folder is not writable
 * @throws OutputError on a full disk
 */
export function lockFolder(path: string, shown: string): FolderLock {
  if (kindOf(path) === "file") throw new UsageError(`${shown} is a file, not a folder; use another path`);
  const made = makeFolder(path, shown);
  try {
    return held(path, made, take(join(path, LOCK_FILE), shown));
  } catch (error) {
    removeEmpty(made);
    throw error;
  }
}

/** Writes the lock and returns its text. */
function take(file: string, shown: string): string {
  const { pid } = process;
  const own: Holder = { pid, host: hostname(), begun: startOf(pid), since: new Date().toISOString() };
  const text = `${JSON.stringify(own)}\n`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = lockAt(file);
    if (found === null && create(file, text, shown)) return text;
    if (found === null) continue;
    const holder = holderIn(found.text);
    if (holder === null)
      throw new UsageError(
        `${shown}: contains ${LOCK_FILE}, which no run of payconform wrote; move it away, or use another folder`,
      );
    if (isAlive(holder, found.touchedAt))
      throw new UsageError(
        `${shown}: in use by another run (process ${holder.pid} on ${holder.host}, since ${holder.since}); wait for it to end, or use another folder`,
      );
    removeDead(file, found.text);
  }
  throw new UsageError(`${shown}: in use by other runs; use another folder`);
}

function held(path: string, made: readonly string[], text: string): FolderLock {
  const file = join(path, LOCK_FILE);
  let isKept = false;
  const touch = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The lock was removed by hand.
    }
  }, TOUCH_INTERVAL_MS);
  touch.unref();
  const release = (): void => {
    clearInterval(touch);
    process.off("exit", release);
    if (lockAt(file)?.text === text) rmSync(file, { force: true });
    if (!isKept) removeEmpty(made);
  };
  process.on("exit", release);
  return { keep: () => (isKept = true), release };
}

function makeFolder(path: string, shown: string): readonly string[] {
  const missing: string[] = [];
  for (let at = path; !existsSync(at); at = dirname(at)) missing.unshift(at);
  try {
    // One at a time: recursive mkdir never returns on a file system that refuses folders, such as /proc.
    for (const at of missing) mkdirSync(at);
    return missing;
  } catch (error) {
    throw unwritable(error, path, shown);
  }
}

/** Creates the lock atomically: writes another file, then links it. Returns false if a lock exists. */
function create(file: string, text: string, shown: string): boolean {
  const temporary = join(dirname(file), `.payconform-${randomBytes(8).toString("hex")}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: "wx" });
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw unwritable(error, file, shown);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function unwritable(error: unknown, path: string, shown: string): Error {
  const { code = "unwritable" } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") return outputError(path, error);
  return new UsageError(`${shown} is not writable (${code}); use another folder`);
}

/** Removes a dead lock. If another process has replaced it in the meantime, puts that lock back. */
function removeDead(file: string, text: string): void {
  const away = join(dirname(file), `.payconform-${randomBytes(8).toString("hex")}.tmp`);
  try {
    renameSync(file, away);
    if (readFileSync(away, "utf8") === text) rmSync(away);
    else renameSync(away, file);
  } catch {
    // Another process was faster.
  }
}

function lockAt(file: string): { readonly text: string; readonly touchedAt: number } | null {
  const kind = kindOf(file);
  if (kind === "none") return null;
  if (kind !== "file") return { text: "", touchedAt: 0 };
  try {
    return { text: readFileSync(file, "utf8"), touchedAt: lstatSync(file).mtimeMs };
  } catch {
    return null;
  }
}

function holderIn(text: string): Holder | null {
  try {
    const read = JSON.parse(text) as Partial<Holder> | null;
    const isHolder =
      Number.isSafeInteger(read?.pid) && typeof read?.host === "string" && typeof read.since === "string";
    return isHolder ? (read as Holder) : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, host, begun }: Holder, touchedAt: number): boolean {
  if (host !== hostname()) return Date.now() - touchedAt < DEAD_AFTER_MS;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = startOf(pid);
  return begun === null || now === null || begun === now;
}

/** Start time of a process, in clock ticks since the system booted; null if it is unknown. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of [...folders].reverse()) rmdirSync(folder);
  } catch {
    // It is no longer empty.
  }
}
