import { isApplicable } from "../patterns.ts";
import type { Profile } from "../profile/types.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { type CatalogueRule, resultFor, type RuleResult, type Symptom } from "../results.ts";
import { supplyOf } from "./needs.ts";
import type { PassiveTally } from "./passive.ts";
import { record, recordEvent, repeatables } from "./transcript.ts";

/** Why nothing that was seen could violate a rule. */
export interface Silence {
  readonly verdict: "not_applicable" | "could_not_run";
  readonly reason: string;
  /** Ids of needs that were missing. */
  readonly needs: readonly string[];
}

/** The result of a rule that has no check, by how often it could be violated and how often it was. */
export function watchedResult(options: {
  rule: CatalogueRule;
  tally: PassiveTally;
  redactor: Redactor;
  profile: Profile;
  startedAt: number;
  replay: (ruleId: string) => string | null;
  /** Called if nothing could violate it. */
  silence: () => Silence;
}): RuleResult {
  const { rule, tally, redactor } = options;
  const { verdict, reason, needs } = verdictOf(options);
  const redact = (text: string): string => redactor.text(text);
  const [shown = null] = verdict === "violated" ? tally.evidence : [];
  return resultFor(rule, {
    verdict,
    reason: reason === null ? null : redact(reason),
    needs: needs.map((id) => ({ id, supply: supplyOf(id) })),
    exchanges: tally.exercised,
    startedAt: new Date(options.startedAt).toISOString(),
    violation:
      shown === null
        ? null
        : {
            expected: redact(shown.expected),
            actual: redact(shown.actual),
            reproduced: `${tally.broken}/${tally.exercised}`,
            exchange: shown.exchange?.sequence ?? null,
            event: shown.event?.arrival ?? null,
          },
    symptom:
      shown === null ? null : (redactor.value({ ...shown.symptom, where: [...tally.where] }) as Symptom),
    replay: verdict === "passed" || verdict === "not_applicable" ? null : options.replay(rule.id),
    transcript: tally.evidence.flatMap(({ exchange }) =>
      exchange === null
        ? []
        : [record(exchange, redactor, undefined, repeatables([exchange], redactor).get(exchange))],
    ),
    events: tally.evidence.flatMap(({ event }) => (event === null ? [] : [recordEvent(event, redactor)])),
  });
}

function verdictOf({
  rule,
  tally,
  profile,
  silence,
}: Pick<Parameters<typeof watchedResult>[0], "rule" | "tally" | "profile" | "silence">): {
  readonly verdict: RuleResult["verdict"];
  readonly reason: string | null;
  readonly needs: readonly string[];
} {
  if (!isApplicable(profile.notOffered, rule)) {
    const reason = "the profile says that the target does not offer this";
    return { verdict: "not_applicable", reason, needs: [] };
  }
  const [evidence] = tally.evidence;
  if (tally.broken > 0 && evidence !== undefined) {
    const reason = `expected ${evidence.expected}, but ${evidence.actual}`;
    return { verdict: "violated", reason, needs: [] };
  }
  return tally.exercised > 0 ? { verdict: "passed", reason: null, needs: [] } : silence();
}
