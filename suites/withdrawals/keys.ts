import { isDeepStrictEqual } from "node:util";
import { type Check, type RuleCheck, rule } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { endInFlightWithdrawals } from "../fixtures/in-flight-withdrawals.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { expectConflict } from "../expect/held-requests.ts";
import { freshKey, keyOfLength } from "../fixtures/idempotency-keys.ts";
import { givenFunds, advanceTimeBy } from "../fixtures/funds.ts";
import { codeOf, givenWithdrawal } from "../fixtures/money-movements.ts";
import { expectUnspent, givenTwoMarketplaces, repeatedAfterOutages } from "../fixtures/vendor-conditions.ts";
import { identityOf, namedIdOf } from "../expect/observed.ts";
import { HOUR, MINUTE } from "../fixtures/times.ts";
import { expectHeld, heldBy, showsBalances } from "../fixtures/wallets.ts";
import { observing } from "../expect/observing.ts";
import { soon } from "../expect/reading.ts";
import { withCounterpart, expectAnyRefusal, expectSpentElsewhere, isRefusal } from "../expect/refusals.ts";
import { body, fields, keys as observedKeys } from "./observations.ts";
import { givenInFlight, givenReady, heldWithdrawal, send, sentWhenFree } from "../fixtures/withdrawals.ts";

