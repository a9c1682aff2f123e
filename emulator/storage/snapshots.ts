import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { syncFolder } from "./command-log.ts";

/** What is known of a snapshot without reading it. */
export interface SnapshotInfo {
  /** How many commands had been decided: the state after the command of this number. */
  readonly commands: number;
  /** Absent for those that were taken without being asked for. */
  readonly name?: string;
  /** The emulator's time, epoch milliseconds. */
  readonly at: number;
  readonly bytes: number;
}

/** States at some points of the log, as texts. */
export interface Snapshots {
  /** Keeps one. Of those without a name, only the newest two stay. */
  save(snapshot: Omit<SnapshotInfo, "bytes"> & { readonly image: string }): SnapshotInfo;
  /** The oldest first. */
  list(): readonly SnapshotInfo[];
  /** A state; undefined where there is none, or where it is damaged. */
  read(commands: number): string | undefined;
}

/** Those without a name that stay. */
const UNNAMED_KEPT = 2;
/** Those that stay in memory. */
const KEPT_IN_MEMORY = 20;

/** Snapshots in the memory of this process: the newest twenty. */
export function snapshotsInMemory(): Snapshots {
  const kept = new Map<number, { readonly info: SnapshotInfo; readonly image: string }>();
  return {
    save: ({ image, ...info }) => {
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
/** A first line is not longer. */
const LONGEST_HEADER = 4_096;

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The first line of a file. */
function headerOf(file: string): (SnapshotInfo & { readonly sha256: string }) | undefined {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(LONGEST_HEADER);
    const length = readSync(descriptor, bytes, 0, LONGEST_HEADER, 0);
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
    save: ({ image, ...given }) => {
      const info = { ...given, bytes: Buffer.byteLength(image) };
      const file = fileOf(info.commands);
      const half = `${file}.part`;
      const descriptor = openSync(half, "w", 0o600);
      try {
        const bytes = Buffer.from(`${JSON.stringify({ ...info, sha256: digest(image) })}\n${image}`);
        for (let written = 0; written < bytes.length;)
          written += writeSync(descriptor, bytes, written, bytes.length - written);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(half, file);
      syncFolder(folder);
      const unnamed = list().filter(({ name }) => name === undefined);
      for (const { commands } of unnamed.slice(0, -UNNAMED_KEPT)) rmSync(fileOf(commands), { force: true });
      return info;
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
