import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type CleanupLogEntry, Remaining } from "../../harness/run/cleanup.ts";
import type { RemainingObject } from "../../harness/results.ts";
import {
  append,
  CLEANUP_FILE,
  kindOf,
  outputError,
  replaceFile,
} from "../../reports/output/output-folder.ts";
import { parsed } from "../../spec/json.ts";
import type { Target } from "../targets/describe.ts";

/** An object that a run left on a target. */
export interface LoggedObject extends RemainingObject {
  readonly target: string;
}

type Line = CleanupLogEntry & { readonly target: string };

interface CleanupLog {
  readonly write: (entry: CleanupLogEntry) => void;
  readonly close: () => void;
}

/** The cleanup log of a run on a target; null for an embedded emulator, whose objects disappear with it. */
export function cleanupLogOf(target: Target, outDir: string, onFirst?: () => void): CleanupLog | null {
  if (target.embedded) return null;
  return openCleanupLog({ outDir, target: target.profile.target.baseUrl, onFirst });
}

/**
 * Records each object that a run creates and deletes, so `sweep` can clean up even after the process was killed.
 * `close` reduces the file to the objects that still exist. It throws an `OutputError` if the file could not be written. @internal
 */
export function openCleanupLog(options: {
  readonly outDir: string;
  readonly target: string;
  /** Called before the first write. */
  readonly onFirst?: (() => void) | undefined;
}): CleanupLog {
  const file = join(options.outDir, CLEANUP_FILE);
  let isStarted = false;
  let fault: Error | null = null;
  return {
    write: (entry) => {
      try {
        if (!isStarted) options.onFirst?.();
        isStarted = true;
        append(file, `${JSON.stringify({ ...entry, target: options.target })}\n`);
      } catch (error) {
        // The run goes on; `close` reports the error.
        fault ??= outputError(file, error);
      }
    },
    close: () => {
      if (fault !== null) throw fault;
      writeRemaining(file, readRemaining(file));
    },
  };
}

/** Whether a file is a cleanup log or does not exist. The last line may be truncated. */
export function isCleanupLog(file: string): boolean {
  const kind = kindOf(file);
  if (kind !== "file") return kind === "none";
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.slice(0, -1).every((text) => lineOf(text) !== null);
}

/** The objects that still exist according to the cleanup log. Truncated lines are skipped. */
export function readRemaining(file: string): readonly LoggedObject[] {
  if (!existsSync(file)) return [];
  const byTarget = new Map<string, Remaining>();
  for (const text of readFileSync(file, "utf8").split("\n")) {
    const line = lineOf(text);
    if (line === null) continue;
    const left = byTarget.get(line.target) ?? new Remaining();
    left.note(line);
    byTarget.set(line.target, left);
  }
  return [...byTarget].flatMap(([target, left]) => left.list().map((entry) => ({ ...entry, target })));
}

/** Writes a cleanup log of these objects; removes the file if there are none. */
export function writeRemaining(file: string, left: readonly LoggedObject[]): void {
  if (left.length === 0) return rmSync(file, { force: true });
  const lines = left.map(({ kind, id, key, target, unanswered }, index) =>
    JSON.stringify(
      unanswered === true
        ? { did: "creating", kind, id, key, target, ref: String(index) }
        : { did: "created", kind, id, key, target },
    ),
  );
  replaceFile(file, `${lines.join("\n")}\n`);
}

const ACTIONS: ReadonlySet<unknown> = new Set<CleanupLogEntry["did"]>([
  "creating",
  "answered",
  "created",
  "deleted",
]);

function lineOf(text: string): Line | null {
  const line = (parsed(text) ?? {}) as Partial<Line>;
  const known =
    ACTIONS.has(line.did) &&
    (line.kind === "test clock" || line.kind === "webhook endpoint") &&
    typeof line.id === "string" &&
    typeof line.target === "string";
  return known ? (line as Line) : null;
}
