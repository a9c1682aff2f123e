import * as fc from "fast-check";
import { type Check, type Merchant, rule } from "../kit.ts";
import { isStillPending, givenFunds, whilePending } from "../fixtures/funds.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { requireDebitAtOnce } from "../fixtures/in-flight-withdrawals.ts";
import {
  type Allocation,
  givenAllocation,
  sendAllocation,
  sendReversal,
  sendWithdrawal,
} from "../fixtures/money-movements.ts";
import { anotherVendor, givenTwoVendors, type Vendor } from "../fixtures/vendors.ts";
import { heldOnce, totalOf } from "../fixtures/wallets.ts";
import { observedOf } from "../expect/observed.ts";
import { knowing, openingOf } from "../model/ledger.ts";
import { cutting, freed, record } from "../scenarios/histories.ts";
import { expectExplained, reachOverlap, recognised, type Runner } from "../scenarios/races.ts";

/** A request of a client: `key` names one that several requests may share; a cut one gets no answer. */
type Act = { readonly cut?: true } & (
  | { readonly do: "allocate"; readonly key?: string }
  | { readonly do: "withdraw"; readonly key: string }
  | { readonly do: "reverse"; readonly which: "old" | "new"; readonly percent?: number }
);

/** What the clients of one vendor send: each of them one of the first requests, and some another one. */
interface Clients {
  readonly first: readonly Act[];
  readonly next: readonly Act[];
}

const CONTENDED: readonly Act[] = [
  { do: "allocate", key: "c" },
  { do: "withdraw", key: "x" },
  { do: "reverse", which: "new", percent: 60 },
  { do: "reverse", which: "new", percent: 60 },
];
const NEXT: readonly Act[] = [
  { do: "allocate" },
  { do: "withdraw", key: "x" },
  { do: "reverse", which: "old" },
];

/** Of the first vendor, requests with keys are cut, alone or beside a repetition; of the second one, requests without. */
const KEYED: Clients = {
  first: [
    { do: "allocate", key: "a", cut: true },
    { do: "allocate", key: "a" },
    { do: "allocate", key: "b", cut: true },
    { do: "withdraw", key: "w", cut: true },
    ...CONTENDED,
  ],
  next: [...NEXT, { do: "withdraw", key: "w" }],
};
const UNKEYED: Clients = {
  first: [
    { do: "allocate", cut: true },
    { do: "reverse", which: "new", percent: 9, cut: true },
    ...CONTENDED,
  ],
  next: NEXT,
};

const isCut = ({ cut }: Act): number => (cut === true ? 0 : 1);
const shuffled = (acts: readonly Act[]) => fc.shuffledSubarray([...acts], { minLength: acts.length });
/** Requests to be cut are sent before others that could leave them no effect. */
const drawnOf = ({ first, next }: Clients) =>
  fc
    .tuple(shuffled(first), shuffled(next))
    .map(([begin, then]) =>
      begin
        .toSorted((one, other) => isCut(one) - isCut(other))
        .map((act, client) => [act, ...then.slice(client, client + 1)]),
    );

/** Histories of the movements of money of two vendors by several clients each (§3, §4.5, §4.7, §7.6). */
export default [
  rule("reversals/overlapping-movements-have-an-order", { deadlineMs: 120_000 }, async (check) => {
    await requireDebitAtOnce(check);
    const vendors = await givenTwoVendors(check, { withdrawable: true });
    await check.property({
      effort: 0.2,
      // A contradiction is made smaller by the model.
      from: fc.noShrink(fc.tuple(drawnOf(KEYED), drawnOf(UNKEYED))),
      runShares: { "requests overlapped": 0.5 },
      holds: async (clients, reach) => {
        // Moving time to the date of one vendor's funds may concern the other one's, too.
        const old: Allocation[] = [];
        for (const first of vendors) {
          const vendor = await anotherVendor(check, first);
          old.push(await givenFunds(check, vendor, check.profile.ordinary.amount + 300));
        }
        const wallets = await Promise.all(
          // Of a vendor that is used again, an earlier withdrawal may still be in flight.
          old.map((funds) => walletOf(check, funds, { inFlight: vendors.includes(funds.vendor) })),
        );
        const recorded = await Promise.all(
          wallets.map(async (wallet, index) => ({
            wallet,
            history: await wallet.play(clients[index] ?? []),
          })),
        );
        for (const { wallet, history } of recorded) {
          reachOverlap(history, reach);
          const { opening, fresh } = wallet;
          await whilePending(fresh, () => expectExplained(check, fresh.vendor, { history, opening }));
        }
      },
    });
  }),
];

