import { heldIn, lineOn, outside, walletIn } from "../areas/account/wallets.ts";
import { prepare } from "../areas/common/outcomes.ts";
import { movePayment } from "../areas/payments/pay.ts";
import { type IntentStatus, paymentIntents } from "../areas/payment-intents/record.ts";
import { usualPhone } from "../control/connect.ts";
import { makeMerchant, settingFields } from "../control/merchants.ts";
import type { Engine } from "../kernel/engine.ts";
import { newEntry } from "../kernel/ledger.ts";
import { put } from "../kernel/table.ts";
import type { Operation } from "../kernel/types.ts";
import { inWords, unknownMembers, validate } from "../kernel/validate.ts";
import type { Parts } from "../parts.ts";
import { type MadeMerchant, merchants } from "../kernel/merchants.ts";
import {
  SeedFault,
  type SeedDocument,
  type SeededDisbursement,
  type SeededMerchant,
  type SeededPayment,
} from "./document.ts";
import { beginningOf, type Seeding, seedingOf, type Path, type Step, walkThrough } from "./seeding.ts";
import { customerSteps } from "./customers.ts";
import { vendorSteps } from "./vendors.ts";

/** The emulator to which a seed file is applied. */
export interface SeedTarget {
  readonly engine: Engine;
  readonly parts: Parts;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The time at which the emulator starts. */
  readonly start: number;
}

function pay({ engine, parts, merchant, request }: Seeding, given: SeededPayment, path: Path): void {
  const { amount, description, status = "succeeded" } = given;
  const body = { amount, currency: merchant.currency, ...(description === undefined ? {} : { description }) };
  const { id } = request("createPaymentIntent", { body }, path);
  engine.act(merchant.accountId, ({ state, now, ids }) => {
    const intent = state.get(paymentIntents, String(id));
    if (intent === undefined) throw new SeedFault(path, "the payment was not kept");
    const moved = movePayment({ state, now, ids, connect: parts.connect }, intent, status as IntentStatus);
    if ("reason" in moved) throw new SeedFault([...path, "status"], moved.reason);
    return moved.effects;
  });
}

function payOut(seeding: Seeding, given: SeededDisbursement, path: Path): void {
  const { engine, merchant, request } = seeding;
  const { amount, status = "succeeded", firstName = "Awa", lastName = "Moukala", phone = usualPhone } = given;
  engine.act(merchant.accountId, ({ state }) => ({
    writes: [prepare(state, merchant.accountId, "disbursement", status, 1)],
  }));
  const momo = { msisdn: phone, country: merchant.country, operator_name: "mtn" };
  const body = {
    amount,
    currency: merchant.currency,
    first_name: firstName,
    last_name: lastName,
    payment_method_data: { type: "momo", momo },
  };
  request("createDisbursement", { body }, path);
}

/** Adjusts the available balance to the one in the file. */
function balance({ engine, merchant: { accountId, currency, mode } }: Seeding, wanted: number): void {
  engine.act(accountId, ({ state, now, ids }) => {
    const wallet = walletIn(state, accountId, mode, currency);
    const amount = wanted - heldIn(state, wallet).available;
    if (wallet === undefined || amount === 0) return {};
    const lines = [{ account: outside.world, amount: -amount }, lineOn(wallet, "available", amount)];
    const entry = newEntry(ids, { at: now, kind: "opening", book: { mode: wallet.mode, currency }, lines });
    return { postings: [entry] };
  });
}

function seedMerchant(target: SeedTarget, given: SeededMerchant, path: Path): MadeMerchant {
  const { engine, parts, operations, start } = target;
  const errors = [
    ...validate(given, settingFields("settings."), inWords),
    ...unknownMembers(given.settings, settingFields()),
  ];
  for (const { field: name, message } of errors)
    throw new SeedFault([...path, "settings", ...name.replace(/^settings\./, "").split(".")], message);
  const {
    name,
    country = "CG",
    currency = "xaf",
    connectMode = "marketplace",
    settings = {},
    mode = "test",
  } = given;
  const options = { name, country, currency, connectMode, settings, funds: given.balance ?? 0 };

  const made = engine.act("", ({ now, ids }) => makeMerchant(parts, options, { now, ids }));
  const { accountId } = made;
  const merchant = { ...made, country: country.toUpperCase(), currency: currency.toLowerCase(), mode };
  const seeding = seedingOf({ engine, parts, operations, merchant });
  const sold = (given.vendors ?? []).map((vendor, at) =>
    vendorSteps(seeding, vendor, [...path, "vendors", String(at)]),
  );
  const billed = customerSteps(
    seeding,
    { prices: given.prices ?? [], customers: given.customers ?? [] },
    path,
  );
  const steps: readonly Step[] = [
    ...sold.flatMap((vendor) => vendor.steps),
    ...billed.steps,
    ...(given.payments ?? []).map((payment, at) => ({
      daysAgo: payment.daysAgo ?? 0,
      run: () => pay(seeding, payment, [...path, "payments", String(at)]),
    })),
    ...(given.disbursements ?? []).map((disbursement, at) => ({
      daysAgo: disbursement.daysAgo ?? 0,
      run: () => payOut(seeding, disbursement, [...path, "disbursements", String(at)]),
    })),
  ];
  const beginning = beginningOf(steps, start);
  engine.clocks.set(accountId, beginning);
  engine.act(accountId, ({ state }) => {
    const kept = state.get(merchants, accountId);
    return {
      writes: kept === undefined ? [] : [put(merchants, { ...kept, createdAt: beginning })],
    };
  });
  walkThrough(seeding, { steps, start, before: billed.before });
  for (const { finish } of sold) finish();
  billed.finish();
  if (given.balance !== undefined) balance(seeding, given.balance);
  for (const [at, body] of (given.webhookEndpoints ?? []).entries())
    seeding.request("registerWebhookEndpoint", { body }, [...path, "webhookEndpoints", String(at)]);
  return made;
}

/**
 * Makes everything that a seed file names, as requests and time would have made it: each merchant's clock begins in the past and ends
 * at the start. @throws SeedFault where that is impossible
 */
export const applySeed = (target: SeedTarget, { merchants: all }: SeedDocument): MadeMerchant[] =>
  all.map((merchant, at) => seedMerchant(target, merchant, ["merchants", String(at)]));
