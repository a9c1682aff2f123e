import { Inconclusive, NothingToJudge, rule, type RuleCheck, type RuleId, Violation } from "../kit.ts";
import { parseTimestamp } from "../fixtures/times.ts";
import {
  AFTERWARDS,
  ENDED,
  type Interleaved,
  interleavedLives,
  livedThrough,
} from "../scenarios/interleaved.ts";
import { type Finding, findingsIn, type Passage } from "../scenarios/neighbours.ts";
import { eventsOf } from "../scenarios/scenario-events.ts";
import { PATIENT } from "../scenarios/scenario-rules.ts";

const UPDATED = "subscription.updated";
/** A later report of an earlier renewal ends its period at most this much later, ms. */
const SAME_PERIOD = 86_400_000;

/** What is true of a subscription whatever features met before (§3, §4.8, §6.1). */
export default [
  ofEachLife("subscriptions/ended-whatever-came-before", (life) => {
    const end = life.steps.findIndex(({ name }) => name === ENDED);
    const later = life.steps.slice(end);
    const { status } = later.at(-1)?.after ?? {};
    if (later.every(({ after }) => after?.status !== "canceled"))
      throw new Inconclusive("the subscription was never canceled; another rule judges that");
    if (status !== "canceled" && status != null)
      throw new Violation({
        expected: `the subscription to stay canceled ${livedThrough(life)}`,
        actual: `it is ${status}`,
      });
    for (const { name } of later)
      for (const event of eventsOf(life, name, UPDATED)) {
        const period = parseTimestamp(event.data["currentPeriodEnd"]);
        if (period === null || period <= life.endedIn + SAME_PERIOD) continue;
        throw new Violation({
          expected: `no renewal of a canceled subscription ${livedThrough(life)}`,
          actual: `${UPDATED} arrived at the step "${name}"`,
          event,
        });
      }
    const before = life.steps[end - 1]?.after?.status;
    const isLater = later.some(({ name }) => name === AFTERWARDS);
    const [charged] = before === "active" && isLater ? eventsOf(life, AFTERWARDS, "payment.completed") : [];
    if (charged !== undefined)
      throw new Violation({
        expected: `no payment of a canceled subscription that owed nothing ${livedThrough(life)}`,
        actual: "payment.completed arrived after its end",
        event: charged,
      });
    return true;
  }),

  ofPassages("test-clocks/renewed-whatever-came-before", {
    among: isDueToRenew,
    isJudged: ({ type }) => type === UPDATED,
  }),
  ofPassages("subscriptions/neighbours-are-left-alone", { among: isOfNeighbour }),
  ofPassages("subscriptions/moves-whatever-came-before", {
    among: (passage) => !isOfNeighbour(passage),
    isJudged: ({ type, passage }) => !(type === UPDATED && isDueToRenew(passage)),
  }),

  /** What the target never accepts may be a port that the profile describes wrongly. */
  rule("subscriptions/accepted-whatever-came-before", PATIENT, async (check) => {
    const lives = await interleavedLives(check);
    const requests = lives.flatMap((life) =>
      life.passages.flatMap((passage) =>
        "accepted" in passage.what ? [{ life, passage, ...passage.what }] : [],
      ),
    );
    const known = new Set(requests.flatMap(({ do: act, accepted }) => (accepted ? [act] : [])));
    for (const { life, passage, do: act, accepted } of requests) {
      const { answer, member, before, isPromised } = passage;
      const isRefused = answer !== null && answer.status >= 400 && answer.status < 500;
      if (accepted || !isPromised || !known.has(act) || !isRefused || NOT_ABOUT_IT.has(answer.status))
        continue;
      throw new Violation({
        expected: `the request "${act}" about ${member.name}, which is ${before.status ?? "unknown"}, to be accepted ${livedThrough(life)}`,
        actual: `the answer is ${answer.summary}`,
        exchange: answer.exchange.sequence,
      });
    }
    if (!requests.some(({ passage }) => passage.isPromised))
      throw new NothingToJudge("no life of a subscription had such a request");
  }),

  ofEachLife("invoices/voided-is-not-charged", (life) => {
    const voiding = life.steps.findIndex(({ name }) => name === "void");
    const later = life.steps.slice(voiding + 1);
    for (const { name } of voiding < 0 ? [] : later)
      for (const event of eventsOf(life, name, "invoice.paid"))
        if (life.voided.has(`${event.data["invoiceId"] as string}`))
          throw new Violation({
            expected: `the voided invoice not to be paid ${livedThrough(life)}`,
            actual: `invoice.paid arrived at the step "${name}"`,
            event,
          });
    return life.voided.size > 0;
  }),
];

/** They refuse the caller or the rate, not the request. */
const NOT_ABOUT_IT: ReadonlySet<number> = new Set([401, 429]);

/** Whether a subscription has to renew at this step. */
function isDueToRenew({ expected }: Passage): boolean {
  return expected.must.includes(UPDATED);
}

/** Whether the step did not concern the subscription. */
function isOfNeighbour({ what }: Passage): boolean {
  return what.do === "nothing";
}

/** Judges the subscription and its neighbours in every life. @param among the steps of which no finding that is judged may be */
function ofPassages(
  id: RuleId,
  {
    among,
    isJudged = () => true,
  }: { readonly among: (passage: Passage) => boolean; readonly isJudged?: (finding: Finding) => boolean },
): RuleCheck {
  return ofEachLife(id, (life) => {
    const found = findingsIn(life.passages, livedThrough(life)).find(
      (finding) => among(finding.passage) && isJudged(finding),
    );
    if (found !== undefined) throw found.violation;
    return life.passages.some(among);
  });
}

/** Judges every life. @param judge whether the life showed something */
function ofEachLife(id: RuleId, judge: (life: Interleaved) => boolean): RuleCheck {
  return rule(id, PATIENT, async (check) => {
    const judged = (await interleavedLives(check)).filter(judge);
    if (judged.length === 0) throw new NothingToJudge("no life of a subscription showed it");
  });
}
