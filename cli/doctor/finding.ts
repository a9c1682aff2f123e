/** The result of one check of the doctor. A `problem` prevents a run; a `note` limits what it can judge. */
export interface Finding {
  readonly state: "ok" | "note" | "problem";
  readonly what: string;
  readonly says: string;
}

const MARKS = { ok: "ok", note: "note", problem: "PROBLEM" } as const;

export function findingLine({ state, what, says }: Finding): string {
  return `  ${MARKS[state].padEnd(8)} ${what.padEnd(13)} ${says}`;
}

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
