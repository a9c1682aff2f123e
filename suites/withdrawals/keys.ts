import { isDeepStrictEqual } from "node:util";
import { type Answer, type Check, Inconclusive, rule, type SuccessBody } from "../kit.ts";
import { identityOf, namedIdOf, withdrawnAmount } from "../expect/observed.ts";
import { observing } from "../expect/observing.ts";
import { soon } from "../fixtures/reading.ts";
import { advanceTimeBy, givenFunds } from "../fixtures/funds.ts";
import { freshKey, keyOfLength } from "../fixtures/idempotency-keys.ts";
import { endInFlightWithdrawals } from "../fixtures/in-flight-withdrawals.ts";
import { codeOf, givenWithdrawal } from "../fixtures/money-movements.ts";
import { HOUR, MINUTE } from "../fixtures/times.ts";
import { givenTwoMarketplaces } from "../fixtures/vendor-conditions.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { heldBy, showsBalances } from "../fixtures/wallets.ts";
import { expectHeld } from "../expect/balances.ts";
import { givenInFlight, givenReady, send, sentWhenFree } from "../fixtures/withdrawals.ts";
import { type Keyed, type KeyedOperation, keyRules } from "../keys.ts";
import { body, fields, keys as observedKeys } from "./observations.ts";

type Body = SuccessBody<"createWithdrawal">;

const withdrawals: KeyedOperation<Body> = {
  area: "withdrawals",
  operation: "createWithdrawal",
  what: "withdrawal",
  once: "withdraws-once",
  names: { "key-repeated-{once}": "replay-after-maturity-moves-nothing" },
  outages: ["sso", "upstream"],
  prepare: async (check) => keyedFrom(check, await givenReady(check)),
  prepareTwo: async (check) => {
    const [here, there] = await givenTwoMarketplaces(check, { withdrawable: true });
    await givenFunds(check, here);
    await givenFunds(check, there);
    return {
      here: keyedFrom(check, here),
      there: keyedFrom(check, there),
      expectOwn: (answer, first) => expectOwn(check, { here, there, answer, first }),
    };
  },
  sendInvalid: async (check, key) => {
    const vendor = await givenReady(check);
    const sent = (withKey: string | null) =>
      sentWhenFree(check, vendor, () => send(vendor, { key: withKey }));
    return {
      refused: await sent(key === "absent" ? null : keyOfLength(check, 256)),
      counterpart: () => sent(freshKey()),
    };
  },
};

/** Withdrawals from one wallet. */
function keyedFrom(check: Check, vendor: Vendor): Keyed<Body> {
  const withdraw = (key: string) => send(vendor, { key });
  return {
    merchant: vendor.merchant,
    send: withdraw,
    sendFirst: (key) => sentWhenFree(check, vendor, () => withdraw(key)),
    sendAnother: async () => {
      await endInFlightWithdrawals(check, vendor);
      await givenFunds(check, vendor);
      return (await givenWithdrawal(check, vendor)).answer;
    },
    /** For the body and, if control completes the withdrawal in flight, for the empty balance. */
    refusals: () =>
      Promise.resolve([
        (key) => sentWhenFree(check, vendor, () => send(vendor, { key, json: { amount: 1 } })),
        ...(check.has("control.settleWithdrawal")
          ? [
              async (key: string) => {
                await endInFlightWithdrawals(check, vendor);
                const refused = await withdraw(key);
                await givenFunds(check, vendor);
                return refused;
              },
            ]
          : []),
      ]),
    /** Once a withdrawal has completed, only the key prevents another one, of the funds that this adds. */
    count: async () => {
      const held = await heldBy(check, vendor);
      return {
        expectNone: () => expectHeld(check, vendor, held, "while the first request is held"),
        expectOnly: async (answers, repeat) => {
          if (answers.length === 0) return;
          await givenNewFunds(check, vendor);
          await expectUntouched(check, vendor, async () => {
            for (const _time of [1, 2, 3]) await repeat();
            await endIfPossible(check, vendor);
          });
        },
      };
    },
  };
}

