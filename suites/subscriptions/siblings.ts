import { type Check, Inconclusive, type PortAnswer, rule, type RuleCheck, type RuleId } from "../kit.ts";
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

/** How long a status must be unchanged to count as stable, ms. */
const STEADY_MS = 300;

type Act = (check: Check, subscription: GivenSubscription) => Promise<PortAnswer>;

const called =
  (port: string, inputs: Readonly<Record<string, unknown>> = {}): Act =>
  (check, subscription) =>
    callFor(check, subscription, port, { inputs });

/** An operation changes only the subscription that it names, and no other one of the customer (§3, §4.9). */
export default [
  leavesSiblings(
    "subscriptions/immediate-cancel-leaves-siblings",
    called("cancelSubscription", { cancelImmediately: true }),
  ),
  leavesSiblings("subscriptions/scheduled-cancel-leaves-siblings", called("cancelSubscription")),
  leavesSiblings("subscriptions/pause-leaves-siblings", called("pauseSubscription")),
  leavesSiblings("subscriptions/resume-leaves-siblings", called("resumeSubscription"), givenPaused),
  leavesSiblings("subscriptions/retry-payment-leaves-siblings", called("retryPayment"), givenRetryable),

  /** Creates a dozen subscriptions and cancels each, oldest first. */
  rule("subscriptions/cancel-after-others", async (check) => {
    const customer = await givenCustomer(check);
    for (const subscription of await aDozen(() => givenSubscription(check, { customer }))) {
      const { answer } = await callFor(check, subscription, "cancelSubscription", {
        inputs: { cancelImmediately: true },
      });
      expectAcceptance(answer, "the cancellation of a subscription that was followed by others");
    }
  }),
];

/** Changes one of three equal subscriptions of a customer and then reads the others. */
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
      throw new Inconclusive(`the operation was refused; another rule judges that: ${answer.summary}`);
    await check.settle(customer.merchant, STEADY_MS);
    await statusOf(check, subject);
    for (const [index, sibling] of siblings.entries())
      check.expect
        .that("status and cancelAt of a sibling after the operation", await keptOf(check, sibling))
        .toBe(before[index]);
  });
}

async function keptOf(check: Check, subscription: GivenSubscription): Promise<readonly unknown[]> {
  const { status, cancelAt } = await readSubscription(check, subscription);
  return [status, cancelAt ?? null];
}
