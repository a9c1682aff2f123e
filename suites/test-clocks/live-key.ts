import type { Api, Merchant } from "../../harness/api.ts";
import { type Check, type RuleCheck, rule } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { memberOf } from "../expect/reading.ts";
import { givenCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { DAY, HOUR, written } from "../fixtures/times.ts";
import {
  deleteAtTheEnd,
  type GivenClock,
  givenClock,
  readShown,
  frozenTimeOf,
} from "../fixtures/test-clocks.ts";

interface Scene {
  readonly check: Check;
  readonly merchant: Merchant;
  readonly clock: GivenClock;
  /** A subscription that is not attached to the clock. */
  readonly subscriptionId: string;
}

/** A request of each route that succeeds with a test key. */
const requests = {
  create: (api: Api, { check }: Scene) =>
    api.createTestClock({ body: { frozenTime: written(Date.now() + HOUR), name: check.name("live") } }),
  list: (api: Api) => api.listTestClocks(),
  retrieve: (api: Api, { clock }: Scene) => api.retrieveTestClock({ path: { id: clock.id } }),
  delete: (api: Api, { clock }: Scene) => api.deleteTestClock({ path: { id: clock.id } }),
  attach: (api: Api, { clock, subscriptionId }: Scene) =>
    api.attachTestClock({ path: { id: clock.id }, json: { subscriptionId } }),
  advance: (api: Api, { clock }: Scene) =>
    api.advanceTestClock({ path: { id: clock.id }, body: { frozenTime: written(clock.at + DAY) } }),
  simulate: (api: Api, { subscriptionId }: Scene) =>
    api.simulateTestClock({
      json: {
        subscriptionId,
        startFrom: written(Date.now() + HOUR),
        advanceTo: written(Date.now() + DAY),
      },
    }),
} satisfies Record<string, (api: Api, scene: Scene) => Promise<Answer>>;

/** Test clocks require a test key (§5, §7.9). Each request differs from an accepted one only in the key. */
export default [
  refused("test-clocks/create-with-a-live-key", "create"),
  refused("test-clocks/list-with-a-live-key", "list"),
  refused("test-clocks/retrieve-with-a-live-key", "retrieve"),
  refused("test-clocks/delete-with-a-live-key", "delete"),
  refused("test-clocks/attach-with-a-live-key", "attach"),
  refused("test-clocks/advance-with-a-live-key", "advance"),
  refused("test-clocks/simulate-with-a-live-key", "simulate"),

  rule("test-clocks/live-key-changes-nothing", async (check) => {
    const merchant = await withLiveKey(check);
    const clock = await givenClock(check, { merchant });
    const live = check.as(merchant.liveKey);
    const scene = { check, merchant, clock, subscriptionId: "" };
    for (const name of ["advance", "delete"] as const) {
      await requests[name](live, scene);
      const read = await readShown(check, clock);
      check.expect.that(`whether the clock exists after a refused ${name}`, read.succeeded, read).toBe(true);
      check.expect.that("time of the clock", await frozenTimeOf(check, clock), read).toBe(clock.at);
    }
  }),
];

function refused(id: RuleId, name: keyof typeof requests): RuleCheck {
  return rule(id, async (check) => {
    const merchant = await withLiveKey(check);
    const clock = await givenClock(check, { merchant });
    const needsSubscription = name === "attach" || name === "simulate";
    const subscriptionId = needsSubscription
      ? (await givenSubscription(check, { customer: await givenCustomer(check, merchant) })).id
      : "";
    const scene = { check, merchant, clock, subscriptionId };
    const answer = await requests[name](check.as(merchant.liveKey), scene);
    check.expect(answer).toRefuse({ status: 403, code: "TEST_CLOCK_NOT_AVAILABLE" });
    const counterpart = check.succeeded<unknown>(await requests[name](merchant.api, scene));
    const made = memberOf(counterpart, "id");
    if (name === "create" && typeof made === "string") deleteAtTheEnd(check, merchant, made);
  });
}

/** @throws NeedMissing if there is no live key */
async function withLiveKey(check: Check): Promise<Merchant & { liveKey: string }> {
  const merchant = await check.ownMerchant();
  if (merchant.liveKey === null) throw new NeedMissing("key.live");
  return { ...merchant, liveKey: merchant.liveKey };
}
