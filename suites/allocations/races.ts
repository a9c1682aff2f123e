import type { Check } from "../../harness/check.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { anotherVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { sendAllocation } from "../fixtures/money-movements.ts";
import { observedOf } from "../expect/observed.ts";
import { francs } from "../fixtures/values.ts";
import { heldBy, heldUntil, requireBalances, showsBalances, totalOf } from "../fixtures/wallets.ts";
import { type LedgerState, openingOf } from "../model/ledger.ts";
import {
  expectLinearizable,
  type History,
  isExplained,
  type Runner,
  race,
  reachOverlap,
} from "../scenarios/races.ts";

const WIDTH = 6;

/** Concurrent allocations (§4.5, §7.6): some sequential order explains their answers and the final balance. */
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
        const before = showsBalances(check) ? await heldBy(check, vendor) : null;
        const round = freshKey();
        const runners = Array.from({ length: WIDTH }, (_one, index): Runner => {
          const key = keyOf(round);
          return {
            operation: {
              do: "allocate",
              as: `allocation-${index + 1}`,
              vendor: "vendor",
              amount,
              payer: null,
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
        const opening = openingOf({ vendor: before ?? { pending: 0, available: 0 } });
        expectLinearizable({ history, opening });
        if (before !== null) await judgeEnd(check, vendor, { history, opening });
        usable(history);
      },
    });
    requireBalances(check);
  });
}

/** Waits for a balance that some order explains. At the deadline, returns the last one read. */
async function judgeEnd(
  check: Check,
  vendor: Vendor,
  race: { history: History; opening: LedgerState },
): Promise<void> {
  await heldUntil(
    check,
    vendor,
    `a balance that some order of the requests explains (${race.history.map(({ observed }) => JSON.stringify(observed)).join("; ")})`,
    (held) => isExplained(race, totalOf(held)),
  );
}
