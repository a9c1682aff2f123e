import * as fc from "fast-check";
import { type Answer, rule } from "../kit.ts";
import { sendCreation } from "../fixtures/vendor-creations.ts";
import { acceptedCreation } from "../fixtures/ordinary-creations.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { codeOf, sendAllocation, sendWithdrawal } from "../fixtures/money-movements.ts";
import { memberOf, isRefusal } from "../fixtures/reading.ts";

/** Codes that refuse a withdrawal for the state of the wallet, not for its request (§7.4). */
const WALLET_CODES = [
  "E_CONNECT_VENDOR_EMPTY_BALANCE",
  "E_CONNECT_VENDOR_PAYOUT_METHOD_UNAVAILABLE",
  "E_PENDING_WITHDRAW",
];

/** Which field a Connect refusal names, and how one key works on several routes (§7.1, §7.6). */
export default [
  /** Sends requests with one fault to several routes. */
  rule("connect-guards/validation-names-the-field", async (check) => {
    const vendor = await givenVendor(check);
    const { amount } = check.profile.ordinary;
    check.succeeded(await sendAllocation(check, vendor, amount));
    const { acct: destination } = vendor;
    const { api } = vendor.merchant;
    const faults = {
      "an allocation without an amount": ["amount", () => api.createAllocation({ json: { destination } })],
      "an allocation of a word": [
        "amount",
        () => api.createAllocation({ json: { destination, amount: "plenty" } }),
      ],
      "an allocation to nobody": ["destination", () => api.createAllocation({ json: { amount } })],
      "a schedule without a cadence": ["cadence", () => api.replacePayoutSchedule({ json: {} })],
      "a schedule with an unknown cadence": [
        "cadence",
        () => api.replacePayoutSchedule({ json: { cadence: "never" } }),
      ],
      "a withdrawal without a key": [
        "Idempotency-Key",
        () => api.createWithdrawal({ path: { acct: destination } }),
      ],
    } satisfies Record<string, readonly [field: string, send: () => Promise<Answer>]>;
    const names = Object.keys(faults) as (keyof typeof faults)[];
    await check.property({
      from: fc.constantFrom(...names),
      examples: names,
      runShares: { refused: 0.3 },
      holds: async (name, reach) => {
        const [field, send] = faults[name];
        const answer = await send();
        const errors = memberOf(answer, "errors");
        if (!isRefusal(answer) || !Array.isArray(errors)) return;
        const fields = (errors as readonly ({ field?: unknown } | null)[]).map((entry) => entry?.field);
        const code = codeOf(answer);
        // If nothing is available, a refusal with a code may concern the wallet instead of the field.
        if (code !== undefined && (fields[0] === undefined || WALLET_CODES.some((known) => known === code)))
          return;
        check.expect
          .that("the fields of errors", fields, answer)
          .toSatisfy(`a list with ${field}`, () => fields.includes(field));
        reach("refused");
      },
    });
  }),

  /** Uses the key of a vendor's creation on other routes. */
  rule("connect-guards/key-on-another-route", async (check) => {
    const vendor = await givenVendor(check);
    const spent = freshKey();
    // The refusal is about the key only if the same allocation succeeds with its own key.
    check.succeeded(await sendAllocation(check, vendor, check.profile.ordinary.amount, spent));
    const { idempotencyKey } = await acceptedCreation(check, vendor.merchant);
    const { amount } = check.profile.ordinary;
    judgeOther(await sendAllocation(check, vendor, amount, idempotencyKey), "an allocation");
    const { answer } = await sendCreation(check, vendor.merchant, { idempotencyKey: spent });
    judgeOther(answer, "a creation");
    await withdrawalUnder(vendor, spent, judgeOther);

    function judgeOther(other: Answer, what: string): void {
      // A key may be bound to its request. Another request with it is then invalid, even on the same route.
      const isMismatch = other.status === 422;
      if (!other.succeeded && !isMismatch)
        check.expect(other).toRefuse({ status: 409, code: "E_DUPLICATE_OPERATION" });
      check.observe("idempotency-key-other-route", `${what}: ${other.status}`);
    }
  }),
];

/** A withdrawal may also be refused for the state of the wallet. Only a 409 is about its key. */
async function withdrawalUnder(
  vendor: Vendor,
  key: string,
  judge: (answer: Answer, what: string) => void,
): Promise<void> {
  const answer = await sendWithdrawal(vendor, key);
  if (answer.succeeded || answer.status === 409) judge(answer, "a withdrawal");
}
