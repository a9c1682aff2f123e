import { guard } from "../../kernel/guards.ts";
import { fieldError, coded, message, validationFailed } from "../../kernel/answers.ts";
import { keyOf } from "../../kernel/idempotency.ts";
import { put } from "../../kernel/table.ts";
import type { Context, Decide, Decision } from "../../kernel/types.ts";
import { valueAt } from "../../kernel/validate.ts";
import { type PaymentIntent, paymentIntents } from "../payment-intents/record.ts";
import { activatedGuard, countryGuard, hasOtherCurrency } from "./allocations.ts";
import { createCaptureParts } from "./captures.ts";
import { feePayerOf } from "./fees.ts";
import { deciderOf, outageGuard } from "./guard.ts";
import { inReach, targetGuard } from "./named-vendor.ts";
import type { ChargeParts, ConnectGuard, ConnectInput, ConnectParts } from "./parts.ts";
import { type Charge, charges } from "./records.ts";
import { isAllowed, type Vendor } from "./vendor.ts";
import { shareOf } from "../account/payments.ts";
import { currencyOf } from "../account/wallets.ts";

const vendorIn = (body: unknown): unknown => valueAt(body, "on_behalf_of") ?? undefined;

const rateIn = (body: unknown): unknown => valueAt(body, "application_fee_rate") ?? undefined;

const amountIn = (body: unknown): number | undefined => {
  const amount = valueAt(body, "amount");
  return typeof amount === "number" && Number.isSafeInteger(amount) && amount > 0 ? amount : undefined;
};

/** Amount, rate and payer; undefined unless all are valid. */
function terms({ state, command, parts }: ConnectInput) {
  const amount = amountIn(command.body);
  const rate = rateIn(command.body);
  const payer = feePayerOf(state, parts.fees, command.caller.accountId);
  if (amount === undefined || typeof rate !== "number" || payer === null) return undefined;
  const { create } = parts.charges;
  return {
    amount,
    rate,
    payer,
    commission: create.commission(amount, rate, payer),
    serviceFee: shareOf(amount, create.serviceBasisPoints),
  };
}

const completeGuard: ConnectGuard = guard("complete", ({ command, parts }) => {
  const { incomplete, refusals } = parts.charges.create;
  return incomplete(vendorIn(command.body), rateIn(command.body)) ? refusals.incomplete() : undefined;
});

const rateGuard: ConnectGuard = guard("rate", ({ command, parts }) => {
  const rate = rateIn(command.body);
  return rate === undefined || typeof rate === "number"
    ? undefined
    : parts.charges.create.refusals.invalidRate();
});

const lowGuard: ConnectGuard = guard("commission-low", (input) => {
  const found = terms(input);
  const { bounded, tooLow, refusals } = input.parts.charges.create;
  return found !== undefined && bounded(found.payer) && tooLow(found.commission, found.serviceFee)
    ? refusals.tooLow(found.commission, found.serviceFee)
    : undefined;
});

const highGuard: ConnectGuard = guard("commission-high", (input) => {
  const found = terms(input);
  const { bounded, tooHigh, refusals } = input.parts.charges.create;
  return found !== undefined && bounded(found.payer) && tooHigh(found.commission, found.amount)
    ? refusals.tooHigh(found.commission, found.amount)
    : undefined;
});

const netGuard: ConnectGuard = guard("net", (input) => {
  const found = terms(input);
  if (found === undefined) return undefined;
  const taken = found.payer === "account" ? found.serviceFee : found.commission;
  return taken === found.amount
    ? coded(422, "connect.vendor_net_not_positive", "Nothing would be left for the vendor")
    : undefined;
});

/** The vendor in the body, if the caller can reach it. */
const vendorOf = (input: ConnectInput): Vendor | undefined => {
  const named = vendorIn(input.command.body);
  return typeof named === "string" ? inReach(input, "createDirectCharge", named) : undefined;
};

const capabilityGuard: ConnectGuard = guard("capability", (input) => {
  const vendor = vendorOf(input);
  return vendor === undefined || isAllowed(input.state, vendor, "collect")
    ? undefined
    : message(422, "The vendor's compliance file does not allow payments on its behalf");
});

