import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import type { PortAnswer } from "../../harness/ports.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { fixtureList, type Vendor } from "./given.ts";

/** The three rates of the profile, in whatever unit the target takes. */
export interface Rates {
  readonly ordinary: number;
  readonly tooLow: number;
  readonly tooHigh: number;
}

/** @throws NeedMissing when the profile does not tell them */
export function ratesOf(check: Check): Rates {
  check.require("fixture.commission-rates");
  const [ordinary, tooLow, tooHigh] = fixtureList(check, "commission-rates").map(Number);
  const rates = [ordinary, tooLow, tooHigh];
  if (ordinary === undefined || tooLow === undefined || tooHigh === undefined || rates.some(Number.isNaN))
    throw new Inconclusive("fixtures.commission-rates are not three numbers");
  return { ordinary, tooLow, tooHigh };
}

/** A direct charge; null leaves a field out. */
export interface ChargeRequest {
  readonly amount?: number;
  readonly onBehalfOf?: string | null;
  readonly rate?: number | null;
}

/** A charge on behalf of a vendor. */
export interface Charge {
  readonly id: string;
  readonly vendor: Vendor;
  /** Gross, whole francs. */
  readonly amount: number;
}

/** Sends the creation of a direct charge; whatever comes is the caller's to judge. */
export function sendCharge(check: Check, vendor: Vendor, request: ChargeRequest = {}): Promise<PortAnswer> {
  const { ordinary } = check.profile;
  const { amount = ordinary.amount, onBehalfOf = vendor.acct } = request;
  const rate = request.rate === undefined ? usualRate(check) : request.rate;
  return check.ports.call("createDirectCharge", {
    inputs: {
      amount,
      currency: ordinary.currency.toLowerCase(),
      ...(onBehalfOf === null ? {} : { onBehalfOf }),
      ...(rate === null ? {} : { applicationFeeRate: rate }),
    },
    key: vendor.merchant.testKey,
  });
}

/** The ordinary rate, or none where the port has one of its own. */
function usualRate(check: Check): number | null {
  return check.has("fixture.commission-rates") ? ratesOf(check).ordinary : null;
}

/** A charge that is not captured yet. @throws Inconclusive when it is refused */
export async function givenCharge(
  check: Check,
  vendor: Vendor,
  request: ChargeRequest = {},
): Promise<Charge> {
  const made = await sendCharge(check, vendor, request);
  check.succeeded(made.answer);
  return { id: made.text("chargeId"), vendor, amount: request.amount ?? check.profile.ordinary.amount };
}

/** Sends a capture; whatever comes is the caller's to judge. */
export async function sendCapture(
  check: Check,
  charge: { readonly id: string; readonly vendor: { readonly merchant: Merchant } },
): Promise<Answer> {
  const { answer } = await check.ports.call("captureCharge", {
    inputs: { chargeId: charge.id },
    key: charge.vendor.merchant.testKey,
  });
  return answer;
}

/** A captured charge. @throws Inconclusive when creation or capture are refused */
export async function givenCaptured(
  check: Check,
  vendor: Vendor,
  request: ChargeRequest = {},
): Promise<Charge> {
  const charge = await givenCharge(check, vendor, request);
  check.succeeded(await sendCapture(check, charge));
  return charge;
}

/** Sends a refund, of everything without an amount; whatever comes is the caller's to judge. */
export function sendRefund(check: Check, charge: Charge, amount?: number): Promise<PortAnswer> {
  return check.ports.call("refundCharge", {
    inputs: { chargeId: charge.id, ...(amount === undefined ? {} : { amount }) },
    key: charge.vendor.merchant.testKey,
  });
}
