import { type Answer, type Check, rule, type RuleCheck, type RuleId } from "../kit.ts";
import { givenReadableVendor, givenVendor } from "../fixtures/vendors.ts";
import {
  givenAllocation,
  sendAllocation,
  sendReversal,
  sendWithdrawal,
} from "../fixtures/money-movements.ts";
import { givenScheduler } from "../fixtures/payout-schedules.ts";
import { together } from "../fixtures/together.ts";

/** More requests than the only documented limit permits per minute (§8). */
const MANY = 25;

/** Only the creation of vendors is rate limited (§8). */
export default [
  unlimited("connect-guards/reads-are-not-rate-limited", async (check) => {
    const { api } = await check.merchant();
    return [
      () => api.retrieveActivation(),
      () => api.retrievePayoutSchedule(),
      () => api.retrieveOverview(),
      () => api.listAccounts(),
    ];
  }),

  unlimited("connect-guards/vendor-reads-are-not-rate-limited", async (check) => {
    const { acct, merchant } = await givenReadableVendor(check);
    const path = { acct };
    return [
      () => merchant.api.retrieveAccount({ path }),
      () => merchant.api.listAccountTransactions({ path }),
      () => merchant.api.retrieveAccountCompliance({ path }),
    ];
  }),

  unlimited("connect-guards/allocations-are-not-rate-limited", async (check) => {
    const vendor = await givenVendor(check);
    return [() => sendAllocation(check, vendor, check.profile.ordinary.amount)];
  }),

  unlimited("connect-guards/reversals-are-not-rate-limited", async (check) => {
    const allocation = await givenAllocation(check, await givenVendor(check));
    return [() => sendReversal(allocation, 1)];
  }),

  /** Most requests are refused for the empty balance, which is not rate limiting. */
  unlimited("connect-guards/withdrawals-are-not-rate-limited", async (check) => {
    const vendor = await givenVendor(check);
    return [() => sendWithdrawal(vendor)];
  }),

  unlimited("connect-guards/onboarding-links-are-not-rate-limited", async (check) => {
    const { acct, merchant } = await givenVendor(check);
    const call = { inputs: { acct }, key: merchant.testKey };
    return [async () => (await check.ports.call("createOnboardingLink", call)).answer];
  }),

  unlimited(
    "connect-guards/payout-schedule-is-not-rate-limited",
    async (check) => {
      const merchant = await givenScheduler(check);
      let posts = 0;
      return [
        () => {
          posts += 1;
          return merchant.api.replacePayoutSchedule({
            json: { cadence: posts % 2 === 0 ? "daily" : "weekly" },
          });
        },
      ];
    },
    { alone: true },
  ),
];

/** Sends more requests in a row than 20 per minute. */
function unlimited(
  id: RuleId,
  prepare: (check: Check) => Promise<readonly (() => Promise<Answer>)[]>,
  options: { alone?: boolean } = {},
): RuleCheck {
  return rule(id, { ...options, provokesRateLimit: true }, async (check) => {
    const routes = await prepare(check);
    await together(
      check,
      routes.map((send) => async () => {
        for (let sent = 1; sent <= MANY; sent += 1) {
          const answer = await send();
          check.expect
            .that(`the status of ${answer.what}, request ${sent} in a row`, answer.status, answer)
            .toDifferFrom(429);
        }
      }),
    );
  });
}
