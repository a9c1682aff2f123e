import type { SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { soon } from "../shared/reading.ts";
import { type GivenSubscription, readSubscription } from "../subscriptions/given.ts";
import { DAY, toldTo, written } from "../subscriptions/instants.ts";
import { around, boundOf, deleteAtTheEnd, dueOf, embedded, periodOf, untilReady } from "./given.ts";
import { attaches, listClocks } from "./listing.ts";

export type Simulation = Answer<SuccessBody<"simulateTestClock">>;

/** Asks for a simulation; its clock is deleted when the check ends. */
export async function simulate(
  check: Check,
  { id, merchant }: GivenSubscription,
  json: Readonly<Record<string, unknown>>,
): Promise<Simulation> {
  const answer = await merchant.api.simulateTestClock({ json: { subscriptionId: id, ...json } });
  if (answer.succeeded) check.observe("clock-success-statuses", `simulation ${answer.status}`);
  const clock = answer.succeeded ? embedded(answer)["id"] : undefined;
  if (typeof clock === "string") deleteAtTheEnd(check, merchant, clock);
  return answer;
}

/** The clock of a simulation: `id` of `testClock`, or the listed one that has the subscription. */
export async function clockOf(
  check: Check,
  subscription: GivenSubscription,
  answer: Simulation,
): Promise<string> {
  const { id } = embedded(answer);
  if (typeof id === "string") {
    deleteAtTheEnd(check, subscription.merchant, id);
    return id;
  }
  const shows = attaches("subscriptions", subscription.id);
  const { clocks } = await soon(check, {
    read: () => listClocks(check, subscription.merchant),
    holds: (list) => list.clocks.some(shows),
  });
  const clock = clocks.find(shows);
  if (clock === undefined) throw new Inconclusive("nothing tells which clock the simulation made");
  const listed = String(clock["id"]);
  deleteAtTheEnd(check, subscription.merchant, listed);
  return listed;
}

/** Goal: the period is the current one. Method: a simulation into the next period, its clock deleted, and another one. */
export async function inItsNextPeriod(
  check: Check,
  subscription: GivenSubscription,
  first: Simulation,
): Promise<void> {
  const { api } = subscription.merchant;
  const free = async (answer: Simulation): Promise<void> => {
    const id = await clockOf(check, subscription, answer);
    check.succeeded(await api.deleteTestClock({ path: { id } }));
  };
  await free(first);
  const { start } = await periodOf(check, subscription);
  const { afterDue } = around(await dueOf(check, subscription));
  const moved = await simulate(check, subscription, { advanceTo: written(afterDue) });
  // What can be simulated a second time is open (`clock-attachment-conditions`).
  if (!moved.succeeded) return;
  const id = await clockOf(check, subscription, moved);
  await untilReady(check, { merchant: subscription.merchant, id }, afterDue);
  await free(moved);
  const { start: next, port } = await readSubscription(check, subscription);
  if (next === null || next - start < 2 * DAY) return;
  const again = await simulate(check, subscription, { advanceTo: written(next + 2 * DAY) });
  if (!again.succeeded) return;
  check.expect
    .that(
      "the distance in ms of advancedFrom and the next currentPeriodStart",
      boundOf(again, "advancedFrom") - next,
    )
    .toSatisfy(
      "nothing, as far as it is told",
      (distance) => Math.abs(Number(distance)) < toldTo(port.output("currentPeriodStart")),
    );
}
