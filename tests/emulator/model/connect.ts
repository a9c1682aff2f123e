import { type Act, type Actor, expected, idOf, intent } from "./actor.ts";
import type { ChargeModel, VendorModel } from "./model.ts";
import type { Reply } from "./service.ts";

/** The operations of a marketplace with the money of its vendors. */
export function connectActs(
  actor: Actor,
): Record<
  "charge" | "refundCharge" | "allocate" | "reverse" | "withdraw" | "endWithdrawal" | "fund" | "schedule",
  Act
> {
  const { model, random, control, here, ours, one, vendor, amount, nextKey } = actor;
  const allocations: { readonly id: string; readonly vendor: VendorModel; left: number }[] = [];
  const charges: ChargeModel[] = [];
  const sources = new Map<ChargeModel, string>();

  const charge = async (): Promise<Reply> => {
    const gross = amount();
    const taken = vendor();
    const id = await intent(actor, { amount: gross, on_behalf_of: taken.acct, application_fee_rate: 10 });
    const captured = await ours("POST", `/v1/payment-intents/${id}/capture`);
    const { charge: source, application_fee_amount: commission } = captured.json;
    const entry: ChargeModel = {
      ...{ id, vendor: taken, amount: gross, commission: Math.round(gross / 10), refunded: 0, clawed: 0 },
    };
    if (commission !== entry.commission) throw new Error(`a commission of ${String(commission)} on ${gross}`);
    model.capture(entry, String(source));
    charges.push(entry);
    sources.set(entry, String(source));
    return captured;
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

  const allocate = async (): Promise<Reply> => {
    const [to, asked, path] = [vendor(), amount(), `/v1/connect/allocations${nextKey()}`];
    const isAccepted = model.allocate(asked);
    const wanted = { destination: to.acct, amount: asked };
    const reply = await expected(ours("POST", path, wanted), isAccepted, 422);
    if (!isAccepted) return reply;
    const id = idOf(reply, "an allocation");
    model.credit(to, id, asked);
    allocations.push({ id, vendor: to, left: asked });
    // A repetition with the same key allocates nothing.
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

  const reverse = (): Promise<Reply> | undefined => {
    const given = one(allocations);
    if (given === undefined || given.left === 0) return undefined;
    const asked = 1 + random(given.left);
    const isAccepted = model.reverse(given.vendor, given.id, asked);
    if (isAccepted) given.left -= asked;
    return expected(
      ours("POST", `/v1/connect/allocations/${given.id}/reversals`, { amount: asked }),
      isAccepted,
      402,
    );
  };

  return { charge, refundCharge, allocate, reverse, withdraw, endWithdrawal, fund, schedule };
}
