import { writeFileSync } from "node:fs";
import { UsageError } from "../../harness/profile/load.ts";
import type { ExitCode } from "../../harness/results.ts";
import { mutants, variants } from "../../mutants/index.ts";
import type { Mutant, Variant } from "../../mutants/mutant.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { mutantTarget, plainTarget, variantTarget } from "../in-process-target.ts";
import { judgeTarget, type Verdicts } from "../mutants/judge.ts";
import type { MutantArguments } from "../program.ts";

/** How one mutant fared. */
export interface MutantOutcome {
  readonly id: string;
  readonly lie: string;
  readonly subtle: boolean;
  readonly kills: readonly string[];
  readonly state: "killed" | "survived" | "unclear";
  /** Rules that went red. */
  readonly red: readonly string[];
  /** Declared killers that did not, with their verdicts. */
  readonly missed: readonly string[];
  readonly durationMs: number;
}

/** Proves the checks: every mutant is killed by the rules it names, no variant is accused. */
export async function mutantsCommand(options: MutantArguments): Promise<ExitCode> {
  const chosen = choose(options);
  const problems: string[] = [];
  const say = (line: string): void => void process.stdout.write(`${line}\n`);

  const needed = [...new Set(chosen.mutants.flatMap((mutant) => mutant.kills))];
  if (needed.length > 0) {
    const sound = await judgeTarget({
      target: await plainTarget(options.seed),
      patterns: needed,
      seed: options.seed,
      runs: options.runs,
    });
    for (const [id, result] of sound) {
      if (result.verdict !== "passed")
        problems.push(`the emulator itself: ${id} is ${result.verdict}: ${result.reason ?? ""}`);
    }
  }

  const outcomes: MutantOutcome[] = [];
  for (const mutant of chosen.mutants) {
    const outcome = await judgeMutant(mutant, options);
    outcomes.push(outcome);
    if (outcome.state !== "killed") {
      problems.push(`${outcome.state}: ${mutant.id} (${mutant.lie})\n    ${outcome.missed.join("\n    ")}`);
    }
    say(
      `${outcome.state === "killed" ? "killed  " : outcome.state.padEnd(8)} ${mutant.id}  ${Math.round(outcome.durationMs)} ms`,
    );
  }

  for (const variant of chosen.variants) {
    const accused = accusations(
      await judgeTarget({
        target: await variantTarget(variant, options.seed),
        patterns: [],
        seed: options.seed,
        runs: options.runs,
      }),
    );
    say(`${accused.length === 0 ? "fair    " : "accused "} ${variant.id}`);
    problems.push(...accused.map((accusation) => `variant ${variant.id} (${variant.what}): ${accusation}`));
  }

  if (chosen.whole) problems.push(...rulesWithoutMutant());
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ outcomes, problems }, null, 2)}\n`);
  const subtle = outcomes.filter((outcome) => outcome.subtle).length;
  const killed = outcomes.filter((outcome) => outcome.state === "killed").length;
  say("");
  for (const problem of problems) say(`✗ ${problem}`);
  say(
    `${killed} of ${outcomes.length} mutants killed (${subtle} subtle), ${chosen.variants.length} variants, ${problems.length} problems`,
  );
  return problems.length === 0 ? 0 : 1;
}

async function judgeMutant(mutant: Mutant, options: MutantArguments): Promise<MutantOutcome> {
  const began = performance.now();
  const verdicts = await judgeTarget({
    target: await mutantTarget(mutant, options.seed),
    patterns: options.allRules ? [] : mutant.kills,
    seed: options.seed,
    runs: options.runs,
    ...(options.allRules ? {} : { killers: mutant.kills }),
  });
  const red = [...verdicts].filter(([, result]) => result.verdict === "violated").map(([id]) => id);
  const missed = mutant.kills
    .filter((id) => !red.includes(id))
    .map((id) => `${id} is ${verdicts.get(id)?.verdict ?? "not judged"}: ${verdicts.get(id)?.reason ?? ""}`);
  const broken = [...verdicts.values()].filter((result) => result.verdict === "broken");
  return {
    id: mutant.id,
    lie: mutant.lie,
    subtle: mutant.subtle,
    kills: mutant.kills,
    state: missed.length === 0 && broken.length === 0 ? "killed" : red.length === 0 ? "survived" : "unclear",
    red,
    missed: [...missed, ...broken.map((result) => `${result.id} is broken: ${result.reason ?? ""}`)],
    durationMs: performance.now() - began,
  };
}

function accusations(verdicts: Verdicts): readonly string[] {
  return [...verdicts.values()]
    .filter((result) => ["violated", "broken", "unstable"].includes(result.verdict))
    .map((result) => `${result.id} is ${result.verdict}: ${result.reason ?? ""}`);
}

function rulesWithoutMutant(): readonly string[] {
  const killed = new Set<string>(mutants.flatMap((mutant) => mutant.kills));
  const judged = new Set<string>(checks.map((check) => check.id));
  // A passive rule is judged as soon as some check of its area makes exchanges.
  const areas = new Set(catalogue.filter((rule) => judged.has(rule.id)).map((rule) => rule.area));
  return catalogue
    .filter(
      (rule) =>
        rule.unobservable === undefined &&
        (judged.has(rule.id) || (rule.kind === "passive" && areas.has(rule.area))),
    )
    .filter((rule) => !killed.has(rule.id))
    .map((rule) => `no mutant breaks ${rule.id}`);
}

function choose(options: MutantArguments): {
  mutants: readonly Mutant[];
  variants: readonly Variant[];
  whole: boolean;
} {
  const known = <T extends { id: string }>(
    all: readonly T[],
    ids: readonly string[],
    what: string,
  ): readonly T[] =>
    ids.map((id) => {
      const found = all.find((entry) => entry.id === id);
      if (found === undefined)
        throw new UsageError(
          `there is no ${what} "${id}"; there are: ${all.map((entry) => entry.id).join(", ")}`,
        );
      return found;
    });
  const whole = options.mutant === undefined && options.area === undefined && options.variant === undefined;
  let chosen =
    options.mutant === undefined
      ? options.variant === undefined || options.area !== undefined
        ? mutants
        : []
      : known(mutants, options.mutant, "mutant");
  if (options.area !== undefined) {
    const areas = options.area;
    chosen = chosen.filter((mutant) => mutant.kills.some((id) => areas.includes(id.split("/")[0] ?? "")));
  }
  const { shard } = options;
  if (shard !== undefined)
    chosen = chosen.filter((_mutant, index) => index % shard.count === shard.index - 1);
  const chosenVariants =
    options.variant === undefined
      ? whole && (shard === undefined || shard.index === 1)
        ? variants
        : []
      : known(variants, options.variant, "variant");
  return {
    mutants: chosen,
    variants: chosenVariants,
    whole: whole && (shard === undefined || shard.index === 1),
  };
}
