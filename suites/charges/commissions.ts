import { expectAccepted } from "../shared/acceptance.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { type ChargeRequest, type Rates, ratesOf, sendCapture, sendCharge } from "../connect/charges.ts";
import { givenVendor, type Vendor } from "../connect/given.ts";
import { codeOf } from "../connect/money.ts";
import { givenDormant } from "../connect/plights.ts";
import { heldBy } from "../connect/wallets.ts";
import { canApprove } from "../connect/vendor-making.ts";
import { besideTwin, expectAcceptance } from "../shared/refusals.ts";
import { ordinaryIntent } from "../shared/requests.ts";
import { francs } from "../shared/values.ts";

/** Any rate will do where the charge is refused for having no vendor. */
const SOME_RATE = 10;

/** Which charges are taken (§7.4): a vendor and a rate together, the commission between its bounds. */
export default [
  /** Goal: an intent without both is plain. */
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

  /** Goal: both together are taken. Method: amounts around the ordinary one, at the ordinary rate. */
  rule("charges/both-accepted", async (check) => {
    const vendor = await givenVendor(check);
    const { ordinary } = ratesOf(check);
    // Without an approval, a vendor may be kept from collecting: then nothing can be said about charges.
    if (!canApprove(check, vendor.merchant)) await takes(check, vendor);
    await check.property({
      effort: 0.3,
      from: francs(check),
      holds: async (amount) => {
        const { answer } = await sendCharge(check, vendor, { amount, rate: ordinary });
        expectAcceptance(answer, "a charge with a vendor and an ordinary rate");
      },
    });
  }),

  /** Goal: a vendor without a rate is half a charge. */
  rule("charges/vendor-without-rate-refused", async (check) => {
    const vendor = await givenVendor(check);
    const { answer } = await sendCharge(check, vendor, { rate: null });
    await besideTwin(
      check,
      answer,
      () => check.expect(answer).toRefuse({ status: 422, code: "connect.incomplete_request" }),
      () => charged(check, vendor),
    );
    await takes(check, vendor);
  }),

  /** Goal: a rate without a vendor is half a charge. */
  rule("charges/rate-without-vendor-refused", async (check) => {
    const vendor = await givenVendor(check);
    const rate = check.has("fixture.commission-rates") ? ratesOf(check).ordinary : SOME_RATE;
    const { answer } = await sendCharge(check, vendor, { rate, onBehalfOf: null });
    await besideTwin(
      check,
      answer,
      () => check.expect(answer).toRefuse({ status: 422, code: "connect.incomplete_request" }),
      () => charged(check, vendor),
    );
    await takes(check, vendor);
  }),

  refusesRate("charges/commission-too-low-refused", "tooLow", "connect.application_fee_too_low"),
  refusesRate("charges/commission-too-high-refused", "tooHigh", "connect.application_fee_too_high"),

  /** Goal: without Connect there is no charge for a vendor. Method: the charge that a marketplace is granted. */
  rule("charges/not-activated-refused", async (check) => {
    const dormant = await givenDormant(check);
    const answer = await firstRefusal(check, dormant, { rate: ratesOf(check).ordinary });
    check.expect(answer).toAnswer(422);
    check.expect
      .that("code", codeOf(answer), answer)
      .toBeOneOf(["connect.fee_payer_unset", "connect.controller_mode_unset"]);
    check.observe("charge-not-activated-code", String(codeOf(answer)));
    await takes(check, await givenVendor(check));
  }),

  /** Goal: a refusal leaves no trace. Method: the vendor's balances around refusals of each kind. */
  rule("charges/refused-charge-moves-no-money", async (check) => {
    const vendor = await givenVendor(check);
    const { tooLow, tooHigh } = ratesOf(check);
    const before = await heldBy(check, vendor);
    for (const request of [{ rate: tooLow }, { rate: tooHigh }, { rate: null }]) {
      const answer = await firstRefusal(check, vendor, request);
      check.expect(answer).toAnswer(400, 422);
    }
    check.expect
      .that("what the vendor holds after refused charges", await heldBy(check, vendor))
      .toBe(before);
  }),
];

/** Goal: a commission outside its bounds is refused. Method: the twin has the ordinary rate. */
function refusesRate(id: RuleId, which: "tooLow" | "tooHigh", code: string): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenVendor(check);
    const rates: Rates = ratesOf(check);
    const { amount: ordinary } = check.profile.ordinary;
    // Fees may be fixed sums: a rate that is too low for the ordinary amount need not be for a higher one.
    for (const amount of which === "tooLow" ? [ordinary] : [ordinary, ordinary * 2]) {
      const answer = await firstRefusal(check, vendor, { rate: rates[which], amount });
      await besideTwin(
        check,
        answer,
        () => check.expect(answer).toRefuse({ status: 400, code }),
        () => charged(check, vendor),
      );
    }
    // A rate of zero is a rate: whether it is too low, or what a platform may take, it is not missing.
    if (which === "tooLow") {
      const zero = await firstRefusal(check, vendor, { rate: 0 });
      if (codeOf(zero) === "connect.incomplete_request") check.expect(zero).toRefuse({ status: 400, code });
    }
    await takes(check, vendor);
  });
}

/** The first answer that is no success: when a commission is judged is open. */
async function firstRefusal(check: Check, vendor: Vendor, request: ChargeRequest): Promise<Answer> {
  const made = await sendCharge(check, vendor, request);
  if (!made.answer.succeeded || !check.ports.bound("captureCharge")) {
    check.observe("charge-refusal-moment", made.answer.succeeded ? "not at the creation" : "at the creation");
    return made.answer;
  }
  check.observe("charge-refusal-moment", "not at the creation");
  return sendCapture(check, { id: made.text("chargeId"), vendor });
}

/** The twin: the charge in order is taken. Without the profile's rates there is none. */
async function takes(check: Check, vendor: Vendor): Promise<void> {
  if (!check.has("fixture.commission-rates")) return;
  check.succeeded(await charged(check, vendor));
}

async function charged(check: Check, vendor: Vendor): Promise<Answer> {
  return (await sendCharge(check, vendor)).answer;
}
