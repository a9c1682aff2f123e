import { describe, expect, it } from "vitest";
import { createBench, createShop, hour } from "./bench.ts";

const code = (reply: { status: number; json: Record<string, unknown> }) => [reply.status, reply.json["code"]];

describe("allocations", () => {
  it("take the fee from the marketplace if it is the controller", async () => {
    const shop = await createShop(createBench(), { surcharge: { fixed: 10, percent: 1 } });
    const acct = await shop.vendor();
    const { status, json } = await shop.allocate(acct, 10_000);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      object: "connect_allocation",
      destination: acct,
      amount: 10_000,
      fee: 110,
      currency: "xaf",
    });
    expect(await shop.funds()).toBe(1_000_000 - 10_110);
    expect(await shop.held(acct)).toEqual({ pending: 10_000, available: 0 });
  });

  it("take the fee from the vendor of a platform", async () => {
    const shop = await createShop(createBench(), {
      connectMode: "platform",
      surcharge: { fixed: 10, percent: 1 },
    });
    const acct = await shop.vendor();
    expect((await shop.allocate(acct, 10_000)).json).toMatchObject({ amount: 9_890, fee: 110 });
    expect(await shop.funds()).toBe(990_000);
    expect(await shop.held(acct)).toEqual({ pending: 9_890, available: 0 });
    expect(code(await shop.allocate(acct, 10))).toEqual([422, "connect.vendor_net_not_positive"]);
  });

  it("become available at their time and emit an event", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor();
    await shop.allocate(acct, 1_000);
    await shop.move(hour - 1);
    expect(await shop.held(acct)).toEqual({ pending: 1_000, available: 0 });
    await shop.move(1);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 1_000 });
    const events = await shop.events();
    expect(events.map(({ type }) => type)).toEqual(["connect.transfer.created", "connect.funds.available"]);
    expect(events[1]).toMatchObject({
      accountId: acct,
      data: { account: acct, amount: 1_000, currency: "xaf" },
    });
    expect(await shop.events(acct)).toEqual(events);
  });

  it("are refused without any effect", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const acct = await shop.vendor();
    const euros = await shop.vendor({ currency: "EUR" });
    const live = await shop.vendor({ mode: "live" });
    const other = await createShop(bench);
    const foreign = await other.vendor();
    expect(code(await shop.allocate(euros, 500))).toEqual([422, "E_CURRENCY_MISMATCH"]);
    expect((await shop.allocate(live, 500)).json).toEqual({ message: "Unauthorized" });
    const bodies = await Promise.all(
      ["acct_", "", "acct_AAAAAAAAAAAAAAAAAAAAAAAA", foreign].map((id) => shop.allocate(id, 500)),
    );
    expect(bodies.map(({ status, text }) => [status, text])).toEqual(
      bodies.map(() => [403, '{"message":"Forbidden"}']),
    );
    expect((await shop.allocate(shop.accountId, 500)).status).toBe(403);
    for (const amount of [0, -5, 1.5, "500", null, 2_000_000_000_000]) {
      expect((await shop.allocate(acct, amount as number)).status).toBe(422);
    }
    for (const [service, word] of [
      ["pricing", "E_CONNECT_PRICING_UNAVAILABLE"],
      ["availability-delay", "E_CONNECT_AVAILABILITY_DELAY_UNSET"],
      ["upstream", "E_SERVICE_UNAVAILABLE"],
    ] as const) {
      await shop.down(service);
      expect(code(await shop.allocate(acct, 500))).toEqual([503, word]);
      await shop.up(service);
    }
    expect((await shop.allocate(acct, 5_000_000)).status).toBe(422);
    expect(await shop.funds()).toBe(1_000_000);
    expect(await shop.events()).toEqual([]);
    expect((await shop.allocate(acct, 500)).status).toBe(201);
    expect(bench.faults).toEqual([]);
  });

  it("need an activated marketplace in a country with an operator", async () => {
    const bench = createBench();
    const off = await createShop(bench, { connectMode: null });
    expect(code(await off.allocate(await off.vendor(), 500))).toEqual([422, "connect.fee_payer_unset"]);
    const abroad = await createShop(bench, { country: "fr" });
    expect(code(await abroad.allocate(await abroad.vendor(), 500))).toEqual([
      422,
      "connect.country_unsupported",
    ]);
  });

  it("happen once for a key, and each time without one", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor();
    expect((await shop.allocate(acct, 9_000_000, "a")).status).toBe(422);
    expect((await shop.allocate(acct, 100, "a")).status).toBe(201);
    expect(code(await shop.allocate(acct, 100, "a"))).toEqual([409, "E_DUPLICATE_OPERATION"]);
    expect(code(await shop.allocate(acct, 200, "a"))).toEqual([409, "E_DUPLICATE_OPERATION"]);
    await shop.allocate(acct, 100);
    await shop.allocate(acct, 100);
    expect(await shop.held(acct)).toEqual({ pending: 300, available: 0 });
  });
});

