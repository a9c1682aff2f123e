import { missing, supplyOf } from "../needs.ts";
import type { PassiveTally } from "../passive/judge.ts";
import { isApplicable } from "../applicability.ts";
import { operationsShowing } from "../passive/owners.ts";
import type { Exchange } from "../http/answer.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { repeatables } from "../repeatable.ts";
import {
  type CatalogueRule,
  type RecordedExchange,
  resultFor,
  type RuleResult,
  type Symptom,
} from "../results.ts";
import { routeNeed } from "../routes/routes.ts";
import type { Session } from "../session/session.ts";
import { record, recordEvent } from "../transcript.ts";

/** The verdict on a passive rule after all exchanges, by how often it could be violated and how often it was. */
export function passiveResult(options: {
  session: Session;
  rule: CatalogueRule;
  startedAt: number;
  replay: (ruleId: string) => string | null;
  /** Whether a check got to its end that receives an answer which shows the rule, unless the answer leaves it out. */
  wasAsked: (ruleId: string) => boolean;
}): RuleResult {
  const { session, rule } = options;
  const tally = session.judge.tally(rule.id);
  const { verdict, reason, needs } = verdictOf(options, tally);
  const redact = (text: string): string => session.redactor.text(text);
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
      shown === null
        ? null
        : (session.redactor.value({ ...shown.symptom, where: [...tally.where] }) as Symptom),
    replay: verdict === "passed" || verdict === "not_applicable" ? null : options.replay(rule.id),
    transcript: tally.evidence.flatMap((entry) =>
      entry.exchange === null ? [] : [recordAlone(entry.exchange, session.redactor)],
    ),
    events: tally.evidence.flatMap((entry) =>
      entry.event === null ? [] : [recordEvent(entry.event, session.redactor)],
    ),
  });
}

function verdictOf(
  { session, rule, wasAsked }: Pick<Parameters<typeof passiveResult>[0], "session" | "rule" | "wasAsked">,
  tally: PassiveTally,
): { verdict: RuleResult["verdict"]; reason: string | null; needs: readonly string[] } {
  if (!isApplicable(session.profile.notOffered, rule)) {
    return {
      verdict: "not_applicable",
      reason: "the profile says that the target does not offer this",
      needs: [],
    };
  }
  const [evidence] = tally.evidence;
  if (tally.broken > 0 && evidence !== undefined) {
    return {
      verdict: "violated",
      reason: `expected ${evidence.expected}, but ${evidence.actual}`,
      needs: [],
    };
  }
  if (tally.exercised > 0) return { verdict: "passed", reason: null, needs: [] };
  const needs = [
    ...missing(rule.needs, session.supplies).map((need) => need.id),
    ...absentRoutes(session, rule.id),
  ];
  if (needs.length === 0 && tally.leftOut > 0 && wasAsked(rule.id)) {
    const reason = "every answer that could show it left it null, absent or empty, as the document permits";
    return { verdict: "not_applicable", reason, needs };
  }
  const why = needs.length > 0 ? `needs ${needs.join(", ")}` : "no response in this run could violate it";
  return { verdict: "could_not_run", reason: why, needs };
}

/** If none of the routes that exercise the rule exists, the rule needs those routes. */
function absentRoutes(session: Session, rule: string): readonly string[] {
  const showing = [...operationsShowing(rule)];
  const allAbsent = showing.length > 0 && showing.every((operation) => session.routes.isAbsent(operation));
  return allAbsent ? showing.map(routeNeed) : [];
}

function recordAlone(exchange: Exchange, redactor: Redactor): RecordedExchange {
  return record(exchange, redactor, undefined, repeatables([exchange], redactor).get(exchange));
}