const currencyGuard: ConnectGuard = guard("currency", (input) => {
  const vendor = vendorOf(input);
  const currency = String(valueAt(input.command.body, "currency")).toLowerCase();
  if (vendor === undefined) return undefined;
  return hasOtherCurrency(input, vendor) || currency !== currencyOf(input.state, vendor.accountId)
    ? input.parts.allocations.refusals.currencyMismatch()
    : undefined;
});

/** The intent that a decision stores, if any. */
function intentIn(decision: Decision): PaymentIntent | undefined {
  for (const write of decision.writes ?? []) {
    if (write.do === "put" && write.table.name === paymentIntents.name) return write.record as PaymentIntent;
  }
  return undefined;
}

/** Adds the charge to a plain intent. */
function attach(input: ConnectInput, plain: Decision): Decision {
  const intent = intentIn(plain);
  const found = terms(input);
  const vendor = vendorOf(input);
  if (intent === undefined || found === undefined || vendor === undefined) return plain;
  const charge: Charge = {
    id: input.ids.id("ch_"),
    accountId: intent.accountId,
    mode: intent.mode,
    vendor: vendor.id,
    intentId: intent.id,
    amount: found.amount,
    currency: intent.currency,
    rate: found.rate,
    commission: found.commission,
    serviceFee: found.serviceFee,
    feePayer: found.payer,
    capturedAt: null,
    refunded: 0,
    clawed: 0,
    feeId: null,
    transferId: null,
    reference: keyOf(input.command) ?? null,
    createdAt: input.now,
  };
  const shown = { on_behalf_of: vendor.id, application_fee_rate: found.rate, charge: charge.id };
  return {
    ...plain,
    answer: { ...plain.answer, body: { ...(plain.answer.body as object), ...shown } },
    writes: [...(plain.writes ?? []), put(charges, charge)],
  };
}

/** Extends the creation of an intent by charges on behalf of vendors. */
export const withCharges =
  (plain: Decide, parts: ConnectParts): Decide =>
  (context: Context) => {
    const { create } = parts.charges;
    if (!create.concerns(context.command.body)) return plain(context);
    const act = (input: ConnectInput): Decision => attach(input, plain(context));
    return deciderOf(parts, { ...create, act })(context);
  };

/** Direct charges as documented: vendor and rate come together, and the commission is within bounds. */
export const createChargeParts = (): ChargeParts => ({
  create: {
    concerns: (body) => vendorIn(body) !== undefined || rateIn(body) !== undefined,
    incomplete: (vendor, rate) => (vendor === undefined) !== (rate === undefined),
    refusals: {
      incomplete: () =>
        coded(
          422,
          "connect.incomplete_request",
          "Give both on_behalf_of and application_fee_rate, or neither",
        ),
      invalidRate: () => validationFailed(422, [fieldError("number", "application_fee_rate")]),
      tooLow: (commission, serviceFee) =>
        coded(400, "connect.application_fee_too_low", "The commission does not exceed the service's fees", {
          application_fee: commission,
          service_fee: serviceFee,
        }),
      tooHigh: (commission, amount) =>
        coded(400, "connect.application_fee_too_high", "The commission exceeds the gross amount", {
          application_fee: commission,
          amount,
        }),
    },
    guards: [
      completeGuard,
      activatedGuard,
      rateGuard,
      countryGuard,
      targetGuard("createDirectCharge", ({ command }) => {
        const named = vendorIn(command.body);
        return named === undefined || typeof named === "string" ? named : "";
      }),
      currencyGuard,
      capabilityGuard,
      outageGuard("createDirectCharge"),
      lowGuard,
      highGuard,
      netGuard,
    ],
    act: () => {
      throw new Error("The creation of an intent acts");
    },
    serviceBasisPoints: 250,
    commission: (amount, rate, payer) => (payer === "account" ? 0 : Math.round((amount * rate) / 100)),
    bounded: (payer) => payer === "controller",
    tooLow: (commission, serviceFee) => commission <= serviceFee,
    tooHigh: (commission, amount) => commission > amount,
  },
  capture: createCaptureParts(),
});
