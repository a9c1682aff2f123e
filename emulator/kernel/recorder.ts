import type { Commanded, LoggedCommand } from "./commands.ts";
import type { Commits } from "./commits.ts";
import type { Present } from "./present.ts";

/** Called with each command before its first effect. */
export type Log = (command: LoggedCommand) => void;

/** Writes commands to the log. */
export class Recorder {
  readonly #log: Log | undefined;
  readonly #present: Present;
  readonly #commits: Commits;
  #isMuted = false;
  /** The command of control that is in progress and has had no effect yet. */
  #pending: Commanded | undefined;

  constructor(log: Log | undefined, present: Present, commits: Commits) {
    this.#log = log;
    this.#present = present;
    this.#commits = commits;
  }

  append(commanded: Commanded, decisions = this.#commits.decisions): void {
    if (!this.#isMuted) this.#log?.({ at: this.#present.now(), decisions, ...commanded });
  }

  /** Runs `handle`. Logs the command before its first effect, or not at all if it has none. */
  expecting<T>(commanded: Commanded, handle: () => T): T {
    this.#pending = commanded;
    try {
      return handle();
    } finally {
      this.#pending = undefined;
    }
  }

  /** Logs the command in progress, before its first effect. */
  appendPending(): void {
    if (this.#pending !== undefined) this.append(this.#pending);
    this.#pending = undefined;
  }

  /** Logs nothing until the returned function is called. */
  mute(): () => void {
    const before = this.#isMuted;
    this.#isMuted = true;
    return () => {
      this.#isMuted = before;
    };
  }
}
