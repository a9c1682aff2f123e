import { type Check, rule } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { endInFlightWithdrawals } from "../fixtures/in-flight-withdrawals.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { expectConflictEnds, meetsConflicts } from "../expect/held-requests.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { givenFunds } from "../fixtures/funds.ts";
import { givenWithdrawal } from "../fixtures/money-movements.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { expectHeld, heldBy } from "../fixtures/wallets.ts";
import { givenReady, heldWithdrawal, send } from "../fixtures/withdrawals.ts";

/** The number of other keys between a withdrawal and its repetition. */
const OTHERS = 11;

/**
 * A key withdraws at most once, regardless of its first answer (§7.6). To detect a second withdrawal, the checks add funds after control
 * has completed the first one. These funds must still be there afterwards.
 */
export default [
  /** Causes conflicts while control holds the first request, then repeats it. */
  rule("withdrawals/conflict-withdraws-once", async (check) => {
    const { vendor, first } = await givenConflict(check);
    check.succeeded(await first.release());
    await staysWithNewFunds(check, vendor, first.repeat);
  }),

  /** Repeats the request after it has been answered. */
  rule("withdrawals/key-in-progress-ends", async (check) => {
    const { first } = await givenConflict(check);
    await expectConflictEnds(check, first);
  }),

  /** Sends a body that is refused, then a valid one several times with the same key. */
  rule("withdrawals/key-after-refusal-withdraws-once", async (check) => {
    check.require("control.settleWithdrawal");
    const vendor = await givenReady(check);
    const key = freshKey();
    check.expect(await send(vendor, { key, json: { amount: 1 } })).toAnswer(422);
    await withdrawsOnce(check, vendor, key);
  }),

  /** Sends a request that is refused during the outage, then repeats it several times. */
  rule("withdrawals/key-after-outage-withdraws-once", { alone: true }, async (check) => {
    check.require("control.settleWithdrawal");
    const vendor = await givenReady(check);
    const key = freshKey();
    const end = await outage(check, vendor, "upstream");
    const refused = await send(vendor, { key });
    if (refused.status < 500) throw new Inconclusive("the outage stopped no withdrawal");
    await end();
    await withdrawsOnce(check, vendor, key);
  }),

  /** Compares the balances before and after withdrawals during outages. A withdrawal after them succeeds. */
  rule("withdrawals/outage-moves-no-money", { alone: true }, async (check) => {
    let stopped = 0;
    for (const service of ["sso", "upstream"]) {
      const vendor = await givenReady(check);
      const before = await heldBy(check, vendor);
      const end = await outage(check, vendor, service);
      const refused = await send(vendor);
      await end();
      if (refused.status < 500) continue;
      stopped += 1;
      await expectHeld(check, vendor, before, `after a withdrawal that the outage of ${service} stopped`);
      await givenWithdrawal(check, vendor);
    }
    if (stopped === 0) throw new Inconclusive("no outage stopped a withdrawal");
  }),

  /** Repeats the first key after eleven other withdrawals. */
  rule("withdrawals/key-outlasts-others", async (check) => {
    check.require("control.settleWithdrawal");
    const vendor = await givenReady(check);
    const { key } = await givenWithdrawal(check, vendor);
    for (let made = 0; made < OTHERS; made += 1) {
      await endInFlightWithdrawals(check, vendor);
      await givenFunds(check, vendor);
      await givenWithdrawal(check, vendor);
    }
    await staysWithNewFunds(check, vendor, () => send(vendor, { key }));
  }),
];

/** A held withdrawal that has already caused conflicts. */
async function givenConflict(check: Check) {
  check.require("control.settleWithdrawal");
  const vendor = await givenReady(check);
  const first = await heldWithdrawal(check, vendor);
  const before = await heldBy(check, vendor);
  await meetsConflicts(first);
  await expectHeld(check, vendor, before, "after conflicts while the first request was held");
  return { vendor, first };
}

/**
 * Repeats a request whose key was refused once, which withdraws at most once. The document does not say whether the repetition is refused.
 */
async function withdrawsOnce(check: Check, vendor: Vendor, key: string): Promise<void> {
  const then = await send(vendor, { key });
  check.observe("idempotency-key-after-refusal", `withdrawal: ${then.status}`);
  if (!then.succeeded) return;
  await staysWithNewFunds(check, vendor, () => send(vendor, { key }));
}

/** Adds funds and repeats the key of an earlier withdrawal. The funds must not change. */
async function staysWithNewFunds(check: Check, vendor: Vendor, repeat: () => Promise<Answer>): Promise<void> {
  await endInFlightWithdrawals(check, vendor);
  await givenFunds(check, vendor);
  const before = await heldBy(check, vendor);
  if (before.available === 0)
    throw new Inconclusive("the vendor has no available funds that a second withdrawal could take");
  for (const _time of [1, 2, 3]) await repeat();
  await endInFlightWithdrawals(check, vendor);
  await expectHeld(check, vendor, before, "after repetitions of an earlier withdrawal");
}
