import type { Check } from "../../harness/check.ts";
import type { PortAnswer } from "../../harness/ports.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { expectAcceptance } from "../expect/refusals.ts";
import {
  callFor,
  type GivenCustomer,
  givenCustomer,
  givenPaused,
  givenRetryable,
  type GivenSubscription,
  givenSubscription,
  readSubscription,
  statusOf,
} from "../fixtures/subscriptions.ts";
import { aDozen } from "../fixtures/together.ts";

/** A status that did not change for this long counts as stable; ms. */
const STEADY_MS = 300;

type Act = (check: Check, subscription: GivenSubscription) => Promise<PortAnswer>;

const called =
  (port: string, inputs: Readonly<Record<string, unknown>> = {}): Act =>
  (check, subscription) =>
    callFor(check, subscription, port, { inputs });

/** An act moves the subscription that it names, and no other of its customer (§3, §4.9). */
export default [
  leavesSiblings(
    "subscriptions/immediate-cancel-leaves-siblings",
    called("cancelSubscription", { cancelImmediately: true }),
  ),
  leavesSiblings("subscriptions/scheduled-cancel-leaves-siblings", called("cancelSubscription")),
  leavesSiblings("subscriptions/pause-leaves-siblings", called("pauseSubscription")),
  leavesSiblings("subscriptions/resume-leaves-siblings", called("resumeSubscription"), givenPaused),
  leavesSiblings("subscriptions/retry-payment-leaves-siblings", called("retryPayment"), givenRetryable),

  /** A dozen, the oldest first, each canceled. */
  rule("subscriptions/cancel-after-others", async (check) => {
    const customer = await givenCustomer(check);
    for (const subscription of await aDozen(() => givenSubscription(check, { customer }))) {
      const { answer } = await callFor(check, subscription, "cancelSubscription", {
        inputs: { cancelImmediately: true },
      });
      expectAcceptance(answer, "a cancellation of a subscription after which others were created");
    }
  }),
];

/** Three equal subscriptions of a customer; an act changes one, the others are read afterwards. */
function leavesSiblings(
  id: RuleId,
  act: Act,
  create: (check: Check, customer: GivenCustomer) => Promise<GivenSubscription> = (check, customer) =>
    givenSubscription(check, { customer }),
): RuleCheck {
  return rule(id, async (check) => {
    const customer = await givenCustomer(check);
    const three: GivenSubscription[] = [];
    for (const _each of [1, 2, 3]) three.push(await create(check, customer));
    const [first, subject, last] = three as [GivenSubscription, GivenSubscription, GivenSubscription];
    const siblings = [first, last];
    const before = await Promise.all(siblings.map((each) => keptOf(check, each)));
    const { answer } = await act(check, subject);
    if (!answer.succeeded)
      throw new Inconclusive(`the act was refused; another rule judges that: ${answer.summary}`);
    await check.settle(customer.merchant, STEADY_MS);
    await statusOf(check, subject);
    for (const [index, sibling] of siblings.entries())
      check.expect
        .that("status and cancelAt of a sibling after the act", await keptOf(check, sibling))
        .toBe(before[index]);
  });
}

async function keptOf(check: Check, subscription: GivenSubscription): Promise<readonly unknown[]> {
  const { status, cancelAt } = await readSubscription(check, subscription);
  return [status, cancelAt ?? null];
}
