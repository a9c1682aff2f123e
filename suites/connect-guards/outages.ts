import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { sendCreation } from "../connect/creations.ts";
import { givenVendor, type Vendor } from "../connect/given.ts";
import { freshKey } from "../connect/keys.ts";
import { sendAllocation, sendWithdrawal } from "../connect/money.ts";
import { outage } from "../connect/plights.ts";
import { expectTotal, heldBy, totalOf } from "../connect/wallets.ts";

/** What is refused while a service behind Connect is out (§7.7). Which operations depend on which is open. */
export default [
  ...outageOf("sso", "E_SSO_UNAVAILABLE", {
    refused: "connect-guards/identity-outage-refused",
    noEffect: "connect-guards/identity-outage-has-no-effect",
    recovery: "connect-guards/identity-outage-recovery",
  }),
  ...outageOf("upstream", "E_SERVICE_UNAVAILABLE", {
    refused: "connect-guards/upstream-outage-refused",
    noEffect: "connect-guards/upstream-outage-has-no-effect",
    recovery: "connect-guards/upstream-outage-recovery",
  }),
];

function outageOf(
  service: "sso" | "upstream",
  code: string,
  ids: { readonly refused: RuleId; readonly noEffect: RuleId; readonly recovery: RuleId },
): readonly RuleCheck[] {
  return [
    /** Goal: what is stopped says so. Method: operations of every kind; those that the outage stops are judged. */
    rule(ids.refused, async (check) => {
      const vendor = await givenVendor(check);
      const answers = await during(check, vendor, service, async () => [
        (await sendCreation(check, vendor.merchant)).answer,
        await sendAllocation(check, vendor, check.profile.ordinary.amount),
        await vendor.merchant.api.retrieveAccount({ path: { acct: vendor.acct } }),
        await vendor.merchant.api.retrieveAccountCompliance({ path: { acct: vendor.acct } }),
        await vendor.merchant.api.retrieveOverview(),
        await vendor.merchant.api.listAccounts(),
        await sendWithdrawal(vendor),
      ]);
      const stopped = answers.filter((answer) => answer.status >= 500);
      if (stopped.length === 0)
        throw new Inconclusive(`no operation was stopped by the outage of ${service}`);
      for (const answer of stopped) check.expect(answer).toRefuse({ status: 503, code });
    }),

    /** Goal: what is refused is not done. Method: a vendor and an allocation, each of them looked for afterwards. */
    rule(ids.noEffect, async (check) => {
      const vendor = await givenVendor(check);
      const before = totalOf(await heldBy(check, vendor));
      const known = await idsListed(check, vendor);
      const { created, allocated } = await during(check, vendor, service, () => attempt(check, vendor));
      if (created.succeeded && allocated.succeeded) {
        throw new Inconclusive(`no operation was stopped by the outage of ${service}`);
      }
      if (!allocated.succeeded) await expectTotal(check, vendor, before, "after a refused allocation");
      if (!created.succeeded) {
        check.expect.that("the vendors listed afterwards", await idsListed(check, vendor)).toBe(known);
      }
    }),

    /** Goal: the outage leaves nothing behind. Method: the very same requests, keys too, once it is over. */
    rule(ids.recovery, async (check) => {
      const vendor = await givenVendor(check);
      const keys = { creation: freshKey(), allocation: freshKey() };
      const { created, allocated } = await during(check, vendor, service, () => attempt(check, vendor, keys));
      if (created.succeeded && allocated.succeeded) {
        throw new Inconclusive(`no operation was stopped by the outage of ${service}`);
      }
      const same = await attempt(check, vendor, keys);
      // Whether a target repeats its refusal to the same key is open: a new one is granted at least.
      const repeated = [same.created, same.allocated].some(({ status }) => status === 503);
      const again = repeated ? await attempt(check, vendor) : same;
      if (!created.succeeded) isGranted(check, again.created);
      if (!allocated.succeeded) isGranted(check, again.allocated);
    }),
  ];
}

/** The outage is over, so that even a 503 is an answer that counts. */
function isGranted(check: Check, answer: Answer): void {
  check.expect.that(`the status of ${answer.what} after the outage`, answer.status, answer).toBe(201);
}

/** Does something while a service is out. */
async function during<T>(check: Check, vendor: Vendor, service: string, work: () => Promise<T>): Promise<T> {
  const end = await outage(check, vendor, service);
  const done = await work();
  await end();
  return done;
}

async function attempt(
  check: Check,
  vendor: Vendor,
  keys = { creation: freshKey(), allocation: freshKey() },
): Promise<{ created: Answer; allocated: Answer }> {
  const made = await sendCreation(check, vendor.merchant, {
    inputs: { name: `payconform ${keys.creation}` },
    idempotencyKey: keys.creation,
  });
  const allocated = await sendAllocation(check, vendor, check.profile.ordinary.amount, keys.allocation);
  return { created: made.answer, allocated };
}

/** Identifiers on the first page: a merchant of the check's own has no more. */
async function idsListed(check: Check, { merchant }: Vendor): Promise<readonly string[]> {
  const listed = check.succeeded(await merchant.api.listAccounts());
  return listed.field("data").map(({ id }) => id);
}
