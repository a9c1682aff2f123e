import { FIRST_CATALOGUE } from "../../harness/catalogue.ts";
import { supplyOf } from "../../harness/needs.ts";
import { UsageError } from "../../harness/profile/load.ts";
import type { ExitCode } from "../../harness/results.ts";
import { ambiguities, type RetiredRule, retiredRules, type Rule } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { needLines } from "./explain-need.ts";
import { print } from "../output.ts";
import { selectRules } from "../select-rules.ts";

const HOW: Readonly<Record<Rule["kind"], string>> = {
  passive: "on every exchange and event of the run, whichever check made it",
  example: "by one scenario, with a twin that differs in one thing and is accepted",
  property: "over generated inputs; a failing one is shrunk to the smallest",
  model: "over generated sequences of operations, against an independent model",
  race: "by concurrent requests, whose history a linearizability check has to explain",
  sequence: "over moved time, by the events that arrive",
};

/** What became of a rule that is judged no more. */
export function retiredLines({ id, since, reason, replacedBy }: RetiredRule): readonly string[] {
  return [
    id,
    "",
    `  retired    with catalogue ${since}: no version is judged by it any more`,
    `  reason     ${reason}`,
    `  replaced   ${replacedBy.length === 0 ? "by nothing" : `by ${replacedBy.join(", ")}`}`,
    ...replacedBy.map((replacement) => `  see        payconform explain ${replacement}`),
  ];
}

/** Prints one rule, retired or not, or one need, in full. */
export async function explain(id: string): Promise<ExitCode> {
  const aboutNeed = needLines(id);
  if (aboutNeed !== null) {
    print(aboutNeed.join("\n"));
    return 0;
  }
  const retired = retiredRules.find((entry) => entry.id === id);
  if (retired !== undefined) {
    print(retiredLines(retired).join("\n"));
    return 0;
  }
  const [rule, ...others] = selectRules([id]).rules;
  if (rule === undefined || others.length > 0)
    throw new UsageError(`"${id}" means ${others.length + 1} rules; explain takes one id`);
  const check = checks.find((candidate) => candidate.id === rule.id);
  const lines = [
    rule.id,
    "",
    `  says       ${rule.says}`,
    `  document   ${rule.references.join("; ")}`,
    `  level      ${rule.level}`,
    `  since      catalogue ${rule.since ?? FIRST_CATALOGUE}`,
    `  judged     ${rule.unobservable === undefined ? HOW[rule.kind] : `not at all: ${rule.unobservable}`}`,
  ];
  if (rule.kind !== "passive" && rule.unobservable === undefined && check === undefined)
    lines.push("  state      planned: no check yet");
  if (check?.options.alone === true)
    lines.push("  schedule   alone, unless the target can make a merchant for it");
  if (check?.options.last === true) lines.push("  schedule   after all others");
  if (check?.options.socket === true) lines.push("  transport  only over a socket");
  lines.push(`  needs      ${rule.needs.length === 0 ? "a test key" : ""}`.trimEnd());
  for (const need of rule.needs) lines.push(`    ${need}: ${supplyOf(need)}`);
  const open = ambiguities.filter((entry) => entry.section === rule.section);
  if (open.length > 0) {
    lines.push("", `  open in §${rule.section}:`);
    for (const entry of open) lines.push(`    ${entry.id}: ${entry.question} Accepted: ${entry.accepts}`);
  }
  lines.push("", `  alone      payconform run --rules ${rule.id}`);
  print(lines.join("\n"));
  return 0;
}
