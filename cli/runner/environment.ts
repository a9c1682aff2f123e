import { InvalidArgumentError } from "commander";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { url, wholeNumber } from "../arguments.ts";
import { selectRules } from "../select-rules.ts";
import type { RunArguments } from "./arguments.ts";
import { DEFAULT_RUNS, DEFAULT_SEED } from "../run-config.ts";

/**
 * Options of a run under vitest, from the environment, parsed like the flags of `run`. Empty variables are ignored:
 * PAYCONFORM_TARGET, PAYCONFORM_CHECKOUT_URL, PAYCONFORM_PROFILE, PAYCONFORM_RULES (separated by spaces), PAYCONFORM_SEED,
 * PAYCONFORM_RUNS, PAYCONFORM_OUT. Keys are read as the profile names them.
 * @throws UsageError that names the variable, its value and what is allowed
 */
export function runArgumentsOf(env: Readonly<Record<string, string | undefined>>): RunArguments {
  const read = <T>(name: string, parse: (text: string) => T): T | undefined => {
    const text = env[name];
    if (text === undefined || text === "") return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof InvalidArgumentError) throw new UsageError(`${name}: ${error.message}`);
      throw error;
    }
  };
  const plain = (text: string): string => text;
  const target = read("PAYCONFORM_TARGET", url("PAYCONFORM_TARGET"));
  const checkoutUrl = read("PAYCONFORM_CHECKOUT_URL", url("PAYCONFORM_CHECKOUT_URL"));
  const profile = read("PAYCONFORM_PROFILE", plain);
  const rules =
    read("PAYCONFORM_RULES", (text) => text.split(/\s+/).filter((pattern) => pattern !== "")) ?? [];
  selectRules(rules);
  return {
    ...(target === undefined ? {} : { target }),
    ...(checkoutUrl === undefined ? {} : { checkoutUrl }),
    ...(profile === undefined ? {} : { profile }),
    rules,
    seed: read("PAYCONFORM_SEED", wholeNumber(0)) ?? DEFAULT_SEED,
    runs: read("PAYCONFORM_RUNS", wholeNumber(1)) ?? DEFAULT_RUNS,
    out: read("PAYCONFORM_OUT", plain) ?? "payconform-out",
    allowIncomplete: false,
    allowLiveKey: false,
    dryRun: false,
    allure: false,
    quiet: true,
    open: false,
  };
}
