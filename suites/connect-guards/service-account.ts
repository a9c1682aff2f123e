import * as fc from "fast-check";
import type { Answer, Check, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, rule, textOf } from "../kit.ts";
import { contractOperations } from "../../harness/contract.ts";
import { type OperationName, ruleIdOf } from "../../spec/index.ts";
import { sendCreation } from "../fixtures/vendor-creations.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { givenLiveActivation } from "../fixtures/marketplaces.ts";
import { givenCredit, givenFunds } from "../fixtures/funds.ts";
import { givenAllocation, givenReversal, givenWithdrawal } from "../fixtures/money-movements.ts";
import { heldBy } from "../fixtures/wallets.ts";
import { expectHeld, expectTotal } from "../expect/balances.ts";
import { givenScheduler, inForce, inForceAfter, post, stated } from "../fixtures/payout-schedules.ts";
import { mayFail, prepared, scheduleOf, withAnyContent } from "../guards.ts";
import { guardedIn, REQUESTS } from "../requests.ts";

const HEADER_FIELD = "service-account-header";

/** The reserved header (§5.9, §7.8): no Connect route accepts it. */
export default [
  ...guardedIn("connect-guards").map(({ name, row }) =>
    refusesHeader(ruleIdOf(`connect-guards/${row}-with-service-account`), name),
  ),

  /** Sends the header to every route without parameters, with values of many kinds. */
  rule("connect-guards/service-account-message", async (check) => {
    const { api } = await check.merchant();
    check.succeeded(await api.retrieveActivation());
    await check.property({
      effort: 0.5,
      from: fc.record({ reading: fc.nat(3), value: headerValues() }),
      holds: async ({ reading, value }) => {
        const answer = await readings(check, { headers: reserved(check, value) })[reading]?.();
        if (answer === undefined) return;
        check.expect(answer).toAnswer(400);
        const reported = messageIn(answer);
        check.expect
          .that("the message of the refusal", reported?.text, answer)
          .toSatisfy("a text", (text) => typeof text === "string" && text.trim() !== "");
        check.observe("service-account-message-place", reported?.location ?? "nowhere");
      },
    });
  }),

  rule("connect-guards/service-account-with-other-credential", async (check) => {
    await check.property({
      effort: 0.5,
      from: fc.record({
        reading: fc.nat(3),
        credential: fc.oneof(
          fc
            .constantFrom("pk_test_", "pt_test_", "whsec_", "")
            .chain((prefix) => fc.stringMatching(/^[a-z0-9]{24}$/).map((rest) => `Bearer ${prefix}${rest}`)),
          fc.stringMatching(/^[A-Za-z0-9]{20}$/).map((text) => `Basic ${text}`),
        ),
      }),
      examples: ["pk_test_", "pt_test_", ""].map((prefix, reading) => ({
        reading,
        credential: `Bearer ${prefix}000000000000000000000000`,
      })),
      holds: async ({ reading, credential }) => {
        const odd = { headers: reserved(check), authorization: credential };
        const answer = await readings(check, odd)[reading]?.();
        if (answer === undefined) return;
        check.expect(answer).toAnswer(400, 401);
        check.observe("service-account-without-key", textOf(answer.status));
      },
    });
  }),

  /** Compares the vendor's balance before and after allocations with the header. The same allocation without it then credits the vendor. */
  rule("connect-guards/service-account-has-no-effect", async (check) => {
    const vendor = await givenVendor(check);
    const { allocation: first, total: before } = await givenCredit(check, vendor);
    for (const value of ["partner-1", vendor.merchant.accountId]) {
      const refused = await vendor.merchant.api.createAllocation({
        body: { destination: vendor.acct, amount: first.requested },
        headers: reserved(check, value),
      });
      check.expect(refused).toAnswer(400);
    }
    await expectTotal(check, vendor, before, "after allocations with the reserved header");
    const counterpart = await givenAllocation(check, vendor);
    await expectTotal(check, vendor, before + counterpart.amount, "after one without it");
  }),

  /** Sends a schedule that differs in every field from the current one, with the header. */
  rule("connect-guards/service-account-writes-no-schedule", { alone: true }, async (check) => {
    const merchant = await givenScheduler(check);
    const inOrder = { cadence: "weekly", enabled: true } as const;
    await post(check, merchant, inOrder);
    const before = stated(await inForceAfter(check, merchant, inOrder));
    for (const value of ["partner-1", merchant.accountId]) {
      const json = { cadence: "daily", enabled: false };
      check
        .expect(await merchant.api.replacePayoutSchedule({ json, headers: reserved(check, value) }))
        .toAnswer(400);
      const read = await inForce(check, merchant);
      check.expect.that("the schedule after a refusal", stated(read), read).toBe(before);
    }
  }),

  /** Compares the vendor's balance before and after reversals with the header. The same reversal without it then debits the vendor. */
  rule("connect-guards/service-account-reverses-nothing", async (check) => {
    const vendor = await givenVendor(check);
    const { allocation, total: before } = await givenCredit(check, vendor);
    for (const body of [{ amount: 1 }, {}]) {
      const refused = await vendor.merchant.api.createAllocationReversal({
        path: { allocationId: allocation.id },
        body,
        headers: reserved(check),
      });
      check.expect(refused).toAnswer(400);
    }
    await expectTotal(check, vendor, before, "after reversals with the reserved header");
    const counterpart = await givenReversal(check, allocation);
    check.expect
      .that("the amount of a full reversal", counterpart.field("amount"), counterpart)
      .toBe(allocation.amount);
  }),

  /** Compares the vendor's balance before and after a withdrawal with the header. The same withdrawal without it then succeeds. */
  rule("connect-guards/service-account-withdraws-nothing", async (check) => {
    const vendor = await givenVendor(check, { withdrawable: true });
    await givenFunds(check, vendor);
    const before = await heldBy(check, vendor);
    const refused = await vendor.merchant.api.createWithdrawal({
      path: { acct: vendor.acct },
      headers: { "Idempotency-Key": freshKey(), ...reserved(check) },
    });
    check.expect(refused).toAnswer(400);
    await expectHeld(check, vendor, before, "after a withdrawal with the reserved header");
    await givenWithdrawal(check, vendor);
  }),

  /** Sends writes that name no vendor, with and without the header. */
  rule("connect-guards/service-account-with-live-key-writes-nothing", async (check) => {
    check.require("control.createMerchant");
    const merchant = await check.ownMerchant({ connectMode: "marketplace" });
    const key = await givenLiveActivation(check, merchant);
    const api = check.as(key);
    const json = { cadence: "daily" };
    check.succeeded(await api.replacePayoutSchedule({ json }));
    const headers = reserved(check);
    check.expect(await api.replacePayoutSchedule({ json: { cadence: "weekly" }, headers })).toAnswer(400);
    const read = check.succeeded(await api.retrievePayoutSchedule());
    check.expect.field("cadence", read.field("cadence"), read).toBe("daily");
    check.expect((await sendCreation(check, merchant, { key, headers })).answer).toAnswer(400);
    check.succeeded((await sendCreation(check, merchant, { key })).answer);
  }),

  /** Sends every read without parameters, with and without the header. */
  rule("connect-guards/service-account-with-live-key", async (check) => {
    check.require("key.live");
    const own = check.has("control.createMerchant");
    const { liveKey } = await (own ? check.ownMerchant({ connectMode: "marketplace" }) : check.merchant());
    if (liveKey === null) throw new NeedMissing("key.live");
    const api = check.as(liveKey);
    const odd = readings({ api }, { headers: reserved(check) });
    for (const [at, plain] of readings({ api }, { headers: {} }).entries()) {
      check.succeeded(await plain());
      const answer = await odd[at]?.();
      if (answer !== undefined) check.expect(answer).toAnswer(400);
    }
  }),
];

