import { planRun } from "../../harness/run/plan.ts";
import { executePlan } from "../../harness/run/run.ts";
import type { RuleKind, RuleResult, Verdict } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { inSession } from "../in-process/session.ts";
import { mutantTarget, plainTarget, type TargetSource, variantTarget } from "../in-process/target.ts";
import type { Mutant } from "../../mutants/mutant.ts";
import type { Variant } from "../../variants/variant.ts";
import type { Subject } from "./choose.ts";
import type { Findings, MutantOutcome, VariantOutcome } from "./findings.ts";

/** The verdicts on one emulator, by rule id. */
export type Verdicts = ReadonlyMap<string, RuleResult>;

/** Judges rules on one emulator in this process. */
export function judgeTarget(options: {
  readonly target: TargetSource;
  readonly patterns: readonly string[];
  readonly seed: number;
  readonly runs: number;
  /** The run ends as soon as all of these rules are violated. */
  readonly violates?: readonly string[];
  /** The checks of the patterns run, but all rules of these kinds judge, and the run ends as soon as one of them is violated. */
  readonly kinds?: readonly RuleKind[];
}): Promise<Verdicts> {
  const { target, patterns, seed, runs, violates, kinds = null } = options;
  const ofKinds = catalogue.filter(({ kind }) => kinds?.includes(kind));
  const planned = planRun({ checks, patterns, kinds });
  const plan = kinds === null ? planned : { ...planned, judged: ofKinds };
  return inSession(target, { seed, runs, transcripts: false }, async (session) => {
    const verdicts = new Map<string, RuleResult>();
    const isViolated = (id: string): boolean =>
      verdicts.get(id)?.verdict === "violated" || session.judge.tally(id).broken > 0;
    await executePlan({
      session,
      plan,
      signal: new AbortController().signal,
      replay: (id) => `payconform run --rules ${id} --seed ${seed}`,
      onResult: (result) => verdicts.set(result.id, result),
      goOn: () =>
        kinds === null ? violates?.every(isViolated) !== true : !ofKinds.some(({ id }) => isViolated(id)),
    });
    return verdicts;
  });
}

export interface JudgingOptions {
  readonly runs: number;
  /** Judge every rule on every mutant, not only those in `violates`. */
  readonly allRules: boolean;
  /** Judge only rules of these kinds, but all of them. */
  readonly kind?: readonly RuleKind[];
}

/** Judges one emulator. */
export async function judgeSubject(subject: Subject, options: JudgingOptions): Promise<Findings> {
  const none: Findings = { mutants: [], variants: [], unsound: [] };
  switch (subject.kind) {
    case "plain":
      return { ...none, unsound: await unsound(subject, options) };
    case "mutant":
      return { ...none, mutants: [await judgeMutant(subject.mutant, subject.seed, options)] };
    case "variants":
      return { ...none, variants: [await judgeVariants(subject.variants, subject.seed, options)] };
  }
}

async function unsound(
  subject: { rules: readonly string[]; seed: number },
  options: JudgingOptions,
): Promise<readonly string[]> {
  const verdicts = await judgeTarget({
    target: plainTarget(subject.seed),
    patterns: subject.rules,
    seed: subject.seed,
    runs: options.runs,
  });
  return (
    [...verdicts.values()]
      // A rule that needs a real socket is judged over one on its mutants.
      .filter((result) => result.verdict !== "passed" && result.reason !== "only a real socket shows this")
      .map((result) => `${result.id} is ${result.verdict} on the emulator itself: ${result.reason ?? ""}`)
  );
}

async function judgeMutant(mutant: Mutant, seed: number, options: JudgingOptions): Promise<MutantOutcome> {
  const began = performance.now();
  const { allRules, kind: kinds, runs } = options;
  const given = { target: mutantTarget(mutant, seed), seed, runs };
  const areas = [...new Set(mutant.violates.map((id) => id.split("/")[0] ?? ""))];
  const verdicts = await (kinds !== undefined
    ? judgeTarget({ ...given, patterns: areas, kinds })
    : allRules
      ? judgeTarget({ ...given, patterns: [] })
      : judgeTarget({ ...given, patterns: mutant.violates, violates: mutant.violates }));
  const violated = [...verdicts].filter(([, result]) => result.verdict === "violated").map(([id]) => id);
  const wanted = kinds === undefined ? mutant.violates : [];
  const missed = wanted
    .filter((id) => !violated.includes(id))
    .map((id) => `${id} is ${verdicts.get(id)?.verdict ?? "not judged"}: ${verdicts.get(id)?.reason ?? ""}`);
  const broken = [...verdicts.values()].filter(({ verdict }) => verdict === "broken").map(inWords);
  const caught = violated.length > 0 && missed.length === 0 && broken.length === 0;
  return {
    id: mutant.id,
    summary: mutant.summary,
    violates: mutant.violates,
    state: caught ? "killed" : violated.length === 0 ? "survived" : "unclear",
    violated,
    faults: [...missed, ...broken],
    durationMs: Math.round(performance.now() - began),
  };
}

async function judgeVariants(
  variants: readonly Variant[],
  seed: number,
  options: JudgingOptions,
): Promise<VariantOutcome> {
  const began = performance.now();
  const verdicts = await judgeTarget({
    target: variantTarget(variants, seed),
    patterns: [],
    seed,
    runs: options.runs,
  });
  // Nor may one permitted behavior leave a run incomplete. Of many together, some leave others nothing to judge.
  const [first, ...others] = variants;
  const isJudgedWhole = others.length === 0 && first?.incomplete === undefined;
  const wrong: readonly Verdict[] = [
    "violated",
    "broken",
    "unstable",
    ...(isJudgedWhole ? (["inconclusive"] as const) : []),
  ];
  return {
    ids: variants.map((variant) => variant.id),
    seed,
    accusations: [...verdicts.values()].filter(({ verdict }) => wrong.includes(verdict)).map(inWords),
    durationMs: Math.round(performance.now() - began),
  };
}

const inWords = ({ id, verdict, reason }: RuleResult): string => `${id} is ${verdict}: ${reason ?? ""}`;
