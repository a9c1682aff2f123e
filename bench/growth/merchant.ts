import {
  type ChargeModel,
  MerchantModel,
  pendingOf,
  type SubscriptionModel,
  type VendorModel,
} from "./model.ts";
import { accepted, recipient, type Reply, type Service } from "./service.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** A merchant that does what merchants do, at random, beside a model of its balances. */
export interface ActingMerchant {
  readonly accountId: string;
  /** Does one thing; returns what is not as the model has it. */
  act(): Promise<string | undefined>;
  /** What is not as the model has it. */
  differs(): Promise<string | undefined>;
  remove(): Promise<void>;
}

/** An allocation, or a payment to the merchant itself. */
interface Given {
  readonly id: string;
  readonly vendor?: VendorModel;
  left: number;
}

const items = [{ productId: "p1", productName: "Bag", quantity: 1, price: 5_000 }];
const urls = { successUrl: "http://shop.test/paid", cancelUrl: "http://shop.test/" };

/** Makes one with vendors, customers who subscribe, prices and a webhook endpoint. */
export async function makeMerchant(
  service: Service,
  random: (below: number) => number,
): Promise<ActingMerchant> {
  const { control, payment, checkout, emulator } = service;
  const funds = 1_000_000;
  const made = accepted(
    await control("POST", "/merchants", { connectMode: "marketplace", funds }),
    "a merchant",
  ) as { accountId: string; keys: { test: string } };
  const { accountId } = made;
  const key = made.keys.test;
  const here = `/merchants/${accountId}`;
  const model = new MerchantModel(emulator.engine.clocks.now(accountId), funds);
  const payments: Given[] = [];
  const allocations: Given[] = [];
  const charges: ChargeModel[] = [];
  const testClocks: { readonly id: string; now: number }[] = [];
  const ours = (method: string, path: string, body?: unknown) => payment(method, path, body, key);
  const hosted = (method: string, path: string, body?: unknown) => checkout(method, path, body, key);
  const idOf = (reply: Reply, what: string): string => String(accepted(reply, what)["id"]);
  const one = <T>(of: readonly T[]): T | undefined => of[random(of.length)];
  const vendor = (): VendorModel => one(model.vendors) as VendorModel;
  const amount = (): number => 100 + random(20_000);
  let keys = 0;
  const nextKey = (): string => `#${accountId}-${(keys += 1)}`;

  const addVendor = async (): Promise<void> => {
    model.addVendor(String(accepted(await control("POST", `${here}/vendors`, {}), "a vendor")["acct"]));
  };
  for (let count = 0; count < 4; count += 1) await addVendor();
  const prices = new Map<string, number>();
  for (const price of [300, 1_100, 4_700]) {
    const body = { productName: `For ${price}`, amount: price, interval: "week" };
    prices.set(idOf(await hosted("POST", "/v1/prices", body), "a price"), price);
  }

  const intent = async (body: object): Promise<string> =>
    idOf(await ours("POST", "/v1/payment-intents", { currency: "xaf", ...body }), "an intent");

  const pay = async (): Promise<Reply> => {
    const paid = amount();
    const id = await intent({ amount: paid });
    const status = one(["succeeded", "succeeded", "failed", "canceled", "processing"]) ?? "";
    if (status === "succeeded") {
      model.available += paid;
      payments.push({ id, left: paid });
    }
    return control("POST", `${here}/payment-intents/${id}/status`, { status });
  };

  const payAgain = async (): Promise<Reply | undefined> => {
    const ended = one(payments);
    if (ended === undefined) return undefined;
    return control("POST", `${here}/payment-intents/${ended.id}/status`, { status: "failed" });
  };

  const endSession = async (): Promise<Reply> => {
    const total = amount();
    const body = { total, currency: "xaf", accountId, items, ...urls };
    const id = idOf(await hosted("POST", "/v1/sessions", body), "a session");
    const status = one(["paid", "paid", "declined", "canceled", "expired"]) ?? "";
    if (status === "paid") model.available += total;
    return control("POST", `${here}/sessions/${id}/end`, { status });
  };

  const charge = async (): Promise<Reply> => {
    const gross = amount();
    const taken = vendor();
    const id = await intent({ amount: gross, on_behalf_of: taken.acct, application_fee_rate: 10 });
    const captured = await ours("POST", `/v1/payment-intents/${id}/capture`);
    const { charge: source, application_fee_amount: commission } = captured.body;
    const entry: ChargeModel = {
      ...{ id, vendor: taken, amount: gross, commission: Math.round(gross / 10), refunded: 0, clawed: 0 },
    };
    if (commission !== entry.commission) throw new Error(`a commission of ${String(commission)} on ${gross}`);
    model.capture(entry, String(source));
    charges.push(entry);
    sources.set(entry, String(source));
    return captured;
  };
  const sources = new Map<ChargeModel, string>();

  const send = async (kind: "disbursement" | "remittance"): Promise<Reply | undefined> => {
    const sent = amount();
    model.available -= sent;
    const isKept = random(2) === 0;
    if (kind === "remittance" && !isKept)
      await control("POST", `${here}/next-remittance-outcome`, { outcome: "pending" });
    const path = kind === "remittance" ? "/v1/remittance" : "/v1/disbursements";
    const wanted = kind === "remittance" ? String(sent) : sent;
    const id = idOf(await ours("POST", path, { amount: wanted, ...recipient }), `a ${kind}`);
    if (isKept) return undefined;
    const status = one(["succeeded", "failed", "canceled"]) ?? "";
    if (status !== "succeeded") model.available += sent;
    return control("POST", `${here}/${kind}s/${id}/settle`, { status });
  };

  const subscribe = async (): Promise<Reply | undefined> => {
    if (model.subscriptions.filter(({ status }) => status !== "ended").length >= 8) return undefined;
    const customerId = idOf(await hosted("POST", "/v1/customers", { name: "Awa" }), "a customer");
    const [priceId, price] = one([...prices]) ?? ["", 0];
    const quantity = 1 + random(3);
    const trialDays = one([0, 0, 3]) ?? 0;
    const clock = random(3) === 0 ? one(testClocks) : undefined;
    if (clock !== undefined)
      accepted(
        await hosted("POST", `/v1/test-helpers/test-clocks/${clock.id}/attach`, { customerId }),
        "an attachment",
      );
    const declines = random(4) === 0 ? 1 + random(5) : 0;
    if (declines > 0)
      await control("POST", `${here}/next-payment-outcome`, {
        outcome: "declined",
        times: declines,
        customerId,
      });
    const reply = await hosted("POST", "/v1/subscriptions", {
      customerId,
      items: [{ priceId, quantity }],
      trialDays,
    });
    const follows = clock ?? model.wall;
    const subscription: SubscriptionModel = {
      id: idOf(reply, "a subscription"),
      amount: price * quantity,
      clock: follows,
      periodEnd: follows.now + trialDays * day,
      due: follows.now + trialDays * day,
      owed: undefined,
      status: "running",
      declines,
    };
    if (trialDays === 0) model.request(subscription, follows.now);
    model.subscriptions.push(subscription);
    return reply;
  };

  const changeSubscription = async (): Promise<Reply | undefined> => {
    const chosen = one(
      model.subscriptions.filter(
        ({ owed, status, due, clock }) =>
          status === "paused" || (owed === undefined && status !== "ended" && due > clock.now),
      ),
    );
    if (chosen === undefined) return undefined;
    const path = `/v1/subscriptions/${chosen.id}`;
    if (chosen.status === "paused") {
      chosen.status = "running";
      const reply = await hosted("POST", `${path}/resume`);
      // What was due meanwhile is due now, once: on a test clock, when that is advanced.
      chosen.due = Math.max(chosen.periodEnd, chosen.clock.now);
      if (chosen.clock === model.wall) model.advance(model.wall, model.wall.now);
      return reply;
    }
    if (chosen.status === "ending") return undefined;
    const to = random(4);
    if (to < 2) {
      chosen.status = "paused";
      return hosted("POST", `${path}/pause`);
    }
    chosen.status = to === 2 ? "ending" : "ended";
    return hosted("POST", `${path}/cancel`, { cancelImmediately: to === 3 });
  };

  const retry = async (): Promise<Reply | undefined> => {
    const owing = one(
      model.subscriptions.filter(({ owed, status }) => owed !== undefined && status === "running"),
    );
    if (owing === undefined) return undefined;
    const reply = await hosted("POST", `/v1/subscriptions/${owing.id}/retry-payment`);
    if (owing.declines > 0) owing.declines -= 1;
    else {
      model.settle(owing, owing.owed?.from ?? 0, owing.clock.now);
      // The activation follows by itself.
      await pass(1_000);
    }
    return reply;
  };

  const pass = async (byMs: number): Promise<Reply> => {
    const reply = await control("POST", `${here}/clock`, { byMs });
    model.pass(model.wall.now + byMs);
    return reply;
  };

  const moveTestClock = async (): Promise<Reply | undefined> => {
    const path = "/v1/test-helpers/test-clocks";
    const clock = one(testClocks);
    if (clock === undefined) {
      const id = idOf(
        await hosted("POST", path, { frozenTime: new Date(model.wall.now).toISOString() }),
        "a test clock",
      );
      testClocks.push({ id, now: model.wall.now });
      return undefined;
    }
    if (random(12) === 0) {
      testClocks.splice(testClocks.indexOf(clock), 1);
      for (const subscription of model.subscriptions)
        if (subscription.clock === clock) subscription.clock = model.wall;
      const reply = await hosted("DELETE", `${path}/${clock.id}`);
      model.advance(model.wall, model.wall.now);
      return reply;
    }
    const to = clock.now + hour + random(4 * day);
    const frozenTime = new Date(to).toISOString();
    const reply = await hosted("POST", `${path}/${clock.id}/advance`, { frozenTime });
    model.advance(clock, to);
    return reply;
  };

  /** A request that must be refused with a status, or accepted. */
  const expected = async (reply: Promise<Reply>, isAccepted: boolean, status: number): Promise<Reply> => {
    const got = await reply;
    if (isAccepted || got.status !== status) return got;
    return { status: 200, body: got.body };
  };

  const reverse = (): Promise<Reply> | undefined => {
    const given = one(allocations);
    if (given?.vendor === undefined || given.left === 0) return undefined;
    const asked = 1 + random(given.left);
    const isAccepted = model.reverse(given.vendor, given.id, asked);
    if (isAccepted) given.left -= asked;
    return expected(
      ours("POST", `/v1/connect/allocations/${given.id}/reversals`, { amount: asked }),
      isAccepted,
      402,
    );
  };

  const refundCharge = (): Promise<Reply> | undefined => {
    const chosen = one(charges);
    if (chosen === undefined || chosen.refunded === chosen.amount) return undefined;
    const asked = 1 + random(chosen.amount - chosen.refunded);
    const isAccepted = model.refund(chosen, sources.get(chosen) ?? "", asked);
    return expected(
      ours("POST", `/v1/payment-intents/${chosen.id}/refunds`, { amount: asked }),
      isAccepted,
      402,
    );
  };

  const refund = (): Promise<Reply> | undefined => {
    const paid = one(payments);
    if (paid === undefined || paid.left === 0) return undefined;
    const asked = 1 + random(paid.left);
    paid.left -= asked;
    model.available -= asked;
    return ours("POST", `/v1/payment-intents/${paid.id}/refunds`, { amount: asked });
  };

  const allocate = async (): Promise<Reply> => {
    const [to, asked, path] = [vendor(), amount(), `/v1/connect/allocations${nextKey()}`];
    const isAccepted = model.allocate(asked);
    const wanted = { destination: to.acct, amount: asked };
    const reply = await expected(ours("POST", path, wanted), isAccepted, 422);
    if (!isAccepted) return reply;
    const id = idOf(reply, "an allocation");
    model.credit(to, id, asked);
    allocations.push({ id, vendor: to, left: asked });
    // A key that is used up allocates nothing.
    return random(4) > 0 ? reply : expected(ours("POST", path, wanted), false, 409);
  };

  const withdraw = (): Promise<Reply> => {
    const from = vendor();
    const path = `/v1/connect/accounts/${from.acct}/withdrawals${nextKey()}`;
    return expected(ours("POST", path, {}), model.withdraw(from), 422);
  };

  const endWithdrawal = (): Promise<Reply> => {
    const from = vendor();
    const outcome = one(["succeeded", "failed"]) ?? "";
    const isAccepted = model.endWithdrawal(from, outcome === "succeeded");
    return expected(control("POST", `${here}/vendors/${from.acct}/withdrawal`, { outcome }), isAccepted, 404);
  };

  const fund = (): Promise<Reply> => {
    const added = random(20_000) - 8_000;
    model.available += added < 0 ? -Math.min(-added, Math.max(0, model.available)) : added;
    return control("POST", `${here}/funds`, { amount: added });
  };

  const schedule = (): Promise<Reply> => {
    model.paysDaily = random(2) === 0;
    return ours("POST", "/v1/connect/payout_schedule", { cadence: "daily", enabled: model.paysDaily });
  };

  const endpoints: string[] = [];
  const changeEndpoints = async (): Promise<Reply> => {
    const gone = endpoints.length >= 3 ? endpoints.shift() : undefined;
    if (gone !== undefined) return control("DELETE", `${here}/webhook-endpoints/${gone}`);
    const events = ["connect.transfer.created", "invoice.paid", "payment.failed", "subscription.updated"];
    const reply = await control("POST", `${here}/webhook-endpoints`, {
      url: "http://shop.test/hook",
      events,
    });
    endpoints.push(idOf(reply, "an endpoint"));
    return reply;
  };

  const read = (): Promise<Reply> | undefined => {
    const paths = ["/v1/connect/accounts", "/v1/remittance", "/v1/connect/overview", "/v1/events?after=0"];
    return ours("GET", one(paths) ?? "");
  };

  const differs = async (): Promise<string | undefined> => {
    const shown = accepted(await control("GET", `${here}/balances`), "balances") as {
      marketplace: unknown;
      vendors: readonly { acct: string; wallets: readonly unknown[] }[];
    };
    const wanted = {
      marketplace: { currency: "xaf", pending: 0, available: model.available },
      vendors: model.vendors.map((one) => ({
        acct: one.acct,
        wallets: [{ currency: "xaf", pending: pendingOf(one), available: one.available }],
      })),
    };
    const [is, must] = [JSON.stringify(shown), JSON.stringify(wanted)];
    return is === must ? undefined : `${is} is not ${must}`;
  };

  const commands: readonly (readonly [number, () => Promise<Reply | undefined> | undefined])[] = [
    [14, pay],
    [2, () => payAgain().then((reply) => reply && { ...reply, status: reply.status === 422 ? 200 : 500 })],
    [8, endSession],
    [10, charge],
    [6, () => refundCharge()],
    [6, () => refund()],
    [10, allocate],
    [6, () => reverse()],
    [6, withdraw],
    [3, endWithdrawal],
    [5, () => send("disbursement")],
    [5, () => send("remittance")],
    [3, fund],
    [1, schedule],
    [1, changeEndpoints],
    [2, subscribe],
    [2, changeSubscription],
    [1, retry],
    [2, moveTestClock],
    [3, () => pass(60_007 + random(random(4) === 0 ? 2 * day : hour))],
    [3, read],
  ];
  const drawn = commands.flatMap(([weight, run]) => Array.from({ length: weight }, () => run));

  return {
    accountId,
    act: async () => {
      const run = one(drawn);
      const reply = await run?.();
      return reply === undefined || reply.status < 300
        ? undefined
        : `${run?.name ?? ""}: ${reply.status} ${JSON.stringify(reply.body)}, ${(await differs()) ?? "balances agree"}`;
    },
    differs,
    remove: async () => void accepted(await control("DELETE", here), "an end"),
  };
}
