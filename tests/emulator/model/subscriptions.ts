import { type Act, type Actor, idOf } from "./actor.ts";
import type { SubscriptionModel } from "./model.ts";
import { accepted, type Reply } from "./service.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Operations with subscriptions and clocks. `prices`: the amount of each price, by id. */
export function subscriptionActs(
  actor: Actor,
  prices: ReadonlyMap<string, number>,
): Record<"subscribe" | "changeSubscription" | "retry" | "moveTestClock" | "passTime", Act> {
  const { model, random, control, here, hosted, one } = actor;
  const testClocks: { readonly id: string; now: number }[] = [];

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
      // Payments that became due during the pause are due now, once; on a test clock, when it is advanced.
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
      // The activation follows later.
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

  const passTime = (): Promise<Reply> => pass(60_007 + random(random(4) === 0 ? 2 * day : hour));
  return { subscribe, changeSubscription, retry, moveTestClock, passTime };
}
