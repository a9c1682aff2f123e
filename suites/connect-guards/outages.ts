import { type Answer, type Check, Inconclusive, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { sendCreation } from "../fixtures/vendor-creations.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { codeOf, sendAllocation, sendWithdrawal } from "../fixtures/money-movements.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { expectOutage } from "../expect/outages.ts";
import { heldBy, totalOf } from "../fixtures/wallets.ts";
import { expectTotal } from "../expect/balances.ts";
import { soon, isRefusal } from "../fixtures/reading.ts";

const PRICING = "E_CONNECT_PRICING_UNAVAILABLE";
const VERIFICATION = "E_IDENTITY_UNAVAILABLE";

/** An answer during an outage, and another code that it may have instead of the outage's own. */
interface Stopped {
  readonly answer: Answer;
  readonly or?: string;
}

/** Refusals during outages of the services behind Connect (§7.7). The document does not say which operations depend on which service. */
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
  const checks: readonly RuleCheck[] = [
    /** Sends operations of every kind. Judges only those that the outage stops. */
    rule(ids.refused, async (check) => {
      const vendor = await givenVendor(check);
      const { api } = vendor.merchant;
      const path = { acct: vendor.acct };
      // Pricing and verification may depend on the same service and have their own codes.
      const answers: readonly Stopped[] = await during(check, vendor, service, async () => [
        { answer: (await sendCreation(check, vendor.merchant)).answer },
        { answer: await sendAllocation(check, vendor, check.profile.ordinary.amount), or: PRICING },
        { answer: await api.retrieveAccount({ path }) },
        { answer: await api.retrieveAccountCompliance({ path }), or: VERIFICATION },
        { answer: await api.retrieveOverview() },
        { answer: await api.listAccounts() },
        { answer: await sendWithdrawal(vendor) },
        { answer: await api.listAccountTransactions({ path }) },
        { answer: await api.retrieveActivation() },
        { answer: await api.retrievePayoutSchedule() },
        ...(await linkOrNone(check, vendor)),
      ]);
      const stopped = answers.filter(({ answer }) => answer.status >= 500);
      if (stopped.length === 0) throw new Inconclusive(`the outage of ${service} stopped no operation`);
      for (const { answer, or = code } of stopped)
        expectOutage(check, answer, codeOf(answer) === or ? or : code);
    }),

    /** Requests a vendor and an allocation during the outage. Neither may exist afterwards. */
    rule(ids.noEffect, async (check) => {
      const vendor = await givenVendor(check);
      const before = totalOf(await heldBy(check, vendor));
      // A list that is updated late may not show the new vendor yet.
      const known = await soon(check, {
        read: () => idsListed(check, vendor),
        holds: (ids) => ids.includes(vendor.acct),
      });
      const { created, allocated } = await during(check, vendor, service, () => attempt(check, vendor));
      if (created.succeeded && allocated.succeeded) {
        throw new Inconclusive(`the outage of ${service} stopped no operation`);
      }
      if (!allocated.succeeded) await expectTotal(check, vendor, before, "after a refused allocation");
      if (!created.succeeded && vendor.merchant.own) {
        const listed = await idsListed(check, vendor);
        check.expect
          .that(
            "the vendors that are listed only after the outage",
            listed.filter((id) => id !== vendor.acct && !known.includes(id)),
          )
          .toBe([]);
      }
    }),

    /** Repeats the same requests with the same keys after the outage. */
    rule(ids.recovery, async (check) => {
      const vendor = await givenVendor(check);
      const keys = { creation: freshKey(), allocation: freshKey() };
      const { created, allocated } = await during(check, vendor, service, () => attempt(check, vendor, keys));
      if (created.succeeded && allocated.succeeded) {
        throw new Inconclusive(`the outage of ${service} stopped no operation`);
      }
      const same = await attempt(check, vendor, keys);
      // A target may repeat its refusal for the same key, but a new key must eventually succeed.
      if (!created.succeeded)
        isAccepted(
          check,
          await onceOver(
            check,
            same.created,
            async () => (await sendCreation(check, vendor.merchant)).answer,
          ),
        );
      if (!allocated.succeeded)
        isAccepted(
          check,
          await onceOver(check, same.allocated, () =>
            sendAllocation(check, vendor, check.profile.ordinary.amount, freshKey()),
          ),
        );
    }),
  ];
  // Without a merchant of its own, a check's outage affects other checks.
  return checks.map((each) => ({ ...each, options: { alone: true } }));
}

/** An onboarding link, if the profile describes the request. Verification has its own code. */
async function linkOrNone(check: Check, { acct, merchant }: Vendor): Promise<readonly Stopped[]> {
  if (!check.ports.bound("createOnboardingLink")) return [];
  const call = { inputs: { acct }, key: merchant.testKey };
  return [{ answer: (await check.ports.call("createOnboardingLink", call)).answer, or: VERIFICATION }];
}

/** Expects success after the outage. Any refusal other than a key conflict may have another reason. */
function isAccepted(check: Check, answer: Answer): void {
  if (isRefusal(answer) && answer.status !== 409) check.succeeded(answer);
  check.expect.that(`the status of ${answer.what} after the outage`, answer.status, answer).toBe(201);
}

/** The answer to a repetition with the same key, or with a new key while the outage still lasts. @throws Violation of basis "deadline" */
function onceOver(check: Check, first: Answer, again: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer | null = first;
  return check.eventually({
    expected: "the refused request to succeed after the outage",
    withinMs: check.profile.deadlines.consistencyMs,
    read: async () => {
      const read = answer ?? (await again());
      answer = null;
      return read;
    },
    holds: (read) => read.status !== 503 && codeOf(read) !== "E_IDEMPOTENCY_CONFLICT",
    show: (read) => read.summary,
  });
}

/** Runs `work` while a service is out. */
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
    inputs: { name: `payconform ${keys.creation.slice(-20)}` },
    idempotencyKey: keys.creation,
  });
  const allocated = await sendAllocation(check, vendor, check.profile.ordinary.amount, keys.allocation);
  return { created: made.answer, allocated };
}

/** The vendors on the first page. The check's own merchant has no further pages. */
async function idsListed(check: Check, { merchant }: Vendor): Promise<readonly string[]> {
  const listed = check.succeeded(await merchant.api.listAccounts());
  return listed.field("data").map(({ id }) => textOf(id));
}
