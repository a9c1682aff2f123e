import { type Answer, type Check, Inconclusive, type Merchant, NeedMissing, rule, textOf } from "../kit.ts";
import {
  creationsElsewhere,
  givenCreation,
  quietMinute,
  sendCreation,
  settledCreations,
} from "../fixtures/vendor-creations.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { codeOf, sendWithdrawal } from "../fixtures/money-movements.ts";
import { asPrecondition } from "../fixtures/reading.ts";
import { MINUTE } from "../fixtures/times.ts";
import { givenMarketplace } from "../fixtures/marketplaces.ts";
import {
  addedByThisRun,
  allListed,
  everyEntry,
  everyId,
  type Listed,
  vendorsSoFar,
} from "../fixtures/vendor-lists.ts";

/** The documented limit per minute (§8). */
const LIMIT = 20;
/** More than any limit of 20 per minute admits in a minute: fixed windows may admit 40 around their boundary, and so may a token bucket. */
const BURST = 45;
/** The size of later bursts; the time between two bursts in different windows, ms; the time between bursts of one minute, ms. */
const FURTHER = 25;
const APART_MS = 90_000;
const WITHIN_MS = 21_000;

/** These checks use up the limit for all other creations, and may wait for a quiet minute. */
const options = { last: true, provokesRateLimit: true, deadlineMs: 300_000 };

interface Burst {
  readonly merchant: Merchant;
  readonly answers: readonly Answer[];
  /** From the first request to the last answer, ms. */
  readonly tookMs: number;
  /** The vendors that were listed only afterwards, or the reason why the list could not be read. */
  readonly added: readonly Listed[] | Inconclusive;
}

