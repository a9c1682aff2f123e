import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocations, charges } from "../../../emulator/areas/connect/records.ts";
import { transactions } from "../../../emulator/areas/connect/transactions.ts";
import { heldIn, wallets } from "../../../emulator/areas/account/wallets.ts";
import type { Ledger } from "../../../emulator/kernel/ledger.ts";
import { createBench, createShop, hour, type Shop } from "./bench.ts";

type Bench = ReturnType<typeof createBench>;

interface World {
  bench: Bench;
  shop: Shop;
  vendors: string[];
  allocations: string[];
  charges: string[];
  keys: number;
}

/** One step of a walk, as data: indexes are taken modulo what exists. */
type Step =
  | { do: "allocate"; vendor: number; amount: number; key: boolean }
  | { do: "reverse"; allocation: number; amount: number | undefined }
  | { do: "withdraw"; vendor: number }
  | { do: "settle"; vendor: number; outcome: "succeeded" | "failed" }
  | { do: "charge"; vendor: number; amount: number; rate: number }
  | { do: "refund"; charge: number; amount: number | undefined }
  | { do: "fund"; amount: number }
  | { do: "outage"; service: string; down: boolean }
  | { do: "wait"; ms: number };

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

const amount = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 30_000 }));
const index = fc.nat({ max: 9 });
const part = fc.option(amount, { nil: undefined, freq: 1 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("allocate" as const), vendor: index, amount, key: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("reverse" as const), allocation: index, amount: part }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("withdraw" as const), vendor: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      vendor: index,
      outcome: fc.constantFrom("succeeded" as const, "failed" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("charge" as const),
      vendor: index,
      amount,
      rate: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 3, max: 40 }) },
        fc.integer({ min: 0, max: 110 }),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("refund" as const), charge: index, amount: part }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fund" as const),
      amount: fc.integer({ min: -90_000, max: 30_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("outage" as const),
      service: fc.constantFrom("pricing", "availability-delay", "upstream"),
      down: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.integer({ min: hour / 2, max: 3 * hour }),
    }),
  },
);

/** Does a step; returns the status of its request, 0 for what is no request. */
async function take(world: World, taken: Step): Promise<number> {
  const { bench, shop } = world;
  const base = `/merchants/${shop.accountId}`;
  const vendor = "vendor" in taken ? (at(world.vendors, taken.vendor) ?? "") : "";
  switch (taken.do) {
    case "allocate": {
      const key = taken.key ? `k${world.keys}` : undefined;
      world.keys += 1;
      const made = await shop.allocate(vendor, taken.amount, key);
      if (made.status === 201) world.allocations.push(made.json["id"] as string);
      return made.status;
    }
    case "reverse":
      return (await shop.reverse(at(world.allocations, taken.allocation) ?? "none", taken.amount)).status;
    case "withdraw":
      world.keys += 1;
      return (await shop.withdraw(vendor, `k${world.keys}`)).status;
    case "settle":
      await bench.control("POST", `${base}/vendors/${vendor}/withdrawal`, { outcome: taken.outcome });
      return 0;
    case "charge": {
      const body = {
        amount: taken.amount,
        currency: "xaf",
        on_behalf_of: vendor,
        application_fee_rate: taken.rate,
      };
      const made = await shop.call("POST", "/v1/payment-intents", body);
      if (made.status !== 200) return made.status;
      world.charges.push(made.json["id"] as string);
      return (await shop.call("POST", `/v1/payment-intents/${String(made.json["id"])}/capture`)).status;
    }
    case "refund": {
      const id = at(world.charges, taken.charge) ?? "none";
      const body = taken.amount === undefined ? undefined : { amount: taken.amount };
      return (await shop.call("POST", `/v1/payment-intents/${id}/refunds`, body)).status;
    }
    case "fund":
      await bench.control("POST", `${base}/funds`, { amount: taken.amount });
      return 0;
    case "outage":
      await (taken.down ? shop.down(taken.service) : shop.up(taken.service));
      return 0;
    case "wait":
      await shop.move(taken.ms);
      return 0;
  }
}

/** Everything that must hold after each step. */
function audit({ bench }: World): void {
  const { state } = bench.emulator.engine;
  const ledger = state.ledger as Ledger;
  ledger.assertTrialBalance();
  ledger.assertDerived();
  for (const pot of ledger.balances("wallet:")) expect(pot.amount, pot.account).toBeGreaterThanOrEqual(0);
  for (const wallet of state.all(wallets)) {
    const moved = state.all(transactions).filter(({ wallet: id }) => id === wallet.id);
    if (moved.length === 0) continue;
    const held = heldIn(state, wallet);
    const sum = (read: (transaction: (typeof moved)[number]) => number): number =>
      moved.reduce((total, transaction) => total + read(transaction), 0);
    expect(
      sum(({ pending }) => pending),
      "pending credits",
    ).toBe(held.pending);
    expect(
      sum(({ amount: value }) => value),
      "all transactions",
    ).toBe(held.pending + held.available);
  }
  for (const { reversed, amount: whole } of state.all(allocations))
    expect(reversed).toBeLessThanOrEqual(whole);
  for (const charge of state.all(charges)) {
    expect(charge.refunded).toBeLessThanOrEqual(charge.amount);
    expect(charge.clawed).toBeLessThanOrEqual(charge.commission);
  }
  expect(bench.faults).toEqual([]);
}

describe("a random walk over marketplaces and vendors", () => {
  it("keeps every balance right, and leaves no trace of refused requests", async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("marketplace", "platform"),
        fc.array(step, { minLength: 20, maxLength: 40 }),
        async (connectMode, steps) => {
          const bench = createBench();
          const shop = await createShop(bench, { connectMode, funds: 60_000 });
          const world: World = { bench, shop, vendors: [], allocations: [], charges: [], keys: 0 };
          world.vendors.push(await shop.vendor(), await shop.vendor({ wallet: false }));
          for (const taken of steps) {
            const before = JSON.stringify(bench.emulator.engine.state.ledger.balances(""));
            const status = await take(world, taken);
            const after = JSON.stringify(bench.emulator.engine.state.ledger.balances(""));
            if (status >= 400) expect(after).toBe(before);
            const what = `${taken.do} ${status}`;
            seen.set(what, (seen.get(what) ?? 0) + 1);
            audit(world);
          }
        },
      ),
      { numRuns: 40, seed: 9 },
    );
    for (const what of ["allocate 201", "allocate 422", "allocate 503", "reverse 201", "reverse 422"]) {
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
    }
    for (const what of [
      "reverse 402",
      "withdraw 201",
      "withdraw 422",
      "charge 200",
      "charge 400",
      "refund 201",
      "refund 402",
    ]) {
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
    }
  });
});
