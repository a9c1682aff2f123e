/** The result of one check of the doctor. A `problem` prevents a run; a `note` limits what it can judge. */
export interface Finding {
  readonly state: "ok" | "note" | "untried" | "problem";
  /** The part of the target, such as `payment host` or `control`. */
  readonly what: string;
  /** The port or the operation of control that was tried. */
  readonly subject?: string | undefined;
  readonly text: string;
}

/** Returns a function that creates findings about a part of the target. */
export const findingAbout =
  (what: string) =>
  (state: Finding["state"], text: string, subject?: string): Finding => ({ state, what, subject, text });

const MARKS = { ok: "ok", note: "note", untried: "untried", problem: "PROBLEM" } as const;

export function findingLine({ state, what, subject, text }: Finding): string {
  const shown = subject === undefined ? text : `${subject}: ${text}`;
  return `  ${MARKS[state].padEnd(8)} ${what.padEnd(13)} ${shown}`;
}

/** Combines the findings of all subjects that are ok into one. */
export function combineOk(findings: readonly Finding[], what: string): readonly Finding[] {
  const isOk = ({ state, subject }: Finding): boolean => state === "ok" && subject !== undefined;
  const ok = findings.filter(isOk).map(({ subject }) => subject);
  const rest = findings.filter((finding) => !isOk(finding));
  if (ok.length === 0) return rest;
  return [{ state: "ok", what, text: `${ok.length} tried on new objects: ${ok.join(", ")}` }, ...rest];
}
