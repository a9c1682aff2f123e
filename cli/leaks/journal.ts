import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "../../harness/leaks/leftovers.ts";
import type { Leftover } from "../../harness/results.ts";

/** Something that a run left on a target, with where it is. */
export interface JournaledLeftover extends Leftover {
  readonly target: string;
}

type Line = JournalEntry & { readonly target: string };

/** The journal's name in the output directory. */
export const JOURNAL_FILE = "leftovers.jsonl";

/**
 * Writes down what a run makes and undoes while it happens, so that even a run that was killed can be swept up after.
 * `close` keeps what is still there, and nothing else.
 */
export function openJournal(options: { outDir: string; target: string }): {
  readonly write: (entry: JournalEntry) => void;
  readonly close: () => void;
} {
  const file = join(options.outDir, JOURNAL_FILE);
  return {
    write: (entry) => {
      mkdirSync(options.outDir, { recursive: true });
      appendFileSync(file, `${JSON.stringify({ ...entry, target: options.target })}\n`);
    },
    close: () => writeLeftovers(file, readLeftovers(file)),
  };
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
  writeFileSync(file, `${lines.join("\n")}\n`);
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