/** Sends the same request with and without the header. If the request changes nothing, also with an empty one (`service-account-empty`). */
function refusesHeader(id: RuleId, name: OperationName): RuleCheck {
  return rule(id, scheduleOf(name), async (check) => {
    const send = await prepared(check, name);
    for (const value of ["partner-1", (await check.merchant()).accountId]) {
      const answer = await send({ headers: reserved(check, value) });
      if (answer.status === 422 && mayFail(check, name))
        throw new Inconclusive(`another refusal was returned first: ${answer.summary}`);
      check.expect(answer).toAnswer(400);
    }
    await withAnyContent(name, {
      attempt: send,
      oddity: { headers: reserved(check) },
      status: 400,
      judge: (answer) => check.expect(answer).toAnswer(400),
    });
    // An answer that is kept for the key of a request must not be given first.
    const key = REQUESTS[name].keyed === true ? { "Idempotency-Key": freshKey() } : null;
    const counterpart = await send(key === null ? {} : { headers: key });
    if (counterpart.succeeded && key !== null)
      check.expect(await send({ headers: { ...key, ...reserved(check) } })).toAnswer(400);
    if (!mayFail(check, name)) check.succeeded(counterpart);
    else if (counterpart.status === 400)
      throw new Inconclusive(`the request is also refused without the header: ${counterpart.summary}`);
    if (contractOperations.get(name)?.method !== "GET") return;
    const empty = await send({ headers: reserved(check, "") });
    check.expect(empty).toAnswer(400, counterpart.status);
    check.observe("service-account-empty", empty.status === 400 ? "refused" : "as without it");
  });
}

/** The reserved header under the provider's name, because the document has only a neutral one (§5.9). */
function reserved(check: Check, value = "partner-1"): Record<string, string> {
  check.require(`field.${HEADER_FIELD}`);
  return { [check.profile.fields[HEADER_FIELD] ?? ""]: value };
}

function headerValues(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom("1", "true", "acct_0000000000"),
    fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/),
  );
}

type Parts = { headers: Record<string, string>; authorization?: string };

/** The reads without parameters. */
function readings({ api }: Pick<Check, "api">, parts: Parts): readonly (() => Promise<Answer>)[] {
  return [
    () => api.retrieveActivation(parts),
    () => api.retrievePayoutSchedule(parts),
    () => api.retrieveOverview(parts),
    () => api.listAccounts(parts),
  ];
}

/** The message of a refusal, and its location, which is open. */
function messageIn(answer: Answer): { readonly text: unknown; readonly location: string } | null {
  const body = answer.body as { message?: unknown; error?: unknown; errors?: unknown };
  if (body.message !== undefined) return { text: body.message, location: "message" };
  if (body.error !== undefined) {
    const inner = body.error as { message?: unknown } | string | null;
    return { text: typeof inner === "object" ? inner?.message : inner, location: "error" };
  }
  const first = Array.isArray(body.errors)
    ? (body.errors[0] as { message?: unknown } | undefined)
    : undefined;
  if (first?.message !== undefined) return { text: first.message, location: "an entry of errors" };
  const other = Object.entries(answer.body as object).find(
    ([name, value]) => name !== "code" && typeof value === "string" && value.trim() !== "",
  );
  return other === undefined ? null : { text: other[1] as unknown, location: other[0] };
}
