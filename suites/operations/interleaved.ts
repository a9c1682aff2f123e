import { Inconclusive, NothingToJudge, rule, type RuleCheck, type RuleId, Violation } from "../kit.ts";
import { parseTimestamp } from "../fixtures/times.ts";
import {
  AFTERWARDS,
  ENDED,
  type Interleaved,
  interleavedLives,
  livedThrough,
} from "../scenarios/interleaved.ts";
import { type Finding, findingsIn } from "../scenarios/neighbours.ts";
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

  ofAll("test-clocks/renewed-whatever-came-before", isRenewal),
  ofAll("subscriptions/neighbours-are-left-alone", isOfNeighbour),
  ofAll(
    "subscriptions/moves-whatever-came-before",
    (finding) => !isRenewal(finding) && !isOfNeighbour(finding),
  ),

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

/** Whether an active subscription did not renew. */
function isRenewal({ type, passage }: Finding): boolean {
  return type === UPDATED && passage.expected.must.includes(UPDATED);
}

/** Whether something happened to a subscription that the step did not concern. */
function isOfNeighbour({ passage }: Finding): boolean {
  return passage.what.do === "nothing";
}

/** Judges the subscription and its neighbours in every life: nothing of this kind is found. */
function ofAll(id: RuleId, isOfKind: (finding: Finding) => boolean): RuleCheck {
  return ofEachLife(id, (life) => {
    const found = findingsIn(life.passages, livedThrough(life)).find(isOfKind);
    if (found !== undefined) throw found.violation;
    return life.passages.length > 0;
  });
}

/** Judges every life. @param judge whether the life showed something */
function ofEachLife(id: RuleId, judge: (life: Interleaved) => boolean): RuleCheck {
  return rule(id, PATIENT, async (check) => {
    const judged = (await interleavedLives(check)).filter(judge);
    if (judged.length === 0) throw new NothingToJudge("no life of a subscription showed it");
  });
}
