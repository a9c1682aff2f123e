import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { StorageFailure } from "../kernel/storage-failure.ts";
import { syncFolder } from "./log-file.ts";

/** What is known of a snapshot without reading its state. */
export interface SnapshotInfo {
  /** The number of the last command before it. */
  readonly commands: number;
  /** Absent if the snapshot was taken automatically. */
  readonly name?: string;
  /** The emulator's time, epoch milliseconds. */
  readonly at: number;
  readonly bytes: number;
}

/** Snapshots of the state, as text. */
export interface Snapshots {
  /** Saves a snapshot. Requests are answered between the pieces of its text. Of the snapshots without a name, only the newest two are kept. */
  save(snapshot: Omit<SnapshotInfo, "bytes"> & { readonly image: Iterable<string> }): Promise<SnapshotInfo>;
  /** Oldest first. */
  list(): readonly SnapshotInfo[];
  /** The state after that many commands; undefined if there is no snapshot of it or the snapshot is damaged. */
  read(commands: number): string | undefined;
}

/** How many snapshots without a name are kept. */
const UNNAMED_KEPT = 2;
/** How many snapshots are kept in memory. */
const KEPT_IN_MEMORY = 20;

/** How many characters are written before requests are answered. */
const CHUNK = 65_536;

/** Joins pieces of text to larger ones, and lets the event loop run after each. */
async function* chunksOf(pieces: Iterable<string>): AsyncGenerator<string> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield text;
    text = "";
    await setImmediate();
  }
  yield text;
}

/** Keeps snapshots in the memory of this process. */
export function snapshotsInMemory(): Snapshots {
  const kept = new Map<number, { readonly info: SnapshotInfo; readonly image: string }>();
  return {
    save: async ({ image: pieces, ...info }) => {
      let image = "";
      for await (const part of chunksOf(pieces)) image += part;
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
const partialName = /^snapshot-\d{12}\.json\.part$/;
/** The length of the first line, bytes. It is padded with spaces, because it is written last. */
const HEADER_BYTES = 4_096;

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Reads the first line of a file; undefined if it is damaged. */
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
 * Keeps each snapshot in a file of two lines: the header, with a checksum, and the state. A file gets its name when it is complete. Only the
 * owner can read it.
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
      // Remove what killed processes left behind.
      for (const name of readdirSync(folder).filter((found) => partialName.test(found)))
        rmSync(join(folder, name));
      const file = fileOf(given.commands);
      const partial = `${file}.part`;
      const hash = createHash("sha256");
      let bytes = 0;
      const handle = await open(partial, "w", 0o600);
      try {
        for await (const text of chunksOf(image)) {
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
        // The disk may be full: free the space.
        rmSync(partial, { force: true });
        throw new StorageFailure(folder, fault);
      } finally {
        await handle.close();
      }
      renameSync(partial, file);
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