/** The only documented rate limit (§8). */
export default [
  /** Sends a burst that exceeds any window. */
  rule("vendors/burst-refused", { ...options, serves: ["connect-guards"] }, async (check) => {
    const { answers, tookMs } = await givenBurst(check);
    const statuses = answers.map(({ status }) => status);
    const admitted = answers.filter((answer) => answer.succeeded).length;
    if (!statuses.includes(429) && tookMs >= MINUTE)
      throw new Inconclusive(`${BURST} creations took ${Math.round(tookMs / 1000)} s, more than a minute`);
    check.expect
      .that(`the statuses of ${BURST} concurrent creations`, [...new Set(statuses)], answers.at(-1))
      .toSatisfy("429 among them", () => statuses.includes(429));
    check.observe("rate-window", `${admitted} of ${BURST} admitted at the same time`);
    const refused = answers.find(({ status }) => status === 429);
    check.observe(
      "rate-retry-after",
      refused?.headers("retry-after")[0] === undefined ? "nothing" : "Retry-After",
    );
    if (check.has("control.createMerchant") && check.has("control.moveWallClock"))
      await burstsByClock(check, await givenMarketplace(check));
  }),

  /** The list must grow by exactly the accepted creations. */
  rule("vendors/refused-burst-creates-nothing", options, async (check) => {
    const { merchant, answers, added } = await givenBurst(check);
    if (added instanceof Inconclusive) throw added;
    const granted = answers.filter((answer) => answer.succeeded).map(idOf);
    const inOrder = (ids: readonly unknown[]): readonly string[] => ids.map(textOf).sort();
    const own = addedByThisRun(check, merchant, { list: added, known: granted });
    const created = inOrder(own.map(({ id }) => id));
    check.expect.that("the vendors that were created", created).toBe(inOrder(granted));
  }),

  /** Uses other routes right after a burst that was partly refused. */
  rule("vendors/burst-stops-creations-alone", options, async (check) => {
    check.require("control.createMerchant");
    const merchant = await givenMarketplace(check);
    const { acct } = await givenCreation(check, merchant);
    const answers = await burst(check, merchant);
    if (!answers.some(({ status }) => status === 429))
      throw new Inconclusive("no creation of the burst was refused");
    const { api } = merchant;
    const { amount } = check.profile.ordinary;
    const others: (() => Promise<Answer>)[] = [
      () => api.listAccounts(),
      () => api.retrieveActivation(),
      () => api.retrievePayoutSchedule(),
      () => api.retrieveAccount({ path: { acct } }),
      () => api.createAllocation({ body: { destination: acct, amount } }),
      () => api.listAccountTransactions({ path: { acct } }),
      () => api.retrieveAccountCompliance({ path: { acct } }),
      () => api.retrieveOverview(),
      () => sendWithdrawal({ acct, merchant }),
    ];
    const link = { inputs: { acct }, key: merchant.testKey };
    if (check.ports.bound("createOnboardingLink"))
      others.push(async () => (await check.ports.call("createOnboardingLink", link)).answer);
    for (const send of others) {
      const answer = await send();
      check.expect
        .that(`the status of ${answer.what} after a refused burst`, answer.status, answer)
        .toDifferFrom(429);
    }
  }),

  /**
   * After a minute without creations, creates twenty vendors one after the other. Requests before the run and other clients' requests may
   * count too, so a refusal is a violation only after a minute that is known to have been quiet.
   */
  rule("vendors/twenty-a-minute-admitted", options, async (check) => {
    const merchant = await givenMarketplace(check);
    if (!merchant.own) await settledCreations(check, merchant);
    const before = merchant.own ? null : await idsIfListed(check, merchant);
    const first = await refusedOfTwenty(check, merchant);
    if (first === null) return;
    const judge = (refused: Refused): void => {
      check.expect
        .that(`the status of creation ${refused.number} in a quiet minute`, 429, refused.answer)
        .toDifferFrom(429);
    };
    if (merchant.own && check.has("control.moveWallClock")) {
      await minuteByClock(check, merchant);
      const refused = await refusedOfTwenty(check, merchant);
      if (refused === null) return;
      // A limit that is shared by all merchants does not use this merchant's clock.
      if (await isCountedApart(check, merchant)) judge(refused);
    }
    const quietly = async (): Promise<Refused | null> => {
      await quietMinute(check);
      const since = performance.now();
      const refused = await refusedOfTwenty(check, merchant);
      if (refused !== null && creationsElsewhere(check, merchant, since) > 0)
        throw new Inconclusive("other creations of this run were sent within the minute");
      return refused;
    };
    const refused = await quietly();
    if (refused === null) return;
    if (!merchant.own) {
      // Other clients' refused requests may count and are not listed, but they rarely leave exactly the same number twice.
      const again = await quietly();
      if (again === null) return;
      const known = [...(before ?? []), ...first.granted, ...refused.granted, ...again.granted];
      const after = before === null ? null : await idsIfListed(check, merchant);
      if (after === null || after.some((id) => !known.includes(id)) || again.number !== refused.number)
        throw new Inconclusive("another client of this merchant may have created vendors meanwhile");
    }
    judge(refused);
  }),

  /**
   * Sends a burst, advances the clock by a minute, then creates one vendor. If that is refused, another merchant's creation is tried after
   * a real minute, because the limit may use a clock that control does not move.
   */
  rule("vendors/minute-restores-the-rate", options, async (check) => {
    check.require("control.createMerchant");
    const merchant = await givenMarketplace(check);
    await givenExhausted(check, merchant);
    // A refused creation had no effect, so its key can be used again.
    const request = { hasty: true, idempotencyKey: freshKey(), inputs: { name: check.name("vendor") } };
    const refused = await sendCreation(check, merchant, request);
    await minuteByClock(check, merchant);
    const isRefused = refused.answer.status === 429;
    let { answer } = await sendCreation(check, merchant, isRefused ? request : { hasty: true });
    check.expect.field("code", codeOf(answer), answer).toDifferFrom("E_DUPLICATE_OPERATION");
    // A key may be answered as it was the first time (`idempotency-key-after-refusal`).
    if (answer.status === 429 && isRefused)
      ({ answer } = await sendCreation(check, merchant, { hasty: true }));
    if (answer.status === 429) {
      if (!(await isCountedApart(check, merchant)))
        throw new Inconclusive(
          "the limit is not counted per merchant, so one merchant's clock does not reset it",
        );
      const other = await givenMarketplace(check);
      await givenExhausted(check, other);
      await quietMinute(check);
      ({ answer } = await sendCreation(check, other, { hasty: true }));
    }
    if (answer.status !== 429) check.succeeded(answer);
    check.expect.that("the status of a creation a minute later", answer.status, answer).toDifferFrom(429);
  }),
];

/** How often another merchant's creations alternate with those of a refused merchant. */
const ROUNDS = 3;

/** Whether the limit is counted per merchant: another merchant's creations are accepted while this one's are refused. */
async function isCountedApart(check: Check, merchant: Merchant): Promise<boolean> {
  const other = await givenMarketplace(check);
  if (other.testKey === merchant.testKey) return false;
  for (let round = 0; round < ROUNDS; round += 1) {
    const granted = (await sendCreation(check, other, { hasty: true })).answer;
    const refused = (await sendCreation(check, merchant, { hasty: true })).answer;
    if (!granted.succeeded || refused.status !== 429) return false;
  }
  return true;
}

/** Creates vendors until the limit refuses one. @throws Inconclusive if none is refused */
async function givenExhausted(check: Check, merchant: Merchant): Promise<void> {
  await givenCreation(check, merchant, { hasty: true });
  const answers = await burst(check, merchant);
  if (!answers.some(({ status }) => status === 429))
    throw new Inconclusive("no creation of the burst was refused, so there is no limit to reset");
}

/**
 * Sends bursts at times that the clock sets. At most one of two bursts 90 s apart can contain a boundary of fixed windows; the other one is
 * admitted at most 20, plus what a token bucket refills meanwhile. Three bursts within a minute contain at most one boundary.
 */
