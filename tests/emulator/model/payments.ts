import { disbursement } from "../client.ts";
import { type Act, type Actor, idOf, intent } from "./actor.ts";
import type { Reply } from "./service.ts";

const items = [{ productId: "p1", productName: "Bag", quantity: 1, price: 5_000 }];
const urls = { successUrl: "http://shop.test/paid", cancelUrl: "http://shop.test/" };

/** Operations with payments to the merchant and payouts. */
export function paymentActs(
  actor: Actor,
): Record<"pay" | "payAgain" | "endSession" | "disburse" | "remit" | "refund", Act> {
  const { accountId, model, random, control, here, ours, hosted, one, amount } = actor;
  const payments: { readonly id: string; left: number }[] = [];

  const pay = async (): Promise<Reply> => {
    const paid = amount();
    const id = await intent(actor, { amount: paid });
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

  const send = async (kind: "disbursement" | "remittance"): Promise<Reply | undefined> => {
    const sent = amount();
    model.available -= sent;
    const isKept = random(2) === 0;
    if (kind === "remittance" && !isKept)
      await control("POST", `${here}/next-remittance-outcome`, { outcome: "pending" });
    const path = kind === "remittance" ? "/v1/remittance" : "/v1/disbursements";
    const wanted = kind === "remittance" ? String(sent) : sent;
    const id = idOf(await ours("POST", path, { ...disbursement, amount: wanted }), `a ${kind}`);
    if (isKept) return undefined;
    const status = one(["succeeded", "failed", "canceled"]) ?? "";
    if (status !== "succeeded") model.available += sent;
    return control("POST", `${here}/${kind}s/${id}/settle`, { status });
  };

  const refund = (): Promise<Reply> | undefined => {
    const paid = one(payments);
    if (paid === undefined || paid.left === 0) return undefined;
    const asked = 1 + random(paid.left);
    paid.left -= asked;
    model.available -= asked;
    return ours("POST", `/v1/payment-intents/${paid.id}/refunds`, { amount: asked });
  };

  return {
    pay,
    payAgain: () =>
      payAgain().then((reply) => reply && { ...reply, status: reply.status === 422 ? 200 : 500 }),
    endSession,
    disburse: () => send("disbursement"),
    remit: () => send("remittance"),
    refund,
  };
}
