/** The outcome of one mutant. */
export interface MutantOutcome {
  readonly id: string;
  readonly summary: string;
  readonly subtle: boolean;
  readonly violates: readonly string[];
  /**
   * `unclear`: some of the rules that it names were violated and others were not, or the suite broke.
   * `mislabelled`: caught, but marked as subtle although the simplest request shows it.
   */
  readonly state: "killed" | "survived" | "unclear" | "mislabelled";
  /** Rules that were violated. */
  readonly violated: readonly string[];
  /** Rules that it names and that were not violated, with their verdicts; what broke; what shows a mutant that is said to be subtle. */
  readonly faults: readonly string[];
  readonly durationMs: number;
}

/** The outcome of one variant, or of several together. */
export interface VariantOutcome {
  readonly ids: readonly string[];
  readonly seed: number;
  /** Rules that reported a violation on it or broke on it, with their reasons. */
  readonly accusations: readonly string[];
  readonly durationMs: number;
}

/** What one process found. */
export interface Findings {
  readonly mutants: readonly MutantOutcome[];
  readonly variants: readonly VariantOutcome[];
  /** Rules that do not pass on the emulator as it is. */
  readonly unsound: readonly string[];
}

export function mergeFindings(all: readonly Findings[]): Findings {
  return {
    mutants: all.flatMap((findings) => findings.mutants),
    variants: all.flatMap((findings) => findings.variants),
    unsound: all.flatMap((findings) => findings.unsound),
  };
}