/** The effect of an idempotency key on withdrawals (§4.7, §7.4, §7.6, §8). */
export default [
  refusesKey("withdrawals/key-required", () => null),
  refusesKey("withdrawals/key-of-256-refused", (check) => keyOfLength(check, 256)),

  observing(
    rule("withdrawals/key-of-255-accepted", async (check) => {
      const vendor = await givenReady(check);
      const key = keyOfLength(check, 255);
      const answer = await sentWhenFree(check, vendor, () => send(vendor, { key }));
      // Any other reason to refuse it also applies to a withdrawal with an ordinary key.
      if (!answer.succeeded) check.succeeded(await send(vendor, { key: freshKey() }));
      check.expect(answer).toAnswer(201);
    }),
    observedKeys,
    body,
    fields,
  ),

  /** Withdraws again with similar keys (one differs only in casing) once nothing is left. No answer may be that of the first withdrawal. */
  rule("withdrawals/distinct-keys-are-distinct", async (check) => {
    const vendor = await givenReady(check);
    const key = keyOfLength(check, 200);
    const first = check.succeeded(await sentWhenFree(check, vendor, () => send(vendor, { key: `${key}y` })));
    for (const last of ["z", "Y"]) {
      const other = await send(vendor, { key: `${key}${last}` });
      check.expect.field("code", codeOf(other), other).toDifferFrom("E_DUPLICATE_OPERATION");
      if (other.succeeded) requireIdentity(first);
      check.expect
        .that("the answer to another key", other.body, other)
        .toSatisfy("not the first withdrawal", (body) => !isDeepStrictEqual(body, first.body));
    }
  }),

  /** Repeats the request twice. */
  rule("withdrawals/replay-status", async (check) => {
    const { vendor, key } = await givenSpent(check);
    for (const _time of [1, 2]) check.expect(await send(vendor, { key })).toAnswer(201);
  }),

  /**
   * Compares the ids of the withdrawals, wherever they are in the answer. If control completes the first one, repeats it again after
   * another withdrawal.
   */
  rule("withdrawals/replay-is-the-original", async (check) => {
    const { vendor, key, answer } = await givenSpent(check);
    for (const _time of [1, 2]) expectOriginal(check, await send(vendor, { key }), answer);
    if (!check.has("control.settleWithdrawal")) return;
    const earlier = await givenInFlight(check);
    await endInFlightWithdrawals(check, earlier.vendor);
    await givenWithdrawal(check, earlier.vendor);
    expectOriginal(check, await send(earlier.vendor, { key: earlier.key }), earlier.answer);
  }),

  /** Adds available funds, then repeats the request. */
  rule("withdrawals/replay-after-maturity-moves-nothing", async (check) => {
    const { vendor, key } = await givenSpent(check);
    // Once the first withdrawal has completed, only the key prevents a second one.
    if (check.has("control.settleWithdrawal")) await endInFlightWithdrawals(check, vendor);
    await givenFunds(check, vendor);
    await staysUntouched(check, vendor, () => send(vendor, { key }));
  }),

  /** Repeats the request a minute before 24 hours have passed. */
  rule("withdrawals/replay-within-24-hours", async (check) => {
    const { vendor, key, answer } = await givenSpent(check);
    await advanceTimeBy(check, vendor, 24 * HOUR - MINUTE);
    const again = await send(vendor, { key });
    check.expect(again).toAnswer(201);
    expectOriginal(check, again, answer);
  }),

  /** Repeats the request a minute after 24 hours. A repetition in between must not extend the period. */
  rule("withdrawals/replay-after-24-hours-refused", async (check) => {
    const { vendor, key } = await givenSpent(check);
    await advanceTimeBy(check, vendor, 12 * HOUR);
    await send(vendor, { key });
    await advanceTimeBy(check, vendor, 12 * HOUR + MINUTE);
    check.expect(await send(vendor, { key })).toRefuse({ status: 409, code: "E_DUPLICATE_OPERATION" });
  }),

  /** Adds available funds, then repeats the request after a day and after a month. */
  rule("withdrawals/replay-after-24-hours-moves-nothing", async (check) => {
    const { vendor, key } = await givenSpent(check);
    // A withdrawal may debit its funds when it completes.
    if (check.has("control.settleWithdrawal")) await endInFlightWithdrawals(check, vendor);
    await givenFunds(check, vendor);
    for (const hours of [24, 30 * 24]) {
      await advanceTimeBy(check, vendor, hours * HOUR + MINUTE);
      await staysUntouched(check, vendor, () => send(vendor, { key }));
    }
  }),

  /**
   * Requests are refused for the body and, if control completes the first withdrawal, for the empty balance. Then a valid request has the
   * same key.
   */
  rule("withdrawals/refused-request-spends-no-key", async (check) => {
    const vendor = await givenReady(check);
    const key = freshKey();
    const refused = await sentWhenFree(check, vendor, () => send(vendor, { key, json: { amount: 1 } }));
    if (refused.status !== 422) check.succeeded(await send(vendor, { key: freshKey() }));
    check.expect(refused).toAnswer(422);
    const then = await send(vendor, { key });
    check.observe("idempotency-key-after-refusal", `withdrawal: ${then.status}`);
    expectUnspent(check, then);
    // A target that stores the refused request may repeat the refusal, or report that the body differs.
    expectAnyRefusal(check, then);
    if (!then.succeeded || !check.has("control.settleWithdrawal")) return;
    await endInFlightWithdrawals(check, vendor);
    const other = freshKey();
    if (!isRefusal(await send(vendor, { key: other }))) return;
    await givenFunds(check, vendor);
    const funded = await send(vendor, { key: other });
    expectUnspent(check, funded);
    expectAnyRefusal(check, funded);
  }),

  /** A request is refused during an outage and repeated after it. */
  rule("withdrawals/outage-spends-no-key", { alone: true }, async (check) => {
    const repeated = await repeatedAfterOutages(check, ["sso", "upstream"], async () => {
      const vendor = await givenReady(check);
      const key = freshKey();
      return { vendor, send: () => send(vendor, { key }) };
    });
    for (const answer of repeated) expectUnspent(check, answer);
  }),

  /** Two merchants use the same key, each for its own vendor. */
  rule("withdrawals/key-belongs-to-its-merchant", async (check) => {
    const [here, there] = await givenTwoMarketplaces(check, { withdrawable: true });
    await givenFunds(check, here);
    await givenFunds(check, there);
    const { key, answer } = await givenWithdrawal(check, here);
    const other = await sentWhenFree(check, there, () => send(there, { key }));
    check.observe("idempotency-key-scope", `withdrawals: ${other.status}`);
    if (!other.succeeded) {
      await expectSpentElsewhere(check, other, () => sentWhenFree(check, there, () => send(there)));
      return;
    }
    const [first, second] = [identityOf(answer), identityOf(other)];
    // The answers for two payouts to one phone may be identical.
    if (namedIdOf(answer) === null && isDeepStrictEqual(first, second)) {
      if (!showsBalances(check)) throw new Inconclusive("the answers do not distinguish the two withdrawals");
      const { available } = await soon(check, {
        read: () => heldBy(check, there),
        holds: (held) => held.available === 0,
      });
      // It may be in flight and debit later, or have failed; both merchants' withdrawals do the same.
      if (available === 0 || (await endsInFlight(check, there))) return;
      if (!(await endsInFlight(check, here)))
        throw new Inconclusive("the withdrawal debited nothing and is not in flight, so it may have failed");
      check.expect.that("the available funds after its own withdrawal", available, other).toBe(0);
      return;
    }
    check.expect
      .that("the identifiers of the other merchant's withdrawal", second, other)
      .toDifferFrom(first);
  }),

  /** Control holds the first request. */
  rule("withdrawals/key-in-progress-refused", async (check) => {
    await expectConflict(check, await heldWithdrawal(check, await givenReady(check)));
  }),
];

