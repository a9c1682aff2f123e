import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "../../harness/leaks/leftovers.ts";
import type { Leftover } from "../../harness/results.ts";
import { append, kindOf, outputError, replaceFile } from "../../reports/output-folder.ts";

/** Something that a run left on a target, with where it is. */
export interface JournaledLeftover extends Leftover {
  readonly target: string;
}

type Line = JournalEntry & { readonly target: string };

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
  readonly write: (entry: JournalEntry) => void;
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
  const left = new Map<string, JournaledLeftover>();
  for (const text of readFileSync(file, "utf8").split("\n")) {
    const line = lineOf(text);
    if (line === null) continue;
    const name = `${line.target} ${line.kind} ${line.id}`;
    if (line.did === "deleted") left.delete(name);
    else left.set(name, { kind: line.kind, id: line.id, key: line.key, why: null, target: line.target });
  }
  return [...left.values()];
}

/** Replaces the journal; an empty one is removed. */
export function writeLeftovers(file: string, left: readonly JournaledLeftover[]): void {
  if (left.length === 0) return rmSync(file, { force: true });
  const lines = left.map(({ kind, id, key, target }) =>
    JSON.stringify({ did: "created", kind, id, key, target }),
  );
  replaceFile(file, `${lines.join("\n")}\n`);
}

function lineOf(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    const known =
      (line?.did === "created" || line?.did === "deleted") &&
      (line.kind === "test clock" || line.kind === "webhook endpoint") &&
      typeof line.id === "string" &&
      typeof line.target === "string";
    return known ? (line as Line) : null;
  } catch {
    return null;
  }
}
