import { expectAccepted } from "../expect/acceptance.ts";
import type { Answer, Check, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, rule, textOf } from "../kit.ts";
import {
  type ChargeRequest,
  givenCharge,
  type Rates,
  ratesOf,
  sendCapture,
  sendCharge,
} from "../fixtures/charges.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { givenUnactivated } from "../fixtures/vendor-conditions.ts";
import { heldBy, totalOf } from "../fixtures/wallets.ts";
import { expectTotal } from "../expect/balances.ts";
import { canApprove } from "../fixtures/new-vendors.ts";
import { withCounterpart, expectAcceptance, expectRefusal, isInvalid } from "../expect/refusals.ts";
import { isRefusal } from "../fixtures/reading.ts";
import { ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { francs } from "../fixtures/values.ts";

/** Any rate, for charges that are refused because they name no vendor. */
const SOME_RATE = 10;

/** Charges are accepted if they name both a vendor and a rate, or neither, and if the commission is within its bounds (§7.4). */
export default [
  rule("charges/neither-accepted", async (check) => {
    const plain = ordinaryIntent(check);
    for (const body of [
      plain,
      { ...plain, metadata: { on_behalf_of: "nobody", application_fee_rate: "0" } },
    ]) {
      const answer = await check.api.createPaymentIntent({ body });
      await expectAccepted(check, check.api, answer, "an intent with neither vendor nor rate");
    }
  }),

  /**
   * Charges amounts close to the ordinary one, at the ordinary rate. The profile states that rate at the ordinary amount only: fees
   * may have brackets, and amounts may have undocumented limits.
   */
  rule("charges/both-accepted", async (check) => {
    const vendor = await givenVendor(check);
    const { ordinary } = ratesOf(check);
    // A vendor without approval may be unable to collect. Then charges cannot be judged.
    if (!canApprove(check, vendor.merchant)) await takes(check, vendor);
    await check.property({
      effort: 0.3,
      from: francs(check),
      examples: [check.profile.ordinary.amount],
      holds: async (amount) => {
        const { answer } = await sendCharge(check, vendor, { amount, rate: ordinary });
        const isOrdinary = amount === check.profile.ordinary.amount;
        if (!isOrdinary && (isForItsRate(answer) || isInvalid(answer))) return;
        expectAcceptance(answer, "a charge with a vendor and an ordinary rate");
      },
    });
    const code = check.profile.ordinary.currency.toUpperCase();
    for (const currency of [code, `${code.slice(0, 1)}${code.slice(1).toLowerCase()}`]) {
      const { answer } = await sendCharge(check, vendor, { rate: ordinary, currency });
      expectAcceptance(answer, `a charge in ${currency}`);
    }
  }),

  rule("charges/vendor-without-rate-refused", async (check) => {
    const vendor = await givenVendor(check);
    requireFree(check, "applicationFeeRate");
    await isRefused(check, vendor, {
      request: { rate: null },
      status: 422,
      code: "connect.incomplete_request",
    });
    await takes(check, vendor);
  }),

  rule("charges/rate-without-vendor-refused", async (check) => {
    const vendor = await givenVendor(check);
    const rate = check.has("fixture.commission-rates") ? ratesOf(check).ordinary : SOME_RATE;
    requireFree(check, "onBehalfOf");
    const refusal = { status: 422, code: "connect.incomplete_request" };
    await isRefused(check, vendor, { request: { rate, onBehalfOf: null }, ...refusal });
    // A rate of zero is a rate. A target may refuse its size first.
    const zero = { rate: 0, onBehalfOf: null };
    const { answer } = await sendCharge(check, vendor, zero);
    if (answer.succeeded) await isRefused(check, vendor, { request: zero, ...refusal });
    else expectRefusal(answer, "a rate of zero without a vendor");
    await takes(check, vendor);
  }),

  refusesRate("charges/commission-too-low-refused", "tooLow", "connect.application_fee_too_low"),
  refusesRate("charges/commission-too-high-refused", "tooHigh", "connect.application_fee_too_high"),

  /** Sends the same charge for a marketplace, where it succeeds. */
  rule("charges/not-activated-refused", async (check) => {
    const unactivated = await givenUnactivated(check);
    const { answer, isLate } = await firstRefusal(check, unactivated, { rate: ratesOf(check).ordinary });
    const active = await givenVendor(check);
    await withCounterpart(
      check,
      answer,
      () => {
        check.expect(answer).toAnswer(422);
        check.expect
          .field("code", codeOf(answer), answer)
          .toBeOneOf(["connect.fee_payer_unset", "connect.controller_mode_unset"]);
      },
      () => counterpart(check, active, isLate),
    );
    check.observe("charge-not-activated-code", textOf(codeOf(answer)));
    await takes(check, active);
  }),

  /** Compares the vendor's balances before and after refusals of each kind. */
  rule("charges/refused-charge-moves-no-money", async (check) => {
    const vendor = await givenVendor(check);
    requireFree(check, "applicationFeeRate");
    const { tooLow, tooHigh } = ratesOf(check);
    const before = totalOf(await heldBy(check, vendor));
    for (const request of [{ rate: tooLow }, { rate: tooHigh }, { rate: null }]) {
      const { answer } = await firstRefusal(check, vendor, request);
      // Other rules judge whether it is refused.
      if (!isRefusal(answer)) throw new Inconclusive(`the charge was not refused: ${answer.summary}`);
    }
    await expectTotal(check, vendor, before, "after refused charges");
  }),
];

/** Compares a charge at a rate out of bounds with one at the ordinary rate. */
function refusesRate(id: RuleId, which: "tooLow" | "tooHigh", code: string): RuleCheck {
  return rule(id, async (check) => {
    requireFree(check, "applicationFeeRate");
    const vendor = await givenVendor(check);
    const rates: Rates = ratesOf(check);
    const { amount: ordinary } = check.profile.ordinary;
    // Fees may be fixed sums, so a rate that is too low for the ordinary amount may be valid for a higher one.
    for (const amount of which === "tooLow" ? [ordinary] : [ordinary, ordinary * 2])
      await isRefused(check, vendor, { request: { rate: rates[which], amount }, status: 400, code });
    // A rate of zero is too low, but it is not a missing rate.
    if (which === "tooLow") {
      const { answer: zero } = await sendCharge(check, vendor, { rate: 0 });
      if (codeOf(zero) === "connect.incomplete_request") check.expect(zero).toRefuse({ status: 400, code });
    }
    await takes(check, vendor);
  });
}

/** Expects the documented refusal. For any other refusal, a valid charge must be refused as well. */
async function isRefused(
  check: Check,
  vendor: Vendor,
  {
    request,
    ...refusal
  }: { readonly request: ChargeRequest; readonly status: number; readonly code: string },
): Promise<void> {
  const { answer, isLate } = await firstRefusal(check, vendor, request);
  await withCounterpart(
    check,
    answer,
    () => check.expect(answer).toRefuse(refusal),
    () => counterpart(check, vendor, isLate),
  );
}

/**
 * The first refusal of a charge: at its creation or at its capture, as the document leaves open when a charge is validated.
 * @throws NeedMissing if the creation succeeds and the profile does not describe the capture
 */
async function firstRefusal(
  check: Check,
  vendor: Vendor,
  request: ChargeRequest,
): Promise<{ readonly answer: Answer; readonly isLate: boolean }> {
  const made = await sendCharge(check, vendor, request);
  const isLate = made.answer.succeeded;
  check.observe("charge-refusal-moment", isLate ? "not at the creation" : "at the creation");
  if (!isLate) return { answer: made.answer, isLate };
  check.require("port.captureCharge");
  return { answer: await sendCapture(check, { id: made.text("chargeId"), vendor }), isLate };
}

/** A valid charge. It is also captured if the other one was refused only at capture, which may require that it is paid first. */
async function counterpart(check: Check, vendor: Vendor, captures: boolean): Promise<Answer> {
  if (!captures) return (await sendCharge(check, vendor)).answer;
  return sendCapture(check, await givenCharge(check, vendor));
}

/** Expects that a valid charge succeeds. Does nothing if the profile has no rates. */
async function takes(check: Check, vendor: Vendor): Promise<void> {
  if (!check.has("fixture.commission-rates")) return;
  check.succeeded((await sendCharge(check, vendor)).answer);
}

/** Whether a charge was refused for the size of its commission. */
function isForItsRate(answer: Answer): boolean {
  return ["connect.application_fee_too_low", "connect.application_fee_too_high"].includes(
    textOf(codeOf(answer)),
  );
}

/** Whether the profile's charge takes this input only from the check, so that the check can omit it. */
function isFree(check: Check, input: string): boolean {
  const port = check.profile.ports["createDirectCharge"];
  return (
    JSON.stringify([port?.body, port?.query]).includes(`"{${input}}"`) &&
    port?.defaults?.[input] === undefined
  );
}

/** @throws NeedMissing if the profile's charge always has this input */
function requireFree(check: Check, input: string): void {
  if (!isFree(check, input)) throw new NeedMissing("port.createDirectCharge");
}
