import type { Answer, Check, Merchant, RuleCheck, RuleId } from "../kit.ts";
import { NeedMissing, rule } from "../kit.ts";
import { asPrecondition, memberOf } from "../fixtures/reading.ts";
import {
  expectChoices,
  expectNoCode,
  NAMES_OF_MEMBERS,
  otherWords,
  refusedChoices,
} from "../expect/choices.ts";

const MODES = ["marketplace", "platform"];

/** The activation of Connect in the dashboard, through its port: its refusals (§7.4), and that it happens once (§2.7). */
export default [
  /** Sets each mode and then requests the other. The document does not say how that is answered, only that the mode is immutable. */
  rule("activation/mode-is-immutable", async (check) => {
    for (const [mode, other] of [MODES, [...MODES].reverse()]) {
      const merchant = await check.ownMerchant({});
      check.succeeded(await activate(check, merchant, mode));
      await givenMode(check, merchant, mode);
      await activate(check, merchant, other);
      check.expect.that(`the mode after ${other} was requested`, await modeOf(check, merchant)).toBe(mode);
    }
  }),

  /**
   * Reads the activation before, too: a cache must not keep what was read. The second merchant reads it with the live key as well, if the
   * first one's live key has shown that both keys have one activation.
   */
  rule("activation/mode-shown-once-activated", async (check) => {
    let isOfBothKeys = false;
    for (const mode of MODES) {
      const merchant = await check.ownMerchant({});
      const live = { ...merchant, api: check.as(merchant.liveKey) };
      const readers = isOfBothKeys ? [merchant, live] : [merchant];
      for (const reader of readers) await modeOf(check, reader);
      check.succeeded(await activate(check, merchant, mode));
      for (const reader of readers) await shownMode(check, reader, mode);
      if (merchant.liveKey === null) continue;
      const read = await live.api.retrieveActivation();
      isOfBothKeys = read.succeeded && memberOf(read, "connect_mode") === mode;
    }
  }),

  refused("activation/mode-required", async (check, merchant) => {
    check.expect(await activate(check, merchant, undefined)).toRefuse({ status: 422 });
    check.expect.that("the mode after the refusal", await modeOf(check, merchant)).toBe(null);
  }),

  refused("activation/mode-unknown-refused", (check, merchant) =>
    check.property({
      effort: 0.3,
      from: otherWords(MODES),
      examples: ["standard", "", "Platform", "MARKETPLACE", "market", ...NAMES_OF_MEMBERS],
      holds: async (mode) => {
        check.expect(await activate(check, merchant, mode)).toRefuse({ status: 422 });
        check.expect.that("the mode after the refusal", await modeOf(check, merchant)).toBe(null);
      },
    }),
  ),

  refused("activation/mode-refusal-lists-choices", async (check, merchant) => {
    for (const answer of await bothRefusals(check, merchant)) expectChoices(check, answer, MODES);
  }),

  refused("activation/mode-refusal-has-no-code", async (check, merchant) =>
    expectNoCode(check, await bothRefusals(check, merchant)),
  ),
];

/** Uses a merchant without Connect. If control can create merchants, a second one is then activated with a valid mode. */
function refused(id: RuleId, judge: (check: Check, merchant: Merchant) => Promise<void>): RuleCheck {
  return rule(id, async (check) => {
    // The control protocol refuses invalid modes in its own way, which the document does not describe.
    if (check.profile.ports["activateConnect"]?.host === "control")
      throw new NeedMissing("port.activateConnect");
    const merchant = await check.merchantLike("merchant-not-activated", {});
    await judge(check, merchant);
    // Do not activate the profile's merchant: it could not be used again.
    if (merchant.own) check.succeeded(await activate(check, merchant, "marketplace"));
  });
}

const bothRefusals = (check: Check, merchant: Merchant): Promise<readonly Answer[]> =>
  refusedChoices(check, MODES, (word) => activate(check, merchant, word));

async function activate(
  check: Check,
  { testKey, accountId }: Merchant,
  mode: string | number | undefined,
): Promise<Answer> {
  const inputs = { accountId, connectMode: mode };
  return (await check.ports.call("activateConnect", { inputs, key: testKey })).answer;
}

/** Waits for the mode, because the dashboard may apply it late. @throws Inconclusive if the mode is never reported */
const givenMode = (check: Check, merchant: Merchant, mode: string | undefined): Promise<unknown> =>
  asPrecondition(() => shownMode(check, merchant, mode));

/** @throws Violation if the mode is never reported */
const shownMode = (check: Check, merchant: Merchant, mode: string | undefined): Promise<unknown> =>
  check.eventually({
    expected: `the mode to be ${mode}`,
    read: () => modeOf(check, merchant),
    holds: (shown) => shown === mode,
    show: String,
  });

async function modeOf(check: Check, merchant: Merchant): Promise<unknown> {
  return memberOf(check.succeeded(await merchant.api.retrieveActivation()), "connect_mode") ?? null;
}
