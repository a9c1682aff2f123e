import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type CleanupLogEntry, Remaining } from "../../harness/cleanup/remaining.ts";
import type { RemainingObject } from "../../harness/results.ts";
import { append, kindOf, outputError, replaceFile } from "../../reports/output-folder.ts";

/** Something that a run left on a target, with where it is. */
export interface JournaledLeftover extends RemainingObject {
  readonly target: string;
}

type Line = CleanupLogEntry & { readonly target: string };

/** The journal's name in the output directory. */
export const JOURNAL_FILE = "leftovers.jsonl";

/**
 * Writes down what a run makes and undoes while it happens, so that even a run that was killed can be swept up after.
 * `close` keeps what is still there, and nothing else; it throws an `OutputError` where something could not be written down.
 */
export function openJournal(options: {
  readonly outDir: string;
  readonly target: string;
  /** Called before the journal is first written. */
  readonly onFirst?: () => void;
}): {
  readonly write: (entry: CleanupLogEntry) => void;
  readonly close: () => void;
} {
  const file = join(options.outDir, JOURNAL_FILE);
  let begun = false;
  let fault: Error | null = null;
  return {
    write: (entry) => {
      try {
        if (!begun) options.onFirst?.();
        begun = true;
        append(file, `${JSON.stringify({ ...entry, target: options.target })}\n`);
      } catch (error) {
        // A run that could not go on writing goes on judging, and says so at its end.
        fault ??= outputError(file, error);
      }
    },
    close: () => {
      if (fault !== null) throw fault;
      writeLeftovers(file, readLeftovers(file));
    },
  };
}

/** Whether a file is a journal, or none at all. The last line of one may be cut off. */
export function isJournal(file: string): boolean {
  const kind = kindOf(file);
  if (kind !== "file") return kind === "none";
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.slice(0, -1).every((text) => lineOf(text) !== null);
}

/** What the journal says is still there. Lines that were cut off are passed over. */
export function readLeftovers(file: string): readonly JournaledLeftover[] {
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

/** Replaces the journal; an empty one is removed. */
export function writeLeftovers(file: string, left: readonly JournaledLeftover[]): void {
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

const DEEDS: ReadonlySet<unknown> = new Set<CleanupLogEntry["did"]>([
  "creating",
  "answered",
  "created",
  "deleted",
]);

function lineOf(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    const known =
      DEEDS.has(line?.did) &&
      (line?.kind === "test clock" || line?.kind === "webhook endpoint") &&
      typeof line.id === "string" &&
      typeof line.target === "string";
    return known ? (line as Line) : null;
  } catch {
    return null;
  }
}
