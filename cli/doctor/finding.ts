/** One thing that the doctor looked at. `problem` keeps a run from being made; `note` makes it judge less. */
export interface Finding {
  readonly state: "ok" | "note" | "problem";
  readonly what: string;
  readonly says: string;
}

const MARKS = { ok: "ok", note: "note", problem: "PROBLEM" } as const;

export function findingLine({ state, what, says }: Finding): string {
  return `  ${MARKS[state].padEnd(8)} ${what.padEnd(13)} ${says}`;
}

/** Why something failed, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