/** Whether control completes a withdrawal of the vendor that is in flight. */
async function endsInFlight(check: Check, vendor: Vendor): Promise<boolean> {
  return check.has("control.settleWithdrawal") && (await endInFlightWithdrawals(check, vendor)) > 0;
}

/** The same withdrawal with a valid key succeeds. */
function refusesKey(id: RuleId, keyFor: (check: Check) => string | null): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenReady(check);
    const refused = await sentWhenFree(check, vendor, () => send(vendor, { key: keyFor(check) }));
    await withCounterpart(
      check,
      refused,
      () => check.expect(refused).toRefuse({ status: 422, field: "Idempotency-Key" }),
      () => send(vendor),
    );
    await givenWithdrawal(check, vendor);
  });
}

/** A successful withdrawal, with its key. */
async function givenSpent(check: Check): Promise<{ vendor: Vendor; key: string; answer: Answer }> {
  const vendor = await givenReady(check);
  return { vendor, ...(await givenWithdrawal(check, vendor)) };
}

function expectOriginal(check: Check, again: Answer, original: Answer): void {
  if (!again.succeeded) throw new Inconclusive(`the repetition was refused: ${again.summary}`);
  if (!isDeepStrictEqual(again.body, original.body)) {
    const identity = requireIdentity(original);
    check.expect
      .that("the identifiers of the withdrawal", identityOf(again), again)
      .toSatisfy(`${JSON.stringify(identity)}, at least in part`, (observed) =>
        identity.some((text) => (observed as readonly string[]).includes(text)),
      );
  }
  const same = Buffer.from(again.bytes).equals(Buffer.from(original.bytes));
  check.observe("withdrawal-replay-body", same ? "the same bytes" : "other bytes");
}

/** @throws Inconclusive if no field of the withdrawal identifies it, as the document shows none */
function requireIdentity(answer: Answer): readonly string[] {
  const identity = identityOf(answer);
  if (identity.length === 0) throw new Inconclusive("nothing in the answer identifies the withdrawal");
  return identity;
}

async function staysUntouched(check: Check, vendor: Vendor, repeat: () => Promise<Answer>): Promise<void> {
  const before = await heldBy(check, vendor);
  if (before.available === 0)
    throw new Inconclusive("the vendor has no available funds that a second withdrawal could take");
  await repeat();
  await expectHeld(check, vendor, before, "after the repetition");
}
