/** The result of one check of the doctor. A `problem` prevents a run; a `note` limits what it can judge. */
export interface Finding {
  readonly state: "ok" | "note" | "problem";
  readonly what: string;
  readonly text: string;
}

const MARKS = { ok: "ok", note: "note", problem: "PROBLEM" } as const;

export function findingLine({ state, what, text }: Finding): string {
  return `  ${MARKS[state].padEnd(8)} ${what.padEnd(13)} ${text}`;
}

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
