import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { parsed } from "../../spec/json.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { mutants } from "../../mutants/index.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { table } from "../../reports/text/markdown.ts";
import { isWatched } from "../../harness/results.ts";

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

/**
 * Reads the --json files of earlier runs and merges their shards.
 * @throws UsageError for a file of another format
 */
export function recordedFindings(files: readonly string[]): Findings {
  return mergeFindings(files.map(read));
}

/** Mutants that no file contains, because a shard is missing. */
export function unjudged(findings: Findings): readonly string[] {
  const judged = new Set(findings.mutants.map(({ id }) => id));
  return mutants.filter(({ id }) => !judged.has(id)).map(({ id }) => `not judged: ${id}`);
}

function read(file: string): Findings {
  const recorded = (parsed(readTextFile(file, "the findings in")) ?? {}) as Partial<Findings>;
  const { mutants: outcomes, variants, unsound } = recorded;
  if (outcomes === undefined || variants === undefined || unsound === undefined)
    throw new UsageError(`--from: ${file} was not written by \`payconform mutants --json\``);
  return { mutants: outcomes, variants, unsound };
}

/** Problems that make the command fail. */
export function problemsOf(findings: Findings, options: { whole: boolean }): readonly string[] {
  return [
    ...findings.unsound,
    ...findings.mutants
      .filter((outcome) => outcome.state !== "killed")
      .map(
        (outcome) =>
          `${outcome.state}: ${outcome.id} (${outcome.summary})${outcome.faults.map((fault) => `\n      ${fault}`).join("")}`,
      ),
    ...findings.variants.flatMap((outcome) =>
      outcome.accusations.map(
        (accusation) => `accused: ${nameOf(outcome.ids)}, seed ${outcome.seed}: ${accusation}`,
      ),
    ),
    ...(options.whole ? rulesWithoutMutant(findings) : []),
  ];
}

export function nameOf(ids: readonly string[]): string {
  return ids.length > 3 ? `${ids.length} variants together (${ids.join(" ")})` : ids.join(" + ");
}

/** Rules with a check that no killed mutant violates. */
function rulesWithoutMutant(findings: Findings): readonly string[] {
  const violated = new Set(
    findings.mutants.filter((outcome) => outcome.state === "killed").flatMap((outcome) => outcome.violates),
  );
  return judgedRules()
    .filter((rule) => !violated.has(rule.id))
    .map((rule) => `no mutant proves that ${rule.id} can fail`);
}

function judgedRules(): typeof catalogue {
  const judged = new Set<string>(checks.map((check) => check.id));
  const areas = new Set([...judged].map((id) => id.split("/")[0] ?? ""));
  return catalogue.filter(
    (rule) =>
      rule.unobservable === undefined && (isWatched(rule) ? areas.has(rule.area) : judged.has(rule.id)),
  );
}

/** Counts of mutants and of the rules that they violate. */
export interface Row {
  readonly name: string;
  readonly rules: number;
  readonly mutants: number;
  readonly killed: number;
}

/** Counts by area or kind of the first rule in a mutant's `violates`; only rows with mutants. */
export function rowsBy(findings: Findings, member: "area" | "kind"): readonly Row[] {
  const names = new Map<string, string>(catalogue.map((rule) => [rule.id, rule[member]]));
  const rules = judgedRules().map((rule) => rule[member]);
  return [...new Set(rules)].sort().flatMap((name) => {
    const mine = findings.mutants.filter(({ violates: [first = ""] }) => names.get(first) === name);
    const killed = mine.filter((outcome) => outcome.state === "killed").length;
    const ofName = rules.filter((other) => other === name).length;
    return mine.length === 0 ? [] : [{ name, rules: ofName, mutants: mine.length, killed }];
  });
}

/** The matrix as data: per mutant the rules that reported a violation, per rule the mutants that violate it. */
export function matrixOf(findings: Findings): unknown {
  const rules: Record<string, string[]> = {};
  for (const outcome of findings.mutants) {
    for (const id of outcome.violated) (rules[id] ??= []).push(outcome.id);
  }
  return {
    mutants: findings.mutants,
    rules: Object.fromEntries(Object.entries(rules).sort(([a], [b]) => a.localeCompare(b))),
    variants: findings.variants,
    unsound: findings.unsound,
    areas: rowsBy(findings, "area"),
    kinds: rowsBy(findings, "kind"),
  };
}

/** The page on mutants: how many, of which kinds, and their outcomes. */
export function killMatrix(findings: Findings): string {
  const { mutants, variants } = findings;
  const killed = mutants.filter(({ state }) => state === "killed").length;
  const alone = new Set(variants.filter(({ ids }) => ids.length === 1).flatMap(({ ids }) => ids)).size;
  const together = variants.filter(({ ids }) => ids.length > 1);
  const accused = variants.filter(({ accusations }) => accusations.length > 0).length;
  const seeds = [...new Set(variants.map(({ seed }) => seed))].sort((a, b) => a - b);
  return [
    "# The kill matrix",
    "",
    "A mutant is the emulator with one part replaced, which makes it violate one documented rule. It lists the rules that must catch it, and is",
    "*killed* if all of them do. Each mutant is counted under the first rule that must catch it.",
    "",
    "Generated by `payconform mutants --from MATRIX --markdown FILE`.",
    "",
    `**${killed} of ${mutants.length} mutants killed**.`,
    "",
    "## By area",
    "",
    tableOf("area", findings),
    "",
    "## By kind of rule",
    "",
    tableOf("kind", findings),
    "",
    "## Variants",
    "",
    "A variant is the emulator with an open point of the interface document decided differently. No rule may report a violation on it.",
    "",
    `${alone} variants by themselves and ${together.length} combinations of up to ${Math.max(0, ...together.map(({ ids }) => ids.length))} of them, seeds ${seeds.join(", ")}: ${accused === 0 ? "no violation" : `violations on ${accused}`}.`,
    "",
  ].join("\n");
}

const tableOf = (head: "area" | "kind", findings: Findings): string =>
  table(
    [head, "rules:", "mutants:", "killed:"],
    rowsBy(findings, head).map((row) => Object.values(row).map(String)),
  );
