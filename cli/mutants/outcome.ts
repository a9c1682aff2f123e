/** The outcome of one mutant. */
export interface MutantOutcome {
  readonly id: string;
  readonly summary: string;
  readonly subtle: boolean;
  readonly violates: readonly string[];
  /**
   * `survived`: no rule was violated. `unclear`: not all rules in `violates` were violated, or a check broke.
   * `mislabelled`: caught, but marked as subtle although the simplest requests show it.
   */
  readonly state: "killed" | "survived" | "unclear" | "mislabelled";
  /** Rules that were violated. */
  readonly violated: readonly string[];
  /** Why it is not killed: verdicts of rules that were not violated, checks that broke, the request that shows it to be simple. */
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
