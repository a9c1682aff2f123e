import type { LoggedCommand } from "../kernel/commands.ts";
import { type Commands, type Durability, openCommandLog } from "./command-log.ts";
import { type SnapshotInfo, type Snapshots, snapshotsIn, snapshotsInMemory } from "./snapshots.ts";

/** The storage of an emulator: its commands and its snapshots. */
export interface KeptState extends Commands {
  /** The first command, if there is one. */
  readonly first: LoggedCommand | undefined;
  readonly snapshots: Snapshots;
  /** Whether commands can be read back; in memory, they are only counted. */
  readonly hasCommands: boolean;
  /** How many commands are between two snapshots; undefined if none are taken automatically. */
  readonly snapshotEvery: number | undefined;
  /** Begins another file of commands. Called when a snapshot is taken. */
  rotate(): void;
}

/** Repeating this many commands takes about a second. */
const SNAPSHOT_EVERY = 20_000;

/** A state kept in a folder. */
export interface StateFolder extends KeptState {
  /** Says that an incomplete last record was dropped, if there was one. */
  readonly torn: string | undefined;
  close(): void;
}

/** Opens the folder of a state, and creates it if it does not exist. @throws DamagedLog, which names file and line */
export function openState(
  folder: string,
  options: { durability?: Durability; isReadOnly?: boolean; snapshotEvery?: number } = {},
): StateFolder {
  const log = openCommandLog(folder, options);
  const { snapshotEvery = SNAPSHOT_EVERY, isReadOnly = false } = options;
  return {
    get count() {
      return log.count;
    },
    torn: log.torn,
    first: log.first,
    hasCommands: true,
    snapshotEvery: isReadOnly ? undefined : snapshotEvery,
    snapshots: snapshotsIn(folder),
    read: (after, upTo) => log.read(after, upTo),
    append: (command) => log.append(command),
    rotate: () => log.rotate(),
    close: () => log.close(),
  };
}

/** A state that ends with the process. Its commands are counted from `begun` on, but not kept. */
export function stateInMemory(begun = 0): KeptState {
  let count = begun;
  return {
    get count() {
      return count;
    },
    first: undefined,
    hasCommands: false,
    snapshotEvery: undefined,
    snapshots: snapshotsInMemory(),
    read: () => [],
    append: () => void (count += 1),
    rotate: () => undefined,
  };
}

/** How to reach the state after a command: repeat these commands from the image, or from the beginning if there is none. */
export interface RestorePlan {
  readonly image: string | undefined;
  readonly commands: readonly LoggedCommand[];
  /** The last command before it that set the emulator's time. */
  readonly timeSetBy: Extract<LoggedCommand, { kind: "back" }> | undefined;
  /** Snapshots that could not be read. */
  readonly damaged: readonly SnapshotInfo[];
}

/**
 * The shortest plan for the state after the command `target`: back to the nearest snapshot, without undone commands. Undefined if neither
 * a snapshot nor the commands are kept.
 */
export function planFor(state: KeptState, target: number): RestorePlan | undefined {
  const infos = new Map(state.snapshots.list().map((info) => [info.commands, info]));
  const damaged: SnapshotInfo[] = [];
  const commands: LoggedCommand[] = [];
  let timeSetBy: RestorePlan["timeSetBy"];
  let read: { readonly from: number; readonly some: readonly LoggedCommand[] } = {
    from: target + 1,
    some: [],
  };
  for (let at = target; at > 0;) {
    const info = infos.get(at);
    const image = info === undefined ? undefined : state.snapshots.read(at);
    if (image !== undefined) return { image, commands: commands.reverse(), timeSetBy, damaged };
    if (info !== undefined) damaged.push(info);
    if (!state.hasCommands) return undefined;
    if (at < read.from || at >= read.from + read.some.length) {
      const before = Math.max(0, ...[...infos.keys()].filter((commands) => commands < at));
      const from = Math.max(before + 1, at - BATCH + 1);
      read = { from, some: state.read(from - 1, at) };
    }
    const command = read.some[at - read.from];
    if (command === undefined) return undefined;
    if (command.kind === "back") {
      timeSetBy ??= command;
      at = command.to;
      continue;
    }
    if (command.kind === "start") break;
    commands.push(command);
    at -= 1;
  }
  return { image: undefined, commands: commands.reverse(), timeSetBy, damaged };
}

/** How many commands are read from the disk together. */
const BATCH = 50_000;
