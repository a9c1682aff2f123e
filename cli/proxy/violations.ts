import pc from "picocolors";
import type { RuleResult } from "../../harness/results.ts";
import { causes } from "../../reports/evidence/causes.ts";
import { causeText } from "../../reports/evidence/causes-text.ts";

interface Options {
  /** The rules that are reported. */
  readonly rules: readonly { readonly id: string }[];
  /** Those whose violation is known. */
  readonly known: readonly { readonly rule: string }[];
  readonly colour: boolean;
}

/** The violations so far, with the tests that provoked them. */
export class Violations {
  readonly #options: Options;
  readonly #found: RuleResult[] = [];
  readonly #tests = new Map<string, string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Takes the first violation of a rule, provoked by a test (empty if that is unknown). Returns what to print; null if it is known, or if an
   * earlier violation has the same cause.
   */
  found(result: RuleResult, test: string): string | null {
    const { rules, known, colour } = this.#options;
    const { id } = result;
    if (!rules.some((rule) => rule.id === id) || known.some(({ rule }) => rule === id)) return null;
    this.#tests.set(id, test);
    const own = this.withTest(result);
    this.#found.push(own);
    const all = causes({ rules: this.#found, interrupted: false });
    const cause = all.find((one) => one.rules.includes(own));
    if (cause?.rules.length !== 1) return null;
    const colors = pc.createColors(colour);
    return `\n${colors.dim(new Date().toISOString().slice(11, 23))}  ${causeText(cause, colors)}\n`;
  }

  /** The ids of the rules, in the order in which their violations were found. */
  get ids(): readonly string[] {
    return this.#found.map(({ id }) => id);
  }

  /** The result, with the test that provoked it. */
  withTest(result: RuleResult): RuleResult {
    const test = this.#tests.get(result.id) ?? "";
    if (test === "" || result.violation === null) return result;
    return { ...result, violation: { ...result.violation, test } };
  }
}
