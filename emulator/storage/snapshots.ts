import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { StorageFailure } from "../kernel/storage-failure.ts";
import { syncFolder } from "./log-file.ts";

/** What the list shows of a snapshot. */
export interface SnapshotInfo {
  /** How many commands had been decided: the state after the command of this number. */
  readonly commands: number;
  /** Absent if it was taken because one was due. */
  readonly name?: string;
  /** The emulator's time, epoch milliseconds. */
  readonly at: number;
  readonly bytes: number;
}

/** States at some points of the log, as texts. */
export interface Snapshots {
  /** Keeps a snapshot, whose text comes in pieces; requests are answered between them. Of those without a name, only the newest two are kept. */
  save(snapshot: Omit<SnapshotInfo, "bytes"> & { readonly image: Iterable<string> }): Promise<SnapshotInfo>;
  /** The oldest first. */
  list(): readonly SnapshotInfo[];
  /** A state; undefined where there is none, or where it is damaged. */
  read(commands: number): string | undefined;
}

/** How many snapshots without a name are kept. */
const UNNAMED_KEPT = 2;
/** How many snapshots are kept in memory. */
const KEPT_IN_MEMORY = 20;

/** How many characters are written before other requests are answered. */
const TURN = 65_536;

/** Pieces of a text joined to larger ones, each in a turn of its own. */
async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < TURN) continue;
    yield text;
    text = "";
    await setImmediate();
  }
  yield text;
}

/** Snapshots in the memory of this process: the newest twenty. */
export function snapshotsInMemory(): Snapshots {
  const kept = new Map<number, { readonly info: SnapshotInfo; readonly image: string }>();
  return {
    save: async ({ image: pieces, ...info }) => {
      let image = "";
      for await (const part of inTurns(pieces)) image += part;
      const whole = { ...info, bytes: Buffer.byteLength(image) };
      kept.delete(info.commands);
      kept.set(info.commands, { info: whole, image });
      const [oldest] = kept.keys();
      if (kept.size > KEPT_IN_MEMORY && oldest !== undefined) kept.delete(oldest);
      return whole;
    },
    list: () => [...kept.values()].map(({ info }) => info),
    read: (commands) => kept.get(commands)?.image,
  };
}

const fileName = /^snapshot-(\d{12})\.json$/;
const halfName = /^snapshot-\d{12}\.json\.part$/;
/** The length of the first line, bytes; it is padded with blanks. */
const HEADER_BYTES = 4_096;

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The first line of a file. */
function headerOf(file: string): (SnapshotInfo & { readonly sha256: string }) | undefined {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    const length = readSync(descriptor, bytes, 0, HEADER_BYTES, 0);
    const end = bytes.subarray(0, length).indexOf(10);
    return end < 0 ? undefined : (JSON.parse(bytes.toString("utf8", 0, end)) as ReturnType<typeof headerOf>);
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Snapshots in a folder: a file each, with a line about it and a line with the state. A file appears when it is complete, is readable by its
 * owner only, and has a checksum.
 */
export function snapshotsIn(folder: string): Snapshots {
  const fileOf = (commands: number): string =>
    join(folder, `snapshot-${String(commands).padStart(12, "0")}.json`);
  const list: Snapshots["list"] = () =>
    readdirSync(folder)
      .filter((name) => fileName.test(name))
      .sort()
      .flatMap((name) => {
        const header = headerOf(join(folder, name));
        if (header === undefined) return [];
        const { sha256: _, ...info } = header;
        return [info];
      });
  return {
    list,
    save: async ({ image, ...given }) => {
      // What a process that was killed has left.
      for (const name of readdirSync(folder).filter((found) => halfName.test(found)))
        rmSync(join(folder, name));
      const file = fileOf(given.commands);
      const half = `${file}.part`;
      const hash = createHash("sha256");
      let bytes = 0;
      const handle = await open(half, "w", 0o600);
      try {
        for await (const text of inTurns(image)) {
          hash.update(text);
          const { bytesWritten } = await handle.write(text, HEADER_BYTES + bytes);
          if (bytesWritten < Buffer.byteLength(text)) throw new Error("no space left on device");
          bytes += bytesWritten;
        }
        const header = JSON.stringify({ ...given, bytes, sha256: hash.digest("hex") });
        await handle.write(
          `${header.padEnd(HEADER_BYTES - 1 - Buffer.byteLength(header) + header.length)}\n`,
          0,
        );
        await handle.sync();
      } catch (fault) {
        // A full disk has no room for a file that nobody can use.
        rmSync(half, { force: true });
        throw new StorageFailure(folder, fault);
      } finally {
        await handle.close();
      }
      renameSync(half, file);
      syncFolder(folder);
      const unnamed = list().filter(({ name }) => name === undefined);
      for (const { commands } of unnamed.slice(0, -UNNAMED_KEPT)) rmSync(fileOf(commands), { force: true });
      return { ...given, bytes };
    },
    read: (commands) => {
      let text: string;
      try {
        text = readFileSync(fileOf(commands), "utf8");
      } catch {
        return undefined;
      }
      const end = text.indexOf("\n");
      const image = text.slice(end + 1);
      const header = headerOf(fileOf(commands));
      return header?.commands === commands && header.sha256 === digest(image) ? image : undefined;
    },
  };
}
