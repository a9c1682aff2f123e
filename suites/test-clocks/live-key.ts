import {
  type Answer,
  type Check,
  type Merchant,
  NeedMissing,
  rule,
  type RuleCheck,
  type RuleId,
} from "../kit.ts";
import { type OperationName, type OperationRow, operationRows, ruleIdOf } from "../../spec/index.ts";
import { frozenTimeOf, givenClock, readShown } from "../fixtures/test-clocks.ts";
import { prepared, withAnyContent } from "../guards.ts";
import { request, REQUESTS } from "../requests.ts";

const UNKNOWN = { id: "clock_000000000000000000000000", subscriptionId: "sub_000000000000000000000000" };

/** Test clocks require a test key (§5, §7.9). Each request differs from an accepted one only in the key. */
export default [
  ...(Object.entries(operationRows) as [OperationName, OperationRow][]).flatMap(([name, { live }]) =>
    live === undefined ? [] : [refused(ruleIdOf(`test-clocks/${live.row}-with-a-live-key`), name)],
  ),

  rule("test-clocks/live-key-changes-nothing", async (check) => {
    const merchant = await withLiveKey(check);
    const clock = await givenClock(check, { merchant });
    const subject = { merchant, values: { id: clock.id } };
    for (const name of ["advanceTestClock", "deleteTestClock"] as const) {
      await request(check, name, { subject, oddity: { key: merchant.liveKey } });
      const read = await readShown(check, clock);
      check.expect.that(`whether the clock exists after a refused ${name}`, read.succeeded, read).toBe(true);
      check.expect.that("time of the clock", await frozenTimeOf(check, clock), read).toBe(clock.at);
    }
  }),
];

function refused(id: RuleId, name: OperationName): RuleCheck {
  return rule(id, async (check) => {
    const merchant = await withLiveKey(check);
    const send = await prepared(check, name, merchant);
    const oddity = { key: merchant.liveKey };
    const judge = (answer: Answer): void =>
      check.expect(answer).toRefuse({ status: 403, code: "TEST_CLOCK_NOT_AVAILABLE" });
    judge(await send(oddity));
    await withAnyContent(name, { attempt: send, oddity, status: 403, judge });
    // Whatever it names.
    if (REQUESTS[name].given !== "nothing")
      judge(await request(check, name, { subject: { merchant, values: UNKNOWN }, oddity }));
    check.succeeded(await send({}));
  });
}

/** @throws NeedMissing if there is no live key */
async function withLiveKey(check: Check): Promise<Merchant & { liveKey: string }> {
  const merchant = await check.ownMerchant();
  if (merchant.liveKey === null) throw new NeedMissing("key.live");
  return { ...merchant, liveKey: merchant.liveKey };
}
