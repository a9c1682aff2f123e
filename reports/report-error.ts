/** Reports that could not be written. The message names each one with the reason. */
export class ReportError extends Error {
  override readonly name = "ReportError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}
