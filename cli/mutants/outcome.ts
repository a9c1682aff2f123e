/** The outcome of one mutant. */
export interface MutantOutcome {
  readonly id: string;
  readonly summary: string;
  readonly violates: readonly string[];
  /** `survived`: no rule was violated. `unclear`: not all rules in `violates` were violated, or a check broke. */
  readonly state: "killed" | "survived" | "unclear";
  /** Rules that were violated. */
  readonly violated: readonly string[];
  /** Why it is not killed: verdicts of rules that were not violated, checks that broke. */
  readonly faults: readonly string[];
  readonly durationMs: number;
}

/** The outcome of one variant, or of several together. */
export interface VariantOutcome {
  readonly ids: readonly string[];
  readonly seed: number;
  /** Rules that are violated, unstable or broken on it, with the reasons. */
  readonly accusations: readonly string[];
  readonly durationMs: number;
}

/** The findings of a process. */
export interface Findings {
  readonly mutants: readonly MutantOutcome[];
  readonly variants: readonly VariantOutcome[];
  /** Rules that do not pass on the unchanged emulator, with the reasons. */
  readonly unsound: readonly string[];
}

export function mergeFindings(all: readonly Findings[]): Findings {
  return {
    mutants: all.flatMap((findings) => findings.mutants),
    variants: all.flatMap((findings) => findings.variants),
    unsound: all.flatMap((findings) => findings.unsound),
  };
}
