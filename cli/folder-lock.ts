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

/** Lies in a folder while a run writes into it, and names the process. */
export const LOCK_FILE = "payconform.lock";

/** A folder that no other run writes into. */
export interface FolderLock {
  /** The folder is used: it stays when it was made for this. */
  readonly keep: () => void;
  readonly release: () => void;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as its system counts; a number is given to another process later. */
  readonly begun: string | null;
  readonly since: string;
}

const TOUCH_MS = 10_000;
/** Of a process on another machine only this is known: it touches its lock. */
const SILENT_MS = 60_000;
/** Whoever takes the lock of a dead process away may meet others who do the same. */
const ATTEMPTS = 5;

/**
 * Makes the folder where it is not there, and locks it. The lock of a process that is gone does not count. It goes when it is
 * released, or with this process; so does the folder, if it was made and nobody kept it.
 * @throws UsageError when another run uses it, or nothing can be written there
 * @throws OutputError on a full disk
 */
export function lockFolder(path: string, shown: string): FolderLock {
  const made = makeFolder(path, shown);
  try {
    return held(path, made, take(join(path, LOCK_FILE), shown));
  } catch (error) {
    removeEmpty(made);
    throw error;
  }
}

/** Writes the lock and gives its text. */
function take(file: string, shown: string): string {
  const { pid } = process;
  const own: Holder = { pid, host: hostname(), begun: beginningOf(pid), since: new Date().toISOString() };
  const text = `${JSON.stringify(own)}\n`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = lockAt(file);
    if (found === null && isWritten(file, text, shown)) return text;
    if (found === null) continue;
    const holder = holderIn(found.text);
    if (holder === null)
      throw new UsageError(
        `${shown}: ${LOCK_FILE} is there and is no run's; move it away, or name another folder`,
      );
    if (isAlive(holder, found.touchedAt))
      throw new UsageError(
        `${shown}: another run writes there (process ${holder.pid} on ${holder.host}, since ${holder.since}); wait for its end, or name another folder`,
      );
    takeAway(file, found.text);
  }
  throw new UsageError(`${shown}: other runs write there; name another folder`);
}

function held(path: string, made: readonly string[], text: string): FolderLock {
  const file = join(path, LOCK_FILE);
  let isKept = false;
  const touch = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // Whoever took it away has his reasons.
    }
  }, TOUCH_MS);
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
    // One by one: where a file system makes no folders, Node's recursive way never ends.
    for (const at of missing) mkdirSync(at);
    return missing;
  } catch (error) {
    throw unwritable(error, path, shown);
  }
}

/** A lock is there as a whole or not at all: it is written beside its place and linked into it. */
function isWritten(file: string, text: string, shown: string): boolean {
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
  return new UsageError(`${shown} cannot be written (${code}); name a folder that can`);
}

/** Takes a dead lock out of the way, and puts it back where it is another one by now. */
function takeAway(file: string, text: string): void {
  const away = join(dirname(file), `.payconform-${randomBytes(8).toString("hex")}.tmp`);
  try {
    renameSync(file, away);
    if (readFileSync(away, "utf8") === text) rmSync(away);
    else renameSync(away, file);
  } catch {
    // Somebody else was faster.
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
    const isOne =
      Number.isSafeInteger(read?.pid) && typeof read?.host === "string" && typeof read.since === "string";
    return isOne ? (read as Holder) : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, host, begun }: Holder, touchedAt: number): boolean {
  if (host !== hostname()) return Date.now() - touchedAt < SILENT_MS;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = beginningOf(pid);
  return begun === null || now === null || begun === now;
}

/** When a process began, in ticks since its system did; null where nothing tells. */
function beginningOf(pid: number): string | null {
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
    // Somebody has put something there.
  }
}
