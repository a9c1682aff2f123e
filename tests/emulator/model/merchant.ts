import type { Bench } from "../client.ts";
import { type Act, createActor, idOf } from "./actor.ts";
import { connectActs } from "./connect.ts";
import { pendingOf } from "./model.ts";
import { paymentActs } from "./payments.ts";
import { accepted, type Reply } from "./service.ts";
import { subscriptionActs } from "./subscriptions.ts";

/** A merchant that executes random operations, and a model of its balances. */
export interface ActingMerchant {
  readonly accountId: string;
  /** Executes an operation. Returns the fault if it is not answered as the model expects. */
  act(): Promise<string | undefined>;
  /** The difference between the balances and the model; undefined if there is none. */
  differs(): Promise<string | undefined>;
  remove(): Promise<void>;
}

/** Creates a merchant with vendors and prices. */
export async function makeMerchant(
  service: Bench,
  random: (below: number) => number,
  funds: number,
): Promise<ActingMerchant> {
  const actor = await createActor(service, random, funds);
  const { accountId, model, control, here, ours, hosted, one } = actor;
  const addVendor = async (): Promise<void> => {
    model.addVendor(String(accepted(await control("POST", `${here}/vendors`, {}), "a vendor")["acct"]));
  };
  for (let count = 0; count < 4; count += 1) await addVendor();
  const prices = new Map<string, number>();
  for (const price of [300, 1_100, 4_700]) {
    const body = { productName: `For ${price}`, amount: price, interval: "week" };
    prices.set(idOf(await hosted("POST", "/v1/prices", body), "a price"), price);
  }

  const { pay, payAgain, endSession, disburse, remit, refund } = paymentActs(actor);
  const { charge, refundCharge, allocate, reverse, withdraw, endWithdrawal, fund, schedule } =
    connectActs(actor);
  const { subscribe, changeSubscription, retry, moveTestClock, passTime } = subscriptionActs(actor, prices);

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

  const commands: readonly (readonly [number, Act])[] = [
    [14, pay],
    [2, payAgain],
    [8, endSession],
    [10, charge],
    [6, refundCharge],
    [6, refund],
    [10, allocate],
    [6, reverse],
    [6, withdraw],
    [3, endWithdrawal],
    [5, disburse],
    [5, remit],
    [3, fund],
    [1, schedule],
    [1, changeEndpoints],
    [2, subscribe],
    [2, changeSubscription],
    [1, retry],
    [2, moveTestClock],
    [3, passTime],
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
        : `${run?.name ?? ""}: ${reply.status} ${JSON.stringify(reply.json)}, ${(await differs()) ?? "balances agree"}`;
    },
    differs,
    remove: async () => void accepted(await control("DELETE", here), "an end"),
  };
}
