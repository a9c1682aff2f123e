/** The result of one check of the doctor. A `problem` prevents a run; a `note` limits what it can judge; `found` is a setting that the profile lacks. */
export interface Finding {
  readonly state: "ok" | "found" | "note" | "untried" | "problem";
  /** The part of the target, such as `payment host` or `control`. */
  readonly what: string;
  /** The port, the operation of control or the field. */
  readonly subject?: string | undefined;
  readonly text: string;
}

/** Returns a function that creates findings about a part of the target. */
export const findingAbout =
  (what: string) =>
  (state: Finding["state"], text: string, subject?: string): Finding => ({ state, what, subject, text });

const MARKS = { ok: "ok", found: "found", note: "note", untried: "untried", problem: "PROBLEM" } as const;

export function findingLine({ state, what, subject, text }: Finding): string {
  const shown = subject === undefined ? text : `${subject}: ${text}`;
  return `  ${MARKS[state].padEnd(8)} ${what.padEnd(13)} ${shown}`;
}

/** Combines the findings of all subjects that are ok into one, and of all that were found. */
export function combined(findings: readonly Finding[], what: string): readonly Finding[] {
  const subjects = (wanted: Finding["state"]): readonly string[] =>
    findings.flatMap(({ state, subject }) => (state === wanted ? (subject ?? []) : []));
  const [ok, found] = [subjects("ok"), subjects("found")];
  const line = findingAbout(what);
  return [
    ...(ok.length === 0 ? [] : [line("ok", `${ok.length} tried on new objects: ${ok.join(", ")}`)]),
    ...(found.length === 0 ? [] : [line("found", `${found.length} by trying: ${found.join(", ")}`)]),
    ...findings.filter(({ state, subject }) => subject === undefined || !["ok", "found"].includes(state)),
  ];
}
