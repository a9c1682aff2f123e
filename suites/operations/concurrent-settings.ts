import * as fc from "fast-check";
import { type Check, Inconclusive, type Merchant, rule, Violation } from "../kit.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { soon } from "../fixtures/reading.ts";
import { givenScheduler, inForce, post, type Stated, stated } from "../fixtures/payout-schedules.ts";
import { regenerate } from "../fixtures/secret-keys.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { cutting, expectSet, freed, record, unanswered } from "../scenarios/histories.ts";

/** Settings of an account that two requests change at the same time: one of them is the last (§2.7, §2.8, §4.6, §4.7, §5.3). */
export default [
  /** Replaces the schedule by two that differ in everything, while it is read. */
  rule("payout-schedule/concurrent-replacements-are-whole", { alone: true }, async (check) => {
    const merchant = await givenScheduler(check);
    const schedules = [
      { cadence: "daily", enabled: true },
      { cadence: "weekly", enabled: false },
    ] as const;
    const isOf = (there: Stated, known: readonly Stated[]): boolean =>
      known.some(({ cadence, enabled }) => there.cadence === cadence && there.enabled === enabled);
    const expectWhole = (what: string, there: Stated, known: readonly Stated[]): void => {
      check.expect
        .that(what, `${JSON.stringify(there)}`)
        .toSatisfy(`one of ${JSON.stringify(known)}`, () => isOf(there, known));
    };
    for (const order of [schedules, schedules.toReversed(), schedules]) {
      const before = stated(await inForce(check, merchant));
      const [first = schedules[0], second = schedules[1]] = order;
      const shown = await Promise.all([
        post(check, merchant, first),
        inForce(check, merchant),
        post(check, merchant, second),
        inForce(check, merchant),
        post(check, merchant, first),
      ]);
      for (const answer of shown)
        expectWhole("a schedule during its replacement", stated(answer), [before, ...schedules]);
      const after = await soon(check, {
        read: async () => stated(await inForce(check, merchant)),
        holds: (there) => isOf(there, schedules),
      });
      expectWhole("the schedule after two replacements at the same time", after, schedules);
    }
  }),

  /** The last request of each client asks for one schedule, the earlier ones for two others, and one that is cut for the fourth. */
  rule("payout-schedule/overlapping-replacements-have-an-order", { alone: true }, async (check) => {
    const merchant = await givenScheduler(check);
    const initial = JSON.stringify(stated(await inForce(check, merchant)));
    const every = (["daily", "weekly"] as const).flatMap((cadence) =>
      [true, false].map((enabled) => ({ cadence, enabled })),
    );
    const drawn = fc.sample(fc.shuffledSubarray(every, { minLength: 4 }), { seed: check.seed, numRuns: 1 });
    const [first, second, last, lost] = (drawn[0] ?? every).map((json) => ({
      operation: JSON.stringify(json),
      send: () => merchant.api.replacePayoutSchedule({ json }),
      cut: () => cutting(merchant).api.replacePayoutSchedule({ json }),
    }));
    if (first === undefined || second === undefined || last === undefined || lost === undefined) return;
    const clients = [
      [first, last],
      [second, last],
      [first, second, last],
      // On a shared account, a cut request could take effect after the schedule is restored.
      ...(merchant.own ? [[{ ...lost, send: lost.cut }]] : []),
    ];
    await expectSet(
      check,
      {
        initial,
        accepted: (_before, json) => json,
        inWords: (json) => json,
        requests: "overlapping replacements of the payout schedule",
      },
      await record(clients, (_json, answer) => answer),
      async () => JSON.stringify(stated(await inForce(check, merchant))),
    );
  }),

  /** Requests both modes of new merchants at the same time, then each again. */
  rule("activation/concurrent-activations-set-one-mode", async (check) => {
    const modes = ["marketplace", "platform"];
    for (const order of [modes, modes.toReversed()]) {
      const merchant = await check.ownMerchant({});
      const activate = (connectMode = "") =>
        check.ports.call("activateConnect", {
          inputs: { accountId: merchant.accountId, connectMode },
          key: merchant.testKey,
        });
      const sent = await Promise.all([...order, ...order].map(activate));
      const accepted = sent.filter(({ answer }) => answer.succeeded);
      if (accepted.length === 0)
        throw new Inconclusive(`no activation was accepted: ${sent[0]?.answer.summary ?? ""}`);
      const read = (): Promise<unknown> => modeOf(check, merchant);
      const mode = await soon(check, { read, holds: (shown) => shown !== null });
      for (const { answer, output } of accepted) {
        const reported = output("connectMode") ?? mode;
        check.expect.that("the mode in the answer to an activation", reported, answer).toBe(mode);
      }
      for (const again of order) await activate(again);
      check.expect.that("the mode after further activations", await read()).toBe(mode);
    }
  }),

  /** Replaces a key by several requests at the same time, while it is used, then uses every key. */
  rule("authentication/concurrent-regenerations-leave-one-key", async (check) => {
    const merchant = await check.ownMerchant();
    const use = (key: string) => async () =>
      (await check.as(key).listRemittances({ query: { page: 1 } })).status;
    if ((await use(merchant.testKey)()) === 401)
      throw new Inconclusive("the key is not accepted before it is replaced");
    const [issued] = await Promise.all([
      Promise.allSettled([1, 2, 3].map(() => regenerate(check, merchant))),
      ...[1, 2, 3].map(use(merchant.testKey)),
    ]);
    const keys = issued.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    if (keys.length === 0) throw new Inconclusive("no regeneration was accepted");
    const works = await soon(check, {
      read: async () => {
        const statuses = await Promise.all([...new Set(keys)].map((key) => use(key)()));
        return statuses.filter((status) => status !== 401).length;
      },
      holds: (count) => count === 1,
    });
    check.expect.that(`the number of keys that work after ${keys.length} regenerations`, works).toBe(1);
    check.expect.that("the status with the first key", await use(merchant.testKey)()).toBe(401);
  }),

  rule("onboarding/concurrent-same-key-is-one-session", async (check) => {
    const { acct, merchant } = await givenVendor(check, { approved: false });
    const headers = { "Idempotency-Key": freshKey() };
    const call = { inputs: { acct }, key: merchant.testKey, headers };
    const link = (cut?: true) =>
      check.ports.call("createOnboardingLink", { ...call, ...(cut === undefined ? {} : { cut }) });
    const sent = [link(), link(), link(), link()];
    await unanswered(link(true));
    const links = await Promise.all(sent);
    links.push(await freed(check, link, ({ answer }) => answer));
    const made = links.filter(({ answer }) => answer.succeeded);
    if (made.length === 0) throw new Inconclusive(`no link was created: ${links[0]?.answer.summary ?? ""}`);
    const sessions = new Set(made.map(({ output }) => output("sessionId")));
    if (sessions.has(undefined))
      throw new Inconclusive("the answers have no `sessionId` where the profile locates it");
    if (sessions.size > 1)
      throw new Violation({
        expected: "one session for links with the same key",
        actual: `${made.length} links at the same time have ${sessions.size} sessions`,
      });
  }),
];

async function modeOf(check: Check, merchant: Merchant): Promise<unknown> {
  const read = check.succeeded(await merchant.api.retrieveActivation());
  return (read.body as { connect_mode?: unknown }).connect_mode ?? null;
}