/** A vendor with available funds of an old allocation and pending funds of a new one, and what plays a history on its wallet. */
async function walletOf(check: Check, old: Allocation, { inFlight }: { readonly inFlight: boolean }) {
  const { vendor } = old;
  // What requests with a key and those without one add differs, so that one cannot stand for the other.
  const fresh = await givenAllocation(check, vendor);
  const other = await givenAllocation(check, vendor, fresh.requested + 1_100);
  const held = await heldOnce(check, vendor, (read) => totalOf(read) >= fresh.amount + other.amount);
  const allocations = { old, new: fresh };
  const opening = Object.entries(allocations).reduce(
    (state, [name, { amount }]) => knowing(state, name, { vendor: "vendor", amount, reversed: 0 }),
    openingOf({ vendor: held }, { inFlight }),
  );
  // If credits are available soon, it is not known what a withdrawal covers.
  const isPending = isStillPending(fresh);
  const base = freshKey();
  const cutMerchant = cutting(vendor.merchant);

  const stepOf = (act: Act): Runner => {
    // On a shared account, a cut request could take effect while another check uses it.
    const by: Merchant = act.cut === true && vendor.merchant.own ? cutMerchant : vendor.merchant;
    const sender: Vendor = { ...vendor, merchant: by };
    const key = "key" in act && act.key !== undefined ? `${base}-${act.key}` : undefined;
    switch (act.do) {
      case "allocate": {
        const { requested, amount } = key === undefined ? other : fresh;
        return {
          operation: {
            do: "allocate",
            // Nothing reverses it.
            as: "added",
            vendor: "vendor",
            amount: requested,
            payer: "not judged",
            credit: amount,
            ...(key === undefined ? {} : { key }),
          },
          send: () => sendAllocation(check, sender, requested, key ?? null),
        };
      }
      case "withdraw":
        return {
          operation: { do: "withdraw", vendor: "vendor", ...(key === undefined ? {} : { key }) },
          send: () => sendWithdrawal(sender, key),
        };
      case "reverse": {
        const allocation = allocations[act.which];
        const amount =
          act.percent === undefined ? undefined : Math.floor((allocation.amount * act.percent) / 100);
        return {
          operation: { do: "reverse", allocation: act.which, ...(amount === undefined ? {} : { amount }) },
          send: () => sendReversal({ ...allocation, vendor: sender }, amount),
        };
      }
    }
  };
  const played = (clients: readonly (readonly Runner[])[]) =>
    record(clients, (operation, answer) => observedOf(check, operation, answer));

  const play = async (clients: readonly (readonly Act[])[]) => {
    const possible = clients.map((each) => each.filter((act) => isPending || act.do !== "withdraw"));
    const history = [...(await played(possible.map((each) => each.map(stepOf))))];
    // A request that was cut is repeated with its key: whether it had an effect or not, then it has one.
    const cutActs = possible.flat().filter((act) => act.cut === true && "key" in act);
    for (const { cut: _cut, ...act } of cutActs) {
      const { operation, send } = stepOf(act);
      const again = async () => freed(check, send, (answer) => answer);
      const repeated = await played([[{ operation, send: again }]]);
      history.push(...repeated.map((call) => ({ ...call, client: clients.length })));
    }
    return recognised(history);
  };
  return { fresh, opening, play };
}
