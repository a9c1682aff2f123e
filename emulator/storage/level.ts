import type { ClassicLevel } from "classic-level";
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

/** One change of a batch. */
export type Change =
  | { readonly type: "put"; readonly key: string; readonly value: string }
  | { readonly type: "del"; readonly key: string };

/** An open key-value store in a folder. */
export interface Store {
  /** All entries, in the order of their keys. */
  read(): Promise<[string, string][]>;
  keys(): Promise<string[]>;
  /** Writes all changes or none. */
  write(changes: Change[]): Promise<void>;
  close(): Promise<void>;
}

/** A store cannot be opened. The message says why and what to do, without the folder. */
export class UnusableFolder extends Error {}

/** The files of LevelDB. */
const ownFile = /^(CURRENT|LOCK|LOG|LOG\.old|MANIFEST-\d+|\d+\.(ldb|log|sst|dbtmp))$/;
/** The files of earlier versions of payconform. */
const earlierFile = /^(commands-\d+\.log|snapshot-\d+\.json)$/;

/**
 * The folders that are open in this process. LevelDB locks a folder against other processes only: opening it a second time in the same process
 * would even release the lock.
 */
const open = new Set<string>();

/**
 * Opens the store in a folder, and creates both if they do not exist. The store is locked against other processes, and the lock ends with the
 * process. @throws UnusableFolder
 */
export async function openStore(folder: string): Promise<Store> {
  let path: string | undefined;
  try {
    path = prepared(folder);
    if (open.has(path)) throw inUse();
    open.add(path);
    // Loaded only if needed: most emulators keep nothing.
    const load = createRequire(import.meta.url);
    const { ClassicLevel: Level } = load("classic-level") as { ClassicLevel: typeof ClassicLevel };
    const level = new Level(path);
    await level.open();
    const opened = path;
    return {
      read: () => level.iterator().all(),
      keys: () => level.keys().all(),
      write: (changes) => level.batch(changes),
      close: async () => {
        await level.close();
        open.delete(opened);
      },
    };
  } catch (error) {
    if (error instanceof UnusableFolder) throw error;
    if (path !== undefined) open.delete(path);
    throw unusable(error);
  }
}

/** Creates the folder, or checks that nothing else is in it. Only its owner can enter it. Returns its path. */
function prepared(folder: string): string {
  // One at a time: recursive mkdir never returns on a file system that refuses folders, such as /proc.
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const at of missing) mkdirSync(at, { mode: 0o700 });
  if (!statSync(folder).isDirectory())
    throw new UnusableFolder("it is a file, not a folder; use another path");
  const names = readdirSync(folder);
  const earlier = names.find((name) => earlierFile.test(name));
  if (earlier !== undefined)
    throw new UnusableFolder(
      `an earlier version of payconform wrote its ${earlier}, which this version cannot continue; use another folder`,
    );
  const other = names.find((name) => !ownFile.test(name));
  if (other !== undefined && !names.includes("CURRENT"))
    throw new UnusableFolder(`it contains ${other}, which is no part of a state; use another folder`);
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Another user's folder, or a file system without permissions: its owner has decided who may read it.
  }
  return realpathSync(folder);
}

const inUse = (): UnusableFolder =>
  new UnusableFolder("in use by another emulator; wait for it to end, or use another folder");

/** Says in other words what LevelDB, or the loading of it, reported. */
function unusable(error: unknown): UnusableFolder {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (cause instanceof Error) {
    if ((cause as NodeJS.ErrnoException).code === "LEVEL_LOCKED") return inUse();
    return new UnusableFolder(cause.message);
  }
  if (code === "MODULE_NOT_FOUND" || message.startsWith("No native build was found"))
    return new UnusableFolder(
      "the package classic-level is not installed or has no binary for this system; run without --state, or install it",
    );
  return new UnusableFolder(message);
}