describe("reversals", () => {
  it("take parts, then the rest, and never more", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor();
    const { json } = await shop.allocate(acct, 1_000);
    await shop.allocate(acct, 1_000);
    const before = await shop.funds();
    expect((await shop.reverse(json["id"], 400)).json).toMatchObject({
      object: "connect_reversal",
      allocation: json["id"],
      destination: acct,
      amount: 400,
      reversed_total: 400,
    });
    const over = await shop.reverse(json["id"], 601);
    expect(over.json).toMatchObject({
      code: "connect.reversal_exceeds_remaining",
      requested: 601,
      remaining: 600,
    });
    expect((await shop.reverse(json["id"])).json).toMatchObject({ amount: 600, reversed_total: 1_000 });
    expect(code(await shop.reverse(json["id"], 1))).toEqual([422, "connect.reversal_exceeds_remaining"]);
    expect(await shop.held(acct)).toEqual({ pending: 1_000, available: 0 });
    expect(await shop.funds()).toBe(before + 1_000);
  });

  it("draw on the pending balance first, then on the available one", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor();
    const old = (await shop.allocate(acct, 1_000)).json["id"];
    await shop.move(hour);
    const fresh = (await shop.allocate(acct, 300)).json["id"];
    await shop.reverse(old, 200);
    expect(await shop.held(acct)).toEqual({ pending: 100, available: 1_000 });
    await shop.reverse(old, 200);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 900 });
    await shop.move(hour);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 900 });
    await shop.reverse(fresh);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 600 });
  });

  it("beyond the vendor's funds are refused with an event each time, and the marketplace pays nothing", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor();
    const { json } = await shop.allocate(acct, 1_000);
    await shop.move(hour);
    await shop.withdraw(acct, "w");
    const small = (await shop.allocate(acct, 300)).json["id"];
    const before = await shop.funds();
    for (let turn = 0; turn < 3; turn += 1) {
      const refused = await shop.reverse(json["id"]);
      expect(refused.status).toBe(402);
      expect(refused.json).toMatchObject({
        code: "connect.insufficient_funds_for_reversal",
        required: 1_000,
        seller_available: 300,
        shortfall: 700,
        currency: "xaf",
      });
    }
    expect(await shop.funds()).toBe(before);
    const blocked = (await shop.events()).filter(
      ({ type }) => type === "connect.reversal.blocked_insufficient_funds",
    );
    expect(new Set(blocked.map(({ id }) => id)).size).toBe(3);
    expect(blocked[0]?.data).toEqual({
      account: acct,
      allocation: json["id"],
      required: 1_000,
      seller_available: 300,
      shortfall: 700,
      currency: "xaf",
    });
    await shop.allocate(acct, 700);
    expect((await shop.reverse(json["id"])).status).toBe(201);
    expect(code(await shop.reverse(small))).toEqual([402, "connect.insufficient_funds_for_reversal"]);
  });

  it("belong to the marketplace of the allocation", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const other = await createShop(bench);
    const { json } = await shop.allocate(await shop.vendor(), 1_000);
    expect((await other.reverse(json["id"])).status).toBe(403);
    expect((await shop.reverse("ctr_nothing")).status).toBe(403);
    const live = await shop.call(
      "POST",
      `/v1/connect/allocations/${String(json["id"])}/reversals`,
      undefined,
      {
        authorization: `Bearer ${shop.keys.live}`,
      },
    );
    expect(live.status).toBe(401);
    expect((await shop.reverse(json["id"])).status).toBe(201);
  });
});

