import { existsSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { RunOptions } from "../api.ts";
import { url, wholeNumber } from "../program/arguments.ts";
import { PROFILE_FILE } from "../targets/find.ts";

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