/** The effect of an idempotency key on withdrawals (§4.7, §7.4, §7.6, §8). */
export default [
  ...keyRules(withdrawals),

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
  observing(
    rule("withdrawals/replay-status", async (check) => {
      const { vendor, key } = await givenSpent(check);
      for (const _time of [1, 2]) check.expect(await send(vendor, { key })).toAnswer(201);
    }),
    observedKeys,
    body,
    fields,
  ),

  /**
   * Compares the ids of the withdrawals, wherever they are in the answer, and their amounts. If control ends the first one, either way, repeats it
   * then and after another withdrawal.
   */
  rule("withdrawals/replay-is-the-original", async (check) => {
    const { vendor, key, answer } = await givenSpent(check);
    for (const _time of [1, 2]) expectOriginal(check, await send(vendor, { key }), answer);
    if (!check.has("control.settleWithdrawal")) return;
    for (const outcome of ["succeeded", "failed"] as const) {
      const earlier = await givenInFlight(check);
      await endInFlightWithdrawals(check, earlier.vendor, outcome);
      expectOriginal(check, await send(earlier.vendor, { key: earlier.key }), earlier.answer);
      await givenWithdrawal(check, earlier.vendor);
      expectOriginal(check, await send(earlier.vendor, { key: earlier.key }), earlier.answer);
    }
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
    await givenNewFunds(check, vendor);
    for (const hours of [24, 30 * 24]) {
      await advanceTimeBy(check, vendor, hours * HOUR + MINUTE);
      await expectUntouched(check, vendor, () => send(vendor, { key }));
    }
  }),
];

/** Completes the withdrawals in flight, which may debit their funds only then, if control can. */
async function endIfPossible(check: Check, vendor: Vendor): Promise<void> {
  if (check.has("control.settleWithdrawal")) await endInFlightWithdrawals(check, vendor);
}

/** Adds available funds after a withdrawal. */
async function givenNewFunds(check: Check, vendor: Vendor): Promise<void> {
  await endIfPossible(check, vendor);
  await givenFunds(check, vendor);
}

/** Expects that repetitions withdraw nothing. */
async function expectUntouched(check: Check, vendor: Vendor, repeat: () => Promise<unknown>): Promise<void> {
  const before = await heldBy(check, vendor);
  if (before.available === 0)
    throw new Inconclusive("the vendor has no available funds that a second withdrawal could take");
  await repeat();
  await expectHeld(check, vendor, before, "after repetitions of an earlier withdrawal");
}

/** A successful withdrawal, with its key. */
async function givenSpent(check: Check): Promise<{ vendor: Vendor; key: string; answer: Answer }> {
  const vendor = await givenReady(check);
  return { vendor, ...(await givenWithdrawal(check, vendor)) };
}

/** Expects that a withdrawal under another merchant's key is not that merchant's. */
async function expectOwn(
  check: Check,
  given: {
    readonly here: Vendor;
    readonly there: Vendor;
    readonly answer: Answer;
    readonly first: Answer;
  },
): Promise<void> {
  const { here, there, answer, first } = given;
  const [own, foreign] = [identityOf(answer), identityOf(first)];
  // The answers for two payouts to one phone may be identical.
  if (namedIdOf(first) !== null || !isDeepStrictEqual(own, foreign)) {
    check.expect
      .that("the identifiers of the other merchant's withdrawal", own, answer)
      .toDifferFrom(foreign);
    return;
  }
  if (!showsBalances(check)) throw new Inconclusive("the answers do not distinguish the two withdrawals");
  const { available } = await soon(check, {
    read: () => heldBy(check, there),
    holds: (held) => held.available === 0,
  });
  // It may be in flight and debit later, or have failed; both merchants' withdrawals do the same.
  if (available === 0 || (await endsInFlight(check, there))) return;
  if (!(await endsInFlight(check, here)))
    throw new Inconclusive("the withdrawal debited nothing and is not in flight, so it may have failed");
  check.expect.that("the available funds after its own withdrawal", available, answer).toBe(0);
}

/** Whether control completes a withdrawal of the vendor that is in flight. */
async function endsInFlight(check: Check, vendor: Vendor): Promise<boolean> {
  return check.has("control.settleWithdrawal") && (await endInFlightWithdrawals(check, vendor)) > 0;
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
  check.expect
    .that("the amount of the withdrawal", withdrawnAmount(check, again), again)
    .toBe(withdrawnAmount(check, original));
  const same = Buffer.from(again.bytes).equals(Buffer.from(original.bytes));
  check.observe("withdrawal-replay-body", same ? "the same bytes" : "other bytes");
}

/** @throws Inconclusive if no field of the withdrawal identifies it, as the document shows none */
function requireIdentity(answer: Answer): readonly string[] {
  const identity = identityOf(answer);
  if (identity.length === 0) throw new Inconclusive("nothing in the answer identifies the withdrawal");
  return identity;
}