async function burstsByClock(check: Check, merchant: Merchant): Promise<void> {
  await givenCreation(check, merchant, { hasty: true });
  const move = (byMs: number): Promise<unknown> =>
    check.control.call("moveWallClock", { path: { accountId: merchant.accountId }, json: { byMs } });
  const start = performance.now();
  const admitted: number[] = [];
  const above: number[] = [];
  // The creation above is not within a minute of any burst.
  for (const waitMs of [APART_MS, APART_MS, WITHIN_MS, WITHIN_MS]) {
    await move(waitMs);
    const begun = performance.now();
    const answers = await burst(check, merchant, FURTHER);
    const count = answers.filter((answer) => answer.succeeded).length;
    admitted.push(count);
    above.push(count - Math.floor(((performance.now() - begun) * LIMIT) / MINUTE));
  }
  const tookMs = performance.now() - start;
  const [one = 0, two = 0, ...rest] = admitted;
  check.expect
    .that("the creations admitted in two bursts 90 s apart", [one, two])
    .toSatisfy(
      `at most ${LIMIT} in one of them, plus what a token bucket refills meanwhile`,
      () => Math.min(...above.slice(0, 2)) <= LIMIT,
    );
  if (2 * WITHIN_MS + tookMs >= MINUTE) return;
  check.expect
    .that("the creations admitted in three bursts within a minute", [two, ...rest])
    .toSatisfy(`at most ${2 * LIMIT}`, (counts) => sumOf(counts as number[]) <= 2 * LIMIT);
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

interface Refused {
  readonly number: number;
  readonly answer: Answer;
  /** The vendors of the accepted creations before it. */
  readonly granted: readonly string[];
}

/** The first of twenty creations that the limit refuses, and its number; null if none is refused. */
async function refusedOfTwenty(check: Check, merchant: Merchant): Promise<Refused | null> {
  const granted: string[] = [];
  const { api } = merchant;
  // No other route counts, however often it is used.
  for (const read of [api.retrieveActivation, api.retrieveOverview]) await ifPossible<Answer>(read);
  for (let reads = 0; reads < (merchant.own ? LIMIT : 1); reads += 1) await api.listAccounts();
  for (let number = 1; number <= LIMIT; number += 1) {
    const [acct] = granted;
    if (number === 2 && acct !== undefined) await api.retrieveAccount({ path: { acct } });
    const { answer } = await sendCreation(check, merchant, { hasty: true });
    if (answer.status === 429) return { number, answer, granted };
    granted.push(idOf(check.succeeded(answer)));
  }
  return null;
}

/** The vendors of a merchant; null if the profile does not name the parameter for the cursor. */
async function idsIfListed(check: Check, merchant: Merchant): Promise<readonly string[] | null> {
  try {
    return await everyId(check, merchant);
  } catch (error) {
    if (error instanceof NeedMissing) return null;
    throw error;
  }
}

async function minuteByClock(check: Check, { accountId }: Merchant): Promise<void> {
  await check.control.call("moveWallClock", { path: { accountId }, json: { byMs: MINUTE + 1_000 } });
}

/** All rules share one burst. */
function givenBurst(check: Check): Promise<Burst> {
  return check.once("vendors/burst", async (maker) => {
    const merchant = await givenMarketplace(maker);
    // A valid creation must succeed first.
    await givenCreation(maker, merchant, { hasty: true });
    const before = new Set(await vendorsSoFar(maker, merchant));
    const start = performance.now();
    const answers = await burst(maker, merchant);
    const tookMs = performance.now() - start;
    const granted = answers.filter((answer) => answer.succeeded).map(idOf);
    return { merchant, answers, tookMs, added: await addedTo(maker, merchant, { before, granted }) };
  });
}

/** The vendors that the list shows afterwards and did not show before, once it shows the accepted ones. */
async function addedTo(
  check: Check,
  merchant: Merchant,
  { before, granted }: { readonly before: ReadonlySet<string>; readonly granted: readonly string[] },
): Promise<Burst["added"]> {
  try {
    await asPrecondition(() => allListed(check, merchant, granted));
    return (await everyEntry(check, merchant)).filter(({ id }) => !before.has(textOf(id)));
  } catch (error) {
    if (error instanceof Inconclusive) return error;
    throw error;
  }
}

async function burst(check: Check, merchant: Merchant, size = BURST): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < size) {
    const wave = Array.from({ length: Math.min(9, size - answers.length) }, () =>
      sendCreation(check, merchant, { hasty: true }),
    );
    answers.push(...(await Promise.all(wave)).map(({ answer }) => answer));
  }
  return answers;
}

function idOf(answer: Answer): string {
  return textOf((answer.body as { id?: unknown }).id);
}
