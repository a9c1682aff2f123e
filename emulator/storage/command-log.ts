import { createHash } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { LoggedCommand } from "../kernel/commands.ts";

/** When what was written is forced to the disk. A killed process loses nothing either way; a power loss can. */
export type Durability = "always" | "interval";

/** Commands in a folder. */
export interface CommandLog {
  /** Those that were there when the folder was opened, oldest first. */
  readonly commands: readonly LoggedCommand[];
  /** What was dropped because its writing was cut off. */
  readonly torn: string | undefined;
  append(command: LoggedCommand): void;
  close(): void;
}

/** With `interval`, a power loss costs at most what was written in this time, ms. */
const interval = 1_000;

const segmentName = /^commands-(\d{6})\.log$/;

const checksum = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

const lineOf = (command: LoggedCommand): string => {
  const text = JSON.stringify(command);
  return `${checksum(text)} ${text}\n`;
};

/** A log that cannot be read: names the file and the line. */
class DamagedLog extends Error {}

/** The commands of a segment, and where a torn last line begins; throws at any other damage. */
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
      throw new DamagedLog(`${file}:${line} is damaged: restore the file from a copy, or use another folder`);
    }
    commands.push(JSON.parse(json) as LoggedCommand);
    from = end + 1;
  }
  return { commands };
}

/**
 * Opens the log in a folder, which is made if it is not there. Each opening begins a segment; files are readable by their
 * owner only. `isReadOnly` reads what is there and appends nowhere. @throws DamagedLog
 */
export function openCommandLog(
  folder: string,
  options: { durability?: Durability; isReadOnly?: boolean } = {},
): CommandLog {
  const { durability = "interval", isReadOnly = false } = options;
  if (!isReadOnly) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder)
    .filter((name) => segmentName.test(name))
    .sort();
  let torn: string | undefined;
  const commands = names.flatMap((name, at) => {
    const file = join(folder, name);
    const { commands: found, tornAt } = readSegment(file, at === names.length - 1);
    if (tornAt !== undefined) {
      torn = `${file}: the last record was cut off and is dropped`;
      if (!isReadOnly) truncateSync(file, tornAt);
    }
    return found;
  });
  if (isReadOnly) return { commands, torn, append: () => undefined, close: () => undefined };

  const last = Number(segmentName.exec(names.at(-1) ?? "")?.[1] ?? 0);
  const file = join(folder, `commands-${String(last + 1).padStart(6, "0")}.log`);
  const opened = openSync(file, "ax", 0o600);
  const directory = openSync(folder, "r");
  fsyncSync(directory);
  closeSync(directory);
  let isDirty = false;
  const flush = (): void => {
    if (isDirty) fdatasyncSync(opened);
    isDirty = false;
  };
  const timer = durability === "interval" ? setInterval(flush, interval) : undefined;
  timer?.unref();
  return {
    commands,
    torn,
    append: (command) => {
      const line = Buffer.from(lineOf(command));
      for (let written = 0; written < line.length;) written += writeSync(opened, line, written);
      isDirty = true;
      if (durability === "always") flush();
    },
    close: () => {
      clearInterval(timer);
      flush();
      closeSync(opened);
    },
  };
}
