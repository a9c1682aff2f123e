import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { coverageInWords, type Sentence, sentencesOf } from "../../reports/evidence/sentences.ts";
import { oneLine } from "../../reports/text/text.ts";
import { readShard } from "../merge/read-shard.ts";
import { catalogueFacts } from "../reporting/reporters.ts";
import { print, printJson } from "../terminal/output.ts";

interface SentencesArguments {
  /** Only sentences that no rule checks. */
  readonly unchecked: boolean;
  /** Output directory of a run whose verdicts are shown, if there is one. */
  readonly out: string;
  readonly document?: string;
  readonly json: boolean;
}

/** Lists each sentence of the document, or of sections, with the rules and open points that come from it, or why nothing of it can be checked. */
export function sentences(
  sections: readonly string[],
  { unchecked, out, document, json }: SentencesArguments,
): ExitCode {
  const hasRun = existsSync(join(out, "conformance.json"));
  const all = sentencesOf(hasRun ? readShard(out, new Map()).result : null, catalogueFacts(document));
  const known = new Set(all.map(({ section }) => section));
  for (const section of sections)
    if (![...known].some((one) => isWithin(one, section)))
      throw new UsageError(`the document has no section "${section}"; it has ${[...known].join(", ")}`);
  const selected = all.filter(
    ({ section, covered }) =>
      (sections.length === 0 || sections.some((one) => isWithin(section, one))) &&
      !(unchecked && covered === "rules"),
  );
  if (json) printJson(JSON.stringify(selected, null, 2));
  else print([...selected.map(textOf), coverageInWords(selected)].join("\n"));
  return 0;
}

const isWithin = (section: string, wanted: string): boolean =>
  section === wanted.replace(/^§/, "") || section.startsWith(`${wanted.replace(/^§/, "")}.`);

function textOf({ place, digest, rules, open, nothing, text }: Sentence): string {
  const line = (what: string, id: string, says: string): string =>
    `  ${what.padEnd(14)} ${oneLine([id, says].filter((part) => part !== "").join("  "))}`;
  return [
    `${place}  ${digest}`,
    ...(text === null ? [] : [`  > ${oneLine(text)}`]),
    ...rules.map(({ id, says, verdict, unobservable }) =>
      line(
        verdict ?? (unobservable === null ? "rule" : "never judged"),
        id,
        unobservable === null ? says : `${says} ${unobservable}`,
      ),
    ),
    ...open.flatMap(({ id, question, accepts, seen }) => [
      line("open", id, `${question} Accepted: ${accepts}`),
      ...seen.map((value) => line("", "", `seen: ${value}`)),
    ]),
    ...(nothing === null ? [] : [line("nothing", "", nothing)]),
    "",
  ].join("\n");
}