describe("withdrawals", () => {
  it("pay out the whole available balance and leave the pending one", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const acct = await shop.vendor();
    await shop.allocate(acct, 1_000);
    expect(code(await shop.withdraw(acct, "early"))).toEqual([422, "E_CONNECT_VENDOR_EMPTY_BALANCE"]);
    await shop.move(hour);
    await shop.allocate(acct, 300);
    const first = await shop.withdraw(acct, "one");
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({ amount: 1_000, account: acct });
    expect(await shop.held(acct)).toEqual({ pending: 300, available: 0 });
    await shop.move(hour);
    expect(code(await shop.withdraw(acct, "two"))).toEqual([422, "E_PENDING_WITHDRAW"]);
    expect((await shop.withdraw(acct, "one")).text).toBe(first.text);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 300 });
    const settled = await bench.control("POST", `/merchants/${shop.accountId}/vendors/${acct}/withdrawal`, {
      outcome: "failed",
    });
    expect(settled.status).toBe(200);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 1_300 });
    expect((await shop.withdraw(acct, "two")).json).toMatchObject({ amount: 1_300 });
    await shop.move(24 * hour - 1 - hour);
    expect((await shop.withdraw(acct, "one")).status).toBe(201);
    await shop.move(1);
    expect(code(await shop.withdraw(acct, "one"))).toEqual([409, "E_DUPLICATE_OPERATION"]);
  });

  it("refuse rejected fields, vendors without a destination and bad keys", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor({ payoutMethod: false });
    await shop.allocate(acct, 1_000);
    await shop.move(hour);
    expect(code(await shop.withdraw(acct, "k"))).toEqual([422, "E_CONNECT_VENDOR_PAYOUT_METHOD_UNAVAILABLE"]);
    for (const field of ["amount", "destination", "account_id"]) {
      const refused = await shop.call(
        "POST",
        `/v1/connect/accounts/${acct}/withdrawals`,
        { [field]: 1 },
        {
          headers: { "idempotency-key": "k" },
        },
      );
      expect(refused.json.errors?.[0]).toMatchObject({ rule: "unsupported", field });
    }
    for (const key of [undefined, "k".repeat(256)]) {
      const refused = await shop.call("POST", `/v1/connect/accounts/${acct}/withdrawals`, undefined, {
        headers: key === undefined ? {} : { "idempotency-key": key },
      });
      expect(refused.status).toBe(422);
      expect(refused.json.errors?.[0]?.field).toBe("Idempotency-Key");
    }
  });

  it("conflict while another with the same key is in flight", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const acct = await shop.vendor();
    await shop.allocate(acct, 1_000);
    await shop.move(hour);
    const hold = await bench.control("POST", `/merchants/${shop.accountId}/holds`, {
      operationId: "createWithdrawal",
      idempotencyKey: "k",
    });
    const first = shop.withdraw(acct, "k");
    await new Promise((resolve) => setImmediate(resolve));
    expect(code(await shop.withdraw(acct, "k"))).toEqual([409, "E_IDEMPOTENCY_CONFLICT"]);
    await bench.control("DELETE", `/merchants/${shop.accountId}/holds/${String(hold.json["holdId"])}`);
    expect((await first).status).toBe(201);
    expect((await shop.withdraw(acct, "k")).status).toBe(201);
  });
});
