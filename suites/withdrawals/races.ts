import * as fc from "fast-check";
import { Inconclusive, rule, type RuleCheck, type RuleId, Violation } from "../kit.ts";
import {
  endInFlightWithdrawals,
  heldAfterWithdrawal,
  isDebitLate,
  requireDebitAtOnce,
} from "../fixtures/in-flight-withdrawals.ts";
import { anotherVendor, givenVendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { givenFunds } from "../fixtures/funds.ts";
import { observedOf } from "../expect/observed.ts";
import { heldBy, requireBalances, showsBalances } from "../fixtures/wallets.ts";
import { openingOf } from "../model/ledger.ts";
import { expectLinearizable, type Runner, race, reachOverlap, recognised } from "../scenarios/races.ts";
import { send } from "../fixtures/withdrawals.ts";

/** Concurrent withdrawals pay out the balance once (§4.7, §7.6). */
export default [
  withdrawalRace("withdrawals/concurrent-distinct-keys-withdraw-once", () => freshKey()),
  withdrawalRace("withdrawals/concurrent-same-key-withdraws-once", (round) => round),
];

/**
 * Sends concurrent withdrawals of one wallet. Some order must explain their answers, and they must name only one withdrawal.
 * @param keyOf the key of each request, given a base that is new in each round
 */
function withdrawalRace(id: RuleId, keyOf: (round: string) => string): RuleCheck {
  return rule(id, { socket: true }, async (check) => {
    // Where the funds stay until a withdrawal ends, control must end it.
    const shows = showsBalances(check);
    const isLate = shows && (await isDebitLate(check));
    if (shows && !check.has("control.settleWithdrawal")) await requireDebitAtOnce(check);
    const first = await givenVendor(check, { withdrawable: true });
    await check.property({
      effort: 0.2,
      from: fc.integer({ min: 2, max: 6 }),
      runShares: { "requests overlapped": 0.5 },
      holds: async (width, reach) => {
        const vendor = await anotherVendor(check, first);
        await givenFunds(check, vendor);
        const before = shows ? await heldBy(check, vendor) : null;
        const round = freshKey();
        const runners = Array.from({ length: width }, (): Runner => {
          const key = keyOf(round);
          return {
            operation: { do: "withdraw", vendor: "vendor", key },
            send: () => send(vendor, { key }),
          };
        });
        const history = recognised(
          await race(runners, (operation, answer) => observedOf(check, operation, answer)),
        );
        reachOverlap(history, reach);
        // A leased vendor may have an earlier withdrawal in flight, which refuses them all.
        if (before !== null)
          expectLinearizable({
            history,
            opening: openingOf({ vendor: before }, { inFlight: !vendor.merchant.own }),
          });
        const made = history.flatMap(({ observed }) => (observed?.kind === "withdrawn" ? [observed.id] : []));
        if (new Set(made).size > 1) {
          throw new Violation({
            expected: "one withdrawal",
            actual: `${new Set(made).size} different withdrawals were returned: ${[...new Set(made)].join(", ")}`,
          });
        }
        if (made.length === 0) {
          if (vendor.merchant.own)
            throw new Inconclusive("no withdrawal succeeded, so the race cannot be judged");
          return;
        }
        reach("withdrawn");
        if (before === null) return;
        if (isLate) await endInFlightWithdrawals(check, vendor);
        await heldAfterWithdrawal(check, vendor, {
          before,
          expected: `${before.pending} pending and 0 available after one withdrawal`,
          holds: (held) => held.pending === before.pending && held.available === 0,
        });
      },
    });
    requireBalances(check);
  });
}
