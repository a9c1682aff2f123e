import type * as Vitest from "vitest";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { RuleResult } from "../../harness/results.ts";
import { exitInWords } from "../../reports/evidence/outcome-words.ts";
import { groupBy } from "../../reports/text/text.ts";
import { run, type RunOptions } from "../api.ts";
import { selectRules } from "../selection/select-rules.ts";
import { withLevel } from "../targets/describe.ts";
import { existsSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { url, wholeNumber } from "../program/arguments.ts";
import { PROFILE_FILE } from "../targets/find.ts";

/**
 * Judges the target that the environment names, in this thread, and registers each rule as a test. The engine judges the rules in its
 * own order; a test waits for the result of its rule and passes, fails or is skipped accordingly.
 */
export async function bind({ describe, test }: Pick<typeof Vitest, "describe" | "test">): Promise<void> {
  try {
    const options = withLevel(optionsOf(process.env));
    const rules = selectRules(options.rules ?? [], { level: options.level }).rules.filter(
      ({ unobservable }) => unobservable === undefined,
    );
    const settle = new Map<string, (result: RuleResult | null) => void>();
    const results = rules.map((rule) => ({
      ...rule,
      result: new Promise<RuleResult | null>((resolve) => settle.set(rule.id, resolve)),
    }));
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const whole = run({
      ...options,
      onEvent: (event) => {
        if (event.type === "started") begin();
        if (event.type === "judged") settle.get(event.result.id)?.(event.result);
      },
    });
    const end = (): void => settle.forEach((resolve) => resolve(null));
    whole.then(end, end);
    await Promise.race([begun, whole]);

    // The harness enforces the deadlines.
    const timeout = 0;
    for (const [area, ofArea] of groupBy(results, (rule) => rule.area)) {
      describe(area, () => {
        for (const { id, result } of ofArea) {
          test(id, { timeout }, async ({ skip }) => report(await result, skip));
        }
      });
    }
    // What could not be judged is skipped above, and a skip reads like success.
    test("the whole run", { timeout }, async () => {
      const result = await whole;
      if (result.exitCode !== 0) throw new Error(`exit code ${result.exitCode}: ${exitInWords(result)}`);
    });
  } catch (error) {
    // A mistake of the user needs no stack trace.
    if (error instanceof UsageError) error.stack = `payconform: ${error.message}`;
    throw error;
  }
}

/** Makes a test pass, fail or skip. */
function report(result: RuleResult | null, skip: (note: string) => never): void {
  if (result === null) return skip("the run ended before this rule was judged");
  const { verdict, reason, violation, section, says } = result;
  if (verdict === "broken") throw new Error(reason ?? "internal error in the check");
  if (verdict === "violated") {
    const error = new Error(`§${section} ${says}\nexpected ${violation?.expected}\nbut ${violation?.actual}`);
    error.name = "AssertionError";
    error.stack = error.message;
    throw error;
  }
  if (verdict !== "passed") skip(`${verdict}: ${reason ?? ""}`);
}

/**
 * Options of a run under vitest, from the environment, parsed like the flags of `run`. Empty variables are ignored:
 * PAYCONFORM_TARGET, PAYCONFORM_CHECKOUT_URL, PAYCONFORM_PROFILE, PAYCONFORM_RULES (separated by spaces), PAYCONFORM_SEED,
 * PAYCONFORM_RUNS, PAYCONFORM_OUT. Keys are read as the profile names them.
 * @throws UsageError that names the variable, its value and what is allowed
 */
export function optionsOf(env: Readonly<Record<string, string | undefined>>): RunOptions {
  const read = <Name extends keyof RunOptions>(
    name: Name,
    variable: string,
    parse: (text: string) => RunOptions[Name],
  ): Pick<RunOptions, Name> | undefined => {
    const text = env[variable];
    if (text === undefined || text === "") return undefined;
    try {
      return { [name]: parse(text) } as Pick<RunOptions, Name>;
    } catch (error) {
      if (error instanceof InvalidArgumentError) throw new UsageError(`${variable}: ${error.message}`);
      throw error;
    }
  };
  const plain = (text: string): string => text;
  return {
    ...(existsSync(PROFILE_FILE) ? { profile: PROFILE_FILE } : {}),
    outDir: "payconform-out",
    ...read("target", "PAYCONFORM_TARGET", url("PAYCONFORM_TARGET")),
    ...read("checkoutUrl", "PAYCONFORM_CHECKOUT_URL", url("PAYCONFORM_CHECKOUT_URL")),
    ...read("profile", "PAYCONFORM_PROFILE", plain),
    ...read("rules", "PAYCONFORM_RULES", (text) => text.split(/\s+/).filter((pattern) => pattern !== "")),
    ...read("seed", "PAYCONFORM_SEED", wholeNumber(0)),
    ...read("runs", "PAYCONFORM_RUNS", wholeNumber(1)),
    ...read("outDir", "PAYCONFORM_OUT", plain),
  };
}
