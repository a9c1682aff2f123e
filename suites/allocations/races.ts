import { type Check, Inconclusive, rule, type RuleCheck, type RuleId } from "../kit.ts";
import { anotherVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { givenAllocation, sendAllocation } from "../fixtures/money-movements.ts";
import { observedOf } from "../expect/observed.ts";
import { francs } from "../fixtures/values.ts";
import { heldBy, heldOnce, requireBalances, showsBalances, totalOf } from "../fixtures/wallets.ts";
import { expectTotal } from "../expect/balances.ts";
import { openingOf } from "../model/ledger.ts";
import {
  expectLinearizable,
  type History,
  type Runner,
  race,
  raceInWords,
  reachOverlap,
} from "../scenarios/races.ts";

const WIDTH = 6;

/** Concurrent allocations (§4.5, §7.6): some sequential order explains their answers, and each that was made is credited once. */
export default [
  allocationRace(
    "allocations/concurrent-distinct-keys-all-count",
    () => freshKey(),
    (history) => {
      if (history.every(({ observed }) => observed?.kind === "allocated")) return;
      throw new Inconclusive("not every allocation was answered 201, so the race cannot be judged");
    },
  ),

  /** Sends the same request with one key several times concurrently. */
  allocationRace(
    "allocations/concurrent-same-key-credits-once",
    (round) => round,
    (history) => {
      if (history.some(({ observed }) => observed?.kind === "allocated")) return;
      throw new Inconclusive("no allocation was answered 201, so the race cannot be judged");
    },
  ),
];

/** @param keyOf the key of each request, given a base that is new in each round */
function allocationRace(
  id: RuleId,
  keyOf: (round: string) => string,
  usable: (history: History) => void,
): RuleCheck {
  return rule(id, { socket: true }, async (check) => {
    const first = await givenVendor(check);
    await check.property({
      effort: 0.2,
      from: francs(check),
      runShares: { "requests overlapped": 0.5 },
      holds: async (amount, reach) => {
        const vendor = await anotherVendor(check, first);
        const alone = showsBalances(check) ? await creditedAlone(check, vendor, amount) : null;
        const round = freshKey();
        const runners = Array.from({ length: WIDTH }, (_one, index): Runner => {
          const key = keyOf(round);
          return {
            operation: {
              do: "allocate",
              as: `allocation-${index + 1}`,
              vendor: "vendor",
              amount,
              payer: "not judged",
              key,
            },
            send: () => sendAllocation(check, vendor, amount, key),
          };
        });
        const history = await race(runners, (operation, answer) => observedOf(check, operation, answer));
        reachOverlap(history, reach);
        if (history.some(({ observed }) => observed === null)) {
          throw new Inconclusive("an allocation was not answered, so its effect is not known");
        }
        // Allocations are explained alike from any balance.
        expectLinearizable({ history, opening: openingOf({ vendor: { pending: 0, available: 0 } }) });
        if (alone !== null) {
          const made = new Set(
            history.flatMap(({ observed }) => (observed?.kind === "allocated" ? [observed.id] : [])),
          );
          await expectTotal(
            check,
            vendor,
            alone.total + made.size * alone.credit,
            `after ${raceInWords(history)} (${made.size} made)`,
          );
        }
        usable(history);
      },
    });
    requireBalances(check);
  });
}

/**
 * What one allocation of the amount credits, and the vendor's total after it. Races count credits of this size, because other rules judge
 * the fee.
 */
async function creditedAlone(
  check: Check,
  vendor: Vendor,
  amount: number,
): Promise<{ readonly credit: number; readonly total: number }> {
  const before = totalOf(await heldBy(check, vendor));
  await givenAllocation(check, vendor, amount);
  const total = totalOf(await heldOnce(check, vendor, (held) => totalOf(held) !== before));
  if (total <= before) {
    throw new Inconclusive("an allocation alone is not credited, so the credits of a race cannot be counted");
  }
  return { credit: total - before, total };
}
