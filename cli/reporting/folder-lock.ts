import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { parsed } from "../../spec/json.ts";
import { kindOf, outputError } from "../../reports/output/output-folder.ts";

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
  readonly since: string;
}

const TOUCH_INTERVAL_MS = 10_000;
/** A run is considered dead if it has not touched its lock for this long: its process id may belong to another process by now. */
const DEAD_AFTER_MS = 60_000;
/** Several, because other processes may remove a dead lock at the same time. */
const ATTEMPTS = 5;

/** The texts of the locks of this process. */
const own = new Set<string>();

/**
 * Locks a folder, which is created if it does not exist. Replaces the lock of a dead process. The lock ends when it is released
 * or this process ends; a folder that was created for it is then removed if it is empty, unless `keep` was called. Needs only that
 * files can be created exclusively, which every file system offers.
 * @throws UsageError if another run uses the folder or the folder is not writable
 * @throws OutputError on a full disk
 */
export function lockFolder(path: string, shown: string): FolderLock {
  if (kindOf(path) === "file") throw new UsageError(`${shown} is a file, not a folder; use another path`);
  const made = makeFolder(path, shown);
  const file = join(path, LOCK_FILE);
  try {
    return held(file, made, take(file, shown));
  } catch (error) {
    removeEmpty(made);
    throw error;
  }
}

/** Writes the lock and returns its text, which no other lock has. */
function take(file: string, shown: string): string {
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  const text = `${JSON.stringify({ token: randomUUID(), ...holder })}\n`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (create(file, text, shown)) return text;
    const found = lockAt(file);
    if (found === null) continue;
    const { touchedAt } = found;
    const other = holderIn(found.text);
    // A lock without text is being written, unless its process died meanwhile.
    if (other === null && found.text !== "")
      throw new UsageError(
        `${shown}: contains ${LOCK_FILE}, which no run of payconform wrote; move it away, or use another folder`,
      );
    if (Date.now() - touchedAt < DEAD_AFTER_MS && (other === null || isAlive(other, found.text))) {
      const who = other === null ? "" : ` (process ${other.pid} on ${other.host}, since ${other.since})`;
      throw new UsageError(
        `${shown}: in use by another run${who}; wait for it to end, or use another folder`,
      );
    }
    removeDead(file, found.text);
  }
  throw new UsageError(`${shown}: in use by other runs; use another folder`);
}

function held(file: string, made: readonly string[], text: string): FolderLock {
  own.add(text);
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
    own.delete(text);
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

/** Creates a file. Returns false if something is there. */
function create(file: string, text: string, shown: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // On a full disk, a part of it may have been written.
    if (text.startsWith(lockAt(file)?.text ?? "\n")) rmSync(file, { force: true });
    throw unwritable(error, file, shown);
  }
}

function unwritable(error: unknown, path: string, shown: string): Error {
  const { code = "unwritable" } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") return outputError(path, error);
  return new UsageError(`${shown} is not writable (${code}); use another folder`);
}

/**
 * Removes a dead lock, but not one that replaced it meanwhile. Only the process that creates the file named after the
 * dead lock may remove it.
 */
function removeDead(file: string, text: string): void {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const permit = join(dirname(file), `.payconform-${hash}.tmp`);
  if (!create(permit, "", permit)) {
    const at = lockAt(permit)?.touchedAt ?? Infinity;
    // Its process was killed in the next three lines.
    if (Date.now() - at > DEAD_AFTER_MS) rmSync(permit, { force: true });
    return;
  }
  if (lockAt(file)?.text === text) rmSync(file, { force: true });
  rmSync(permit, { force: true });
}

function lockAt(file: string): { readonly text: string; readonly touchedAt: number } | null {
  const kind = kindOf(file);
  if (kind === "none") return null;
  if (kind !== "file") return { text: kind, touchedAt: 0 };
  try {
    return { touchedAt: statSync(file).mtimeMs, text: readFileSync(file, "utf8") };
  } catch {
    return null;
  }
}

function holderIn(text: string): Holder | null {
  const { pid, host, since } = (parsed(text) ?? {}) as Partial<Record<keyof Holder, unknown>>;
  return typeof pid === "number" &&
    Number.isSafeInteger(pid) &&
    typeof host === "string" &&
    typeof since === "string"
    ? { pid, host, since }
    : null;
}

/** Whether the process of a lock may run. That of another machine may. */
function isAlive({ pid, host }: Holder, text: string): boolean {
  if (host !== hostname()) return true;
  // An earlier process had the same id, as in a container that was restarted.
  if (pid === process.pid) return own.has(text);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of [...folders].reverse()) rmdirSync(folder);
  } catch {
    // It is no longer empty.
  }
}
