import { type Check, NeedMissing, rule, type RuleCheck, type RuleId, Violation } from "../kit.ts";
import { around, dueAt, dueOf, givenClockFor } from "../fixtures/test-clocks.ts";
import { approveAgain, callFor, type GivenSubscription, givenCustomer } from "../fixtures/subscriptions.ts";
import { DAY, parseTimestamp, written } from "../fixtures/times.ts";
import { PATIENT } from "../scenarios/scenario-rules.ts";
import { advances, createdStep, step } from "../scenarios/acts.ts";
import { declinedRenewal } from "../scenarios/renewals.ts";
import { type Recorder, recorder, type Scenario } from "../scenarios/recorder.ts";

type Fields = Readonly<Record<string, unknown>>;
type Live = (check: Check, extra: Fields) => Promise<Scenario>;

/** Fields that have no effect according to the document (§4.9), with dates within the next period. */
const fields = (cancelAtPeriodEnd = true): Fields => ({
  cancelAtPeriodEnd,
  pauseUntil: written(Date.now() + 20 * DAY),
  trial_days: 9,
});

/** Events that only an ignored field could cause. Other events may be reported sooner in one of the two scenarios. */
const OWN_EFFECTS = [
  "subscription.canceled",
  "subscription.paused",
  "subscription.resumed",
  "subscription.trial_ending",
  "invoice.voided",
];

/** Ignored fields have no later effect either (§4, §4.9). */
export default [
  later("subscriptions/ignored-by-create-has-no-later-effect", async (check, extra) => {
    const { log, subscription } = await begun(check, extra);
    return pastDue(check, log, subscription);
  }),
  later(
    "subscriptions/ignored-by-cancel-has-no-later-effect",
    (check, extra) => scenarioOf(check, ["cancelSubscription"], extra),
    fields(false),
  ),
  later("subscriptions/ignored-by-pause-has-no-later-effect", (check, extra) =>
    scenarioOf(check, ["pauseSubscription"], extra),
  ),
  later("subscriptions/ignored-by-resume-has-no-later-effect", (check, extra) =>
    scenarioOf(check, ["pauseSubscription", "resumeSubscription"], extra),
  ),
  later("subscriptions/ignored-by-change-has-no-later-effect", (check, extra) =>
    scenarioOf(check, ["changeQuantity"], extra),
  ),
  later("subscriptions/ignored-by-retry-has-no-later-effect", async (check, extra) => {
    if (!check.ports.bound("retryPayment")) throw new NeedMissing("port.retryPayment");
    const history = await declinedRenewal(check);
    const { log, subscription, clock, due } = history;
    await approveAgain(check, subscription.customer);
    const work = () => callFor(check, subscription, "retryPayment", { extra });
    await step(history, ["retried", "retried"], work, { until: ({ status }) => status === "active" });
    // Longer than any period that was paid.
    const length = 40 * DAY;
    const go = advances(check, clock, history);
    await go("a period later", "nothing", around(due).afterDue + length, { also: ["subscription.updated"] });
    return log.scenario(subscription);
  }),
];

/**
 * Compares two scenarios that differ only in the ignored fields of one request. Until after the next due date, they have events of the same
 * names, and the same final state.
 */
function later(id: RuleId, live: Live, extra: Fields = fields()): RuleCheck {
  return rule(id, PATIENT, async (check) => {
    const plain = await live(check, {});
    const odd = await live(check, extra);
    if (!plain.received && !check.ports.bound("retrieveSubscription"))
      throw new NeedMissing("port.retrieveSubscription");
    const status = (scenario: Scenario): string => scenario.steps.at(-1)?.after?.status ?? "(not readable)";
    const usual = namesIn(plain);
    const came = namesIn(odd);
    const more = came.filter((name) => !usual.includes(name) && OWN_EFFECTS.includes(name));
    const missing = usual.filter((name) => !came.includes(name));
    const expected = `${Object.keys(extra).join(", ")} to have no effect: the same events as without them, and the state ${status(plain)}`;
    if (more.length > 0 || status(odd) !== status(plain))
      throw new Violation({
        expected,
        actual: [...more.map((name) => `${name} as well`), `the state ${status(odd)}`].join(", "),
      });
    if (missing.length > 0)
      throw new Violation({ basis: "deadline", expected, actual: `no ${missing.join(", ")} with them` });
  });
}

/** The names of the events about the scenario's subscription. */
function namesIn({ steps, subscription }: Scenario): readonly string[] {
  const own = steps
    .flatMap(({ events }) => events)
    .filter(({ data }) => data["subscriptionId"] === subscription.id);
  return [...new Set(own.map(({ type }) => type))].sort();
}

async function begun(check: Check, extra: Fields) {
  const customer = await givenCustomer(check);
  const log = await recorder(check, customer);
  return { log, subscription: await createdStep(check, log, { customer, extra }, { transition: "created" }) };
}

/** Creates a subscription, sends requests about it, the last one with the fields, and advances past the end of its period. */
async function scenarioOf(
  check: Check,
  ports: readonly (keyof typeof TRANSITIONS)[],
  extra: Fields,
): Promise<Scenario> {
  const history = await begun(check, {});
  const { log, subscription } = history;
  for (const [index, port] of ports.entries()) {
    check.require(`port.${port}`);
    const { answer } = await step(history, [port, TRANSITIONS[port]], () =>
      callFor(check, subscription, port, {
        ...(port === "changeQuantity" ? { inputs: quantityOf(subscription) } : {}),
        ...(index === ports.length - 1 ? { extra } : {}),
      }),
    );
    check.succeeded(answer);
  }
  return pastDue(check, log, subscription);
}

const TRANSITIONS = {
  cancelSubscription: "cancellation scheduled",
  changeQuantity: "quantity changed",
  pauseSubscription: "paused",
  resumeSubscription: "resumed",
} as const;

const quantityOf = ({ priceId }: GivenSubscription): Fields => ({
  quantity: 2,
  ...(priceId === null ? {} : { priceId }),
});

async function pastDue(check: Check, log: Recorder, subscription: GivenSubscription): Promise<Scenario> {
  const due = await dueOf(check, subscription);
  const clock = await givenClockFor(check, subscription);
  const { transition, port, after } = log.steps.at(-1) ?? {};
  const scheduled = transition === "cancellation scheduled";
  const cancelAt = scheduled ? parseTimestamp(port?.output("cancelAt") ?? after?.cancelAt) : null;
  const { afterDue } = around(dueAt(cancelAt ?? due.last, due.last));
  const go = advances(check, clock, { log, subscription });
  if (scheduled)
    await go("past the due date", "canceled when due", afterDue, {
      until: ({ status }) => status === "canceled",
    });
  else {
    const also = transition === "paused" ? [] : ["subscription.updated"];
    await go("past the due date", "nothing", afterDue, { also });
  }
  return log.scenario(subscription);
}
