/** The result of one check of the doctor. A `problem` prevents a run; a `note` limits what it can judge. */
export interface Finding {
  readonly state: "ok" | "note" | "untried" | "problem";
  readonly what: string;
  readonly text: string;
}

const MARKS = { ok: "ok", note: "note", untried: "untried", problem: "PROBLEM" } as const;

export function findingLine({ state, what, text }: Finding): string {
  return `  ${MARKS[state].padEnd(8)} ${what.padEnd(13)} ${text}`;
}

/** The findings with those that are ok in one line for each kind. */
export function withOkTogether(findings: readonly Finding[], what: string): readonly Finding[] {
  const isOk = (finding: Finding): boolean => finding.state === "ok" && finding.text.includes(": ");
  const ok = findings.filter(isOk).map(({ text }) => text.slice(0, text.indexOf(":")));
  const rest = findings.filter((finding) => !isOk(finding));
  if (ok.length === 0) return rest;
  return [{ state: "ok", what, text: `${ok.length} tried on new objects: ${ok.join(", ")}` }, ...rest];
}
