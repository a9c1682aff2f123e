import { rule } from "../kit.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { givenAllocation, givenReversal, sendReversal } from "../fixtures/money-movements.ts";
import { aDozen } from "../fixtures/together.ts";
import { expectAcceptance } from "../expect/refusals.ts";

export default [
  /** Makes a dozen allocations to one vendor, then reverses them, oldest first. */
  rule("reversals/accepted-after-others", async (check) => {
    const vendor = await givenVendor(check);
    for (const allocation of await aDozen(() => givenAllocation(check, vendor)))
      expectAcceptance(
        await sendReversal(allocation, 1),
        "a reversal of an allocation that was followed by others",
      );
  }),

  /** Reverses two allocations to one vendor in alternation until nothing remains of either. */
  rule("reversals/remainders-are-separate", async (check) => {
    const vendor = await givenVendor(check);
    const first = await givenAllocation(check, vendor);
    const second = await givenAllocation(check, vendor, check.profile.ordinary.amount + 1_000);
    await givenReversal(check, first, 100);
    await givenReversal(check, second, 200);
    for (const [allocation, remaining] of [
      [first, first.amount - 100],
      [second, second.amount - 200],
    ] as const) {
      const rest = await sendReversal(allocation);
      expectAcceptance(rest, "a reversal of the remainder, after another allocation was reversed");
      check.expect.field("amount", check.succeeded(rest).field("amount"), rest).toBe(remaining);
    }
  }),
];
