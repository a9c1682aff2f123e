import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { LoggedCommand } from "../kernel/commands.ts";
import { LogFile, syncFolder } from "./log-file.ts";

/** When writes are flushed to the disk. A killed process loses nothing either way; a power loss may. */
export type Durability = "always" | "interval";

/** Commands in order. The first has the number 1. */
export interface Commands {
  /** The number of the last command; 0 if there is none. */
  readonly count: number;
  /** The commands with a number above `after`, up to and including `upTo`. @throws DamagedLog */
  read(after: number, upTo?: number): readonly LoggedCommand[];
  readonly append: (command: LoggedCommand) => void;
}

/** Commands in a folder. */
export interface CommandLog extends Commands {
  /** The first command, if there is one. */
  readonly first: LoggedCommand | undefined;
  /** Says that an incomplete last record was dropped, if there was one. */
  readonly torn: string | undefined;
  /** Begins another file, so that a start from a snapshot need not read the commands before it. */
  rotate(): void;
  close(): void;
}

/** The time between flushes with the durability `interval`, ms. A power loss costs at most the commands of that time. */
const flushIntervalMs = 1_000;

const segmentName = /^commands-(\d{12})\.log$/;

/** The first 16 hexadecimal digits of the SHA-256 of a text. */
const checksum = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

const lineOf = (command: LoggedCommand): string => {
  const text = JSON.stringify(command);
  return `${checksum(text)} ${text}\n`;
};

/** The log cannot be read. The message names the file and the line. */
class DamagedLog extends Error {}

const damaged = (where: string): DamagedLog =>
  new DamagedLog(`${where} is damaged: restore the file from a copy, or use another folder`);

/** Reads the commands of a segment. An incomplete last line of the last segment is reported in `tornAt`. @throws DamagedLog */
function readSegment(file: string, isLast: boolean): { commands: LoggedCommand[]; tornAt?: number } {
  const bytes = readFileSync(file);
  const commands: LoggedCommand[] = [];
  for (let from = 0, line = 1; from < bytes.length; line += 1) {
    const end = bytes.indexOf(10, from);
    const text = bytes.toString("utf8", from, end < 0 ? bytes.length : end);
    const [sum = "", json = ""] = [text.slice(0, 16), text.slice(17)];
    if (end < 0 || checksum(json) !== sum) {
      const isTail = end < 0 || end === bytes.length - 1;
      if (isLast && isTail) return { commands, tornAt: from };
      throw damaged(`${file}:${line}`);
    }
    commands.push(JSON.parse(json) as LoggedCommand);
    from = end + 1;
  }
  return { commands };
}

/** Reads the first command of a file. @throws DamagedLog */
function firstOf(file: string | undefined, count: number): LoggedCommand | undefined {
  if (file === undefined || count === 0) return undefined;
  const bytes = readFileSync(file);
  const text = bytes.toString("utf8", 0, bytes.indexOf(10));
  const json = text.slice(17);
  if (checksum(json) !== text.slice(0, 16)) throw damaged(`${file}:1`);
  return JSON.parse(json) as LoggedCommand;
}

/** A file of the log. `first` is the number of its first command. */
interface Segment {
  readonly first: number;
  readonly file: string;
}

/** The files of a log, oldest first. */
const segmentsIn = (folder: string): Segment[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const first = segmentName.exec(name)?.[1];
      return first === undefined ? [] : [segmentOf(folder, Number(first))];
    });

const segmentOf = (folder: string, first: number): Segment => ({
  first,
  file: join(folder, `commands-${String(first).padStart(12, "0")}.log`),
});

/**
 * Opens the log in a folder, and creates the folder if it does not exist. Only the owner can read the files. With `isReadOnly`, nothing is
 * created or written.
 * @throws DamagedLog
 */
export function openCommandLog(
  folder: string,
  options: { durability?: Durability; isReadOnly?: boolean } = {},
): CommandLog {
  const { durability = "interval", isReadOnly = false } = options;
  if (!isReadOnly) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const segments = segmentsIn(folder);
  let torn: string | undefined;
  let count = 0;
  const newest = segments.at(-1);
  if (newest !== undefined) {
    const { commands, tornAt } = readSegment(newest.file, true);
    count = newest.first - 1 + commands.length;
    if (tornAt !== undefined) {
      torn = `${newest.file}: the last record was cut off and is dropped`;
      if (!isReadOnly) truncateSync(newest.file, tornAt);
    }
  }

  const read: Commands["read"] = (after, upTo = count) =>
    segments.flatMap(({ first, file }, at) => {
      const next = segments[at + 1]?.first ?? count + 1;
      if (next <= after + 1 || first > upTo) return [];
      const { commands } = readSegment(file, at === segments.length - 1);
      if (first + commands.length < next) throw damaged(`${file}:${commands.length + 1}`);
      return commands.slice(Math.max(0, after + 1 - first), Math.max(0, upTo + 1 - first));
    });
  const first = firstOf(segments[0]?.file, count);
  const nothing = (): void => undefined;
  if (isReadOnly) return { count, first, read, torn, append: nothing, rotate: nothing, close: nothing };

  const add = (segment: Segment): void => {
    segments.push(segment);
    syncFolder(folder);
  };
  const last = newest ?? segmentOf(folder, 1);
  let open = new LogFile(last.file);
  if (newest === undefined) add(last);
  const timer = durability === "interval" ? setInterval(() => open.flushLater(), flushIntervalMs) : undefined;
  timer?.unref();
  return {
    get count() {
      return count;
    },
    first,
    read,
    torn,
    append: (command) => {
      open.append(lineOf(command), { isFlushed: durability === "always" });
      count += 1;
    },
    rotate: () => {
      if (segments.at(-1)?.first === count + 1) return;
      open.flush();
      const before = open;
      const next = segmentOf(folder, count + 1);
      open = new LogFile(next.file);
      add(next);
      before.close();
    },
    close: () => {
      clearInterval(timer);
      open.flush();
      open.close();
    },
  };
}
