import type { RuleResult, RunResult, Verdict } from "../../harness/results.ts";
import type { CatalogueFacts, Statement } from "./facts.ts";

/** What is checked of a sentence: by rules, by no rule because the document leaves it open, or nothing, for a reason. */
export type Coverage = "rules" | "never" | "open" | "nothing";

/** A sentence or table row of the document, with what a run saw of it. */
export interface Sentence extends Pick<Statement, "section" | "place" | "nothing"> {
  /** The start of the SHA-256 of its text. */
  readonly digest: string;
  readonly covered: Coverage;
  /** `verdict`: null if the run did not select the rule. */
  readonly rules: readonly (Statement["rules"][number] & { readonly verdict: Verdict | null })[];
  /** `seen`: what the run observed. */
  readonly open: readonly (Statement["open"][number] & { readonly seen: readonly string[] })[];
  /** From the user's copy of the document; null without one. */
  readonly text: string | null;
}

/** Every sentence of the document, in its order. Without a run, no rule has a verdict. */
export function sentencesOf(
  run: Pick<RunResult, "rules" | "observations"> | null,
  facts: CatalogueFacts,
): readonly Sentence[] {
  const verdicts = new Map(run?.rules.map(({ id, verdict }: RuleResult) => [id, verdict]));
  const seen = new Map<string, string[]>();
  for (const one of run?.observations ?? []) seen.set(one.id, [...(seen.get(one.id) ?? []), one.seen]);
  return (facts.statements?.() ?? []).map(({ anchor, section, place, rules, open, nothing }) => ({
    ...{ section, place, nothing },
    digest: anchor.slice(section.length + 1),
    covered: coverageOf(rules, open),
    rules: rules.map((rule) => ({ ...rule, verdict: verdicts.get(rule.id) ?? null })),
    open: open.map((point) => ({ ...point, seen: [...new Set(seen.get(point.id))] })),
    text: facts.quote?.(place) ?? null,
  }));
}

function coverageOf(rules: Statement["rules"], open: Statement["open"]): Coverage {
  if (rules.some(({ unobservable }) => unobservable === null)) return "rules";
  return rules.length > 0 ? "never" : open.length > 0 ? "open" : "nothing";
}

/** "34 sentences: 28 with rules, 4 open, 2 with nothing to check". */
export function coverageInWords(sentences: readonly Sentence[]): string {
  const number = (is: Coverage): number => sentences.filter(({ covered }) => covered === is).length;
  const words: readonly (readonly [Coverage, string])[] = [
    ["rules", "with rules"],
    ["never", "with rules that cannot be observed"],
    ["open", "open"],
    ["nothing", "with nothing to check"],
  ];
  const parts = words.flatMap(([is, what]) => (number(is) === 0 ? [] : [`${number(is)} ${what}`]));
  return `${sentences.length} ${sentences.length === 1 ? "sentence" : "sentences"}: ${parts.join(", ")}`;
}
