import { ifPossible } from "../fixtures/if-possible.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import type { Answer, Check, Merchant, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, rule, textOf } from "../kit.ts";
import { contractOperations } from "../../harness/contract.ts";
import {
  type Creation,
  givenCreation,
  PATIENT,
  requireInput,
  sendCreation,
} from "../fixtures/vendor-creations.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { codeOf, sendAllocation } from "../fixtures/money-movements.ts";
import { approve } from "../fixtures/new-vendors.ts";
import { acceptedCreation, ordinaryCreation } from "../fixtures/ordinary-creations.ts";
import { addressOf } from "../fixtures/addresses.ts";
import { lacksPermission } from "../expect/acceptance.ts";
import { soon } from "../fixtures/reading.ts";
import { expectAnyRefusal, withCounterpart } from "../expect/refusals.ts";
import { givenLiveActivation, givenMarketplace } from "../fixtures/marketplaces.ts";
import { listed } from "../fixtures/vendor-lists.ts";
import { documentedRoutes, type Route, sendAbout } from "../vendor-routes.ts";
import { pointed } from "../../spec/json.ts";

type Made = Creation & { readonly acct: string };

/** The fields of a new vendor, and its retrieval (§2.10, §4.7). */
export default [
  /** Searches all pages of the list. */
  rule("vendors/created-is-listed", PATIENT, async (check) => {
    const { merchant, made } = await givenMade(check);
    for (const { acct } of made) await listed(check, merchant, acct);
  }),

  rule("vendors/created-is-readable", PATIENT, async (check) => {
    const { merchant, made } = await givenMade(check);
    for (const { acct } of made) {
      const read = await soon(check, {
        read: () => merchant.api.retrieveAccount({ path: { acct } }),
        holds: ({ succeeded }) => succeeded,
      });
      check.expect(read).toAnswer(200);
      check.expect.field("id", read.field("id"), read).toBe(acct);
    }
  }),

  /** Uses new vendors on every route that names a vendor. */
  rule("vendors/created-is-known-to-every-route", PATIENT, async (check) => {
    const { merchant, made } = await givenMade(check);
    for (const { acct } of made) {
      for (const send of await requestsNaming(check, { acct, merchant })) {
        await check.eventually({
          expected: `the vendor ${acct} to be known, and not refused with 403`,
          withinMs: check.profile.deadlines.consistencyMs,
          read: send,
          holds: (answer) => answer.status !== 403 || lacksPermission(answer),
          show: ({ what, summary }) => `${what}: ${summary}`,
        });
      }
    }
  }),

  rule("vendors/created-is-not-the-marketplace", PATIENT, async (check) => {
    const { merchant, made } = await givenMade(check);
    for (const { answer } of made) {
      check.expect.field("id", answer.field("id"), answer).toDifferFrom(merchant.accountId);
    }
  }),

  /** Creates several vendors, one with a name that is already used, which may be refused. */
  rule("vendors/each-creation-has-its-id", PATIENT, async (check) => {
    const { made, alike } = await givenMade(check);
    check.observe("vendor-uniqueness", `an earlier vendor's name: ${alike.status}`);
    const ids = made.map(({ answer }) => answer.field("id"));
    if (alike.succeeded) ids.push(alike.field("id"));
    check.expect
      .that(`the number of different ids in ${ids.length} creations`, new Set(ids).size)
      .toBe(ids.length);
  }),

  rule("vendors/mode-of-a-test-key", PATIENT, async (check) => {
    const { merchant, made } = await givenMade(check);
    for (const { acct, answer } of made) {
      await expectMode(check, merchant, { acct, created: answer.body }, "test");
    }
    // Names another mode in the body, which is not documented. The target may refuse it.
    const named = await sendCreation(check, merchant, { extra: { mode: "live" } });
    if (!named.answer.succeeded) {
      expectAnyRefusal(check, named.answer);
      return;
    }
    const { answer } = named;
    await expectMode(check, merchant, { acct: answer.text("id"), created: answer.body }, "test");
  }),

  rule("vendors/mode-of-a-live-key", PATIENT, async (check) => {
    check.require("key.live");
    const marketplace = await givenMarketplace(check);
    const liveKey = await givenLiveActivation(check, marketplace);
    const merchant = { ...marketplace, testKey: liveKey, api: check.as(liveKey) };
    const { acct, answer } = await givenCreation(check, merchant);
    await expectMode(check, merchant, { acct, created: answer.body }, "live");
  }),

  /** Compares every vendor that the check sees, in the list and read alone. */
  rule("vendors/fee-payer-is-one-per-merchant", PATIENT, async (check) => {
    const { merchant, made } = await givenMade(check);
    const payers = new Set<unknown>();
    for (const { acct, answer } of made) {
      payers.add(payerIn(answer.body));
      payers.add(payerIn(check.succeeded(await merchant.api.retrieveAccount({ path: { acct } })).body));
      payers.add(payerIn(await listed(check, merchant, acct)));
    }
    check.expect
      .that("the different values of fee_payer", [...payers])
      .toSatisfy("exactly one", () => payers.size === 1);
  }),

  /** Compares merchants of each mode, one of which is activated when its vendor has been read. The document does not say which mode has which payer. */
  rule("vendors/fee-payer-follows-the-mode", PATIENT, async (check) => {
    for (const connectMode of ["marketplace", "platform"]) {
      const payers: unknown[] = [];
      for (const _merchant of [1, 2]) {
        const merchant = await check.ownMerchant({ connectMode });
        for (const _vendor of [1, 2])
          payers.push(payerIn((await givenCreation(check, merchant)).answer.body));
      }
      payers.push(...((await ifPossible(() => payersOnceActivated(check, connectMode))) ?? []));
      check.expect
        .that(`the values of fee_payer for merchants in the mode ${connectMode}`, payers)
        .toSatisfy("one value", () => new Set(payers).size === 1);
      check.observe("vendor-fee-payer-mapping", `${connectMode}: ${textOf(payers[0])}`);
    }
  }),

  casingIsFree("vendors/country-casing-is-free", "country"),
  casingIsFree("vendors/currency-casing-is-free", "currency"),

  /** Creates the same vendor for a marketplace, where it succeeds. */
  rule("vendors/mode-unset-on-creation", PATIENT, async (check) => {
    const unactivated = await check.merchantLike("merchant-not-activated", {});
    const inputs = { name: check.name("vendor") };
    const { answer: refused } = await sendCreation(check, unactivated, { inputs });
    if (refused.succeeded) {
      check.expect.that("fee_payer without a mode", payerIn(refused.body) ?? null, refused).toBe(null);
      check.observe("vendor-creation-not-activated", "a vendor without fee_payer");
      return;
    }
    await withCounterpart(
      check,
      refused,
      () => {
        check.expect(refused).toAnswer(422);
        check.expect
          .field("code", codeOf(refused), refused)
          .toBeOneOf(["connect.controller_mode_unset", "connect.fee_payer_unset"]);
      },
      async () => (await sendCreation(check, await givenMarketplace(check), { inputs })).answer,
    );
    check.observe("vendor-creation-not-activated", `refused: ${textOf(codeOf(refused))}`);
    const { made } = await givenMade(check);
    check.expect.that("the number of accepted creations of a marketplace", made.length).toBe(3);
  }),
];

/** A few vendors of one marketplace. All checks in this file share them, because creations are rate limited. */
async function givenMade(
  check: Check,
): Promise<{ merchant: Merchant; made: readonly Made[]; alike: Creation["answer"] }> {
  const { merchant, ...others } = await check.once("vendors/created", async (maker) => {
    const merchant = await givenMarketplace(maker);
    const first = await acceptedCreation(maker, merchant);
    const inputs = { name: first.name, email: addressOf(maker.name("namesake")) };
    const { answer: alike } = await sendCreation(maker, merchant, { inputs });
    const made = [
      first,
      await acceptedCreation(maker, merchant, 2),
      await acceptedCreation(maker, merchant, 3),
    ];
    return { merchant, made, alike };
  });
  return { merchant: { ...merchant, api: check.as(merchant.testKey) }, ...others };
}

/**
 * Requests that name a vendor. Compliance may stop any of them, so money moves only to approved vendors, and after the readings, to which
 * the vendor must be known without any money.
 */
async function requestsNaming(check: Check, vendor: Vendor): Promise<readonly (() => Promise<Answer>)[]> {
  const reads = (route: Route): boolean => contractOperations.get(route)?.method === "GET";
  const moves = (await approve(check, vendor)) ? documentedRoutes.filter((route) => !reads(route)) : [];
  return [...documentedRoutes.filter(reads), ...moves].map((route) => () => sendAbout(check, route, vendor));
}

async function expectMode(
  check: Check,
  merchant: Merchant,
  vendor: { readonly acct: string; readonly created: unknown },
  mode: "test" | "live",
): Promise<void> {
  const pointer = check.profile.fields["vendor-mode"] ?? "";
  const inList = await listed(check, merchant, vendor.acct);
  check.expect.that("the mode of the listed vendor", pointed(inList, pointer)).toBe(mode);
  const read = await readOnceKnown(check, merchant, vendor.acct);
  check.expect.that("the mode of the vendor", pointed(read.body, pointer), read).toBe(mode);
  const created = pointed(vendor.created, pointer);
  if (created !== undefined) check.expect.that("the mode of the created vendor", created).toBe(mode);
}

/** A vendor, read alone once the target knows it. */
async function readOnceKnown(check: Check, { api }: Merchant, acct: string) {
  return check.succeeded(
    await soon(check, {
      read: () => api.retrieveAccount({ path: { acct } }),
      holds: ({ succeeded }) => succeeded,
    }),
  );
}

/** Inputs that accept any casing. */
type Code = "country" | "currency";

interface CasedCreation {
  readonly written: Readonly<Record<Code, string>>;
  readonly made: Creation;
}

/** Creates vendors with one code in three casings. What the first one can do, the others can do as well. */
function casingIsFree(id: RuleId, input: Code): RuleCheck {
  return rule(id, PATIENT, async (check) => {
    requireInput(check, input);
    const merchant = await givenMarketplace(check);
    const code = casingsOf(check, input)[0];
    const casings = await givenCasings(check, merchant, input);
    for (const { written, made } of casings) {
      if (written[input] === code) check.succeeded(made.answer);
      check.expect(made.answer).toAnswer(201);
      const entry = await listed(check, merchant, made.text("acct"));
      // A vendor may not have a value yet, whatever the input.
      if (entry[input] === null || entry[input] === undefined)
        throw new Inconclusive(`the listed vendor shows no ${input}`);
      check.expect.that(`the ${input} of a vendor created with ${written[input]}`, entry[input]).toBe(code);
      if (input !== "country") continue;
      // A vendor that is read alone has a country but no currency.
      const read = await readOnceKnown(check, merchant, made.text("acct"));
      const { country } = read.body as { readonly country?: unknown };
      if (typeof country === "string")
        check.expect.that(`the country of a vendor created with ${written[input]}`, country, read).toBe(code);
    }
    await actAlike(check, merchant, { input, casings });
  });
}

/** The refusals for a vendor's country or currency (§7.4, §7.7). */
const ABOUT_CODES = [
  "E_CURRENCY_MISMATCH",
  "connect.country_unsupported",
  "E_CONNECT_ONBOARDING_UNSUPPORTED",
  "E_REFERENTIAL_COUNTRY_MISSING",
];

/** Allocates to each vendor and requests an onboarding link for it. */
async function actAlike(
  check: Check,
  merchant: Merchant,
  { input, casings }: { readonly input: Code; readonly casings: readonly CasedCreation[] },
): Promise<void> {
  const acts = [
    (acct: string) => sendAllocation(check, { acct, merchant }, check.profile.ordinary.amount),
    async (acct: string) => {
      // Not with a guessed route.
      if (!check.ports.bound("createOnboardingLink")) throw new NeedMissing("port.createOnboardingLink");
      return (await check.ports.call("createOnboardingLink", { inputs: { acct }, key: merchant.testKey }))
        .answer;
    },
  ];
  for (const act of acts) {
    const upper = casings.find(({ written }) => written[input] === written[input].toUpperCase());
    const first = upper === undefined ? null : await ifAnswered(upper.made, act);
    if (first?.succeeded !== true) continue;
    for (const { written, made } of casings) {
      const answer = await ifAnswered(made, act);
      if (answer !== null)
        check.expect
          .that(
            `the code for a vendor that was created with the ${input} ${written[input]}`,
            codeOf(answer),
            answer,
          )
          .toSatisfy(
            "no refusal for its country or currency",
            (shown) => !ABOUT_CODES.includes(textOf(shown)),
          );
    }
  }
}

/** What an act about a new vendor returns; null if it was not created, or the act cannot be requested. */
const ifAnswered = (made: Creation, act: (acct: string) => Promise<Answer>): Promise<Answer | null> =>
  made.answer.succeeded ? ifPossible(() => act(made.text("acct"))) : Promise.resolve(null);

/** The uppercase one is first: it must be accepted before the others are judged. */
function casingsOf({ profile }: Check, input: Code): readonly [string, ...string[]] {
  const code = profile.ordinary[input].toUpperCase();
  return [code, code.toLowerCase(), code.charAt(0) + code.slice(1).toLowerCase()];
}

/**
 * Creates a vendor with each casing of a code. If a merchant's rate limit is shared, both codes change at the same time and both rules use
 * the same vendors. If one is refused, only the judged code changes.
 */
async function givenCasings(
  check: Check,
  merchant: Merchant,
  input: Code,
): Promise<readonly CasedCreation[]> {
  const { country, currency } = check.profile.ordinary;
  const send = async (maker: Check, written: CasedCreation["written"]): Promise<CasedCreation> => ({
    written,
    made: await sendCreation(maker, merchant, { inputs: written }),
  });
  const both = async (maker: Check): Promise<readonly CasedCreation[]> => {
    const made = await ordinaryCreation(maker, merchant);
    const written = { country: textOf(made.inputs["country"]), currency: textOf(made.inputs["currency"]) };
    const left = (code: Code): readonly string[] =>
      casingsOf(maker, code).filter((casing) => casing !== written[code]);
    const [countries, currencies] = [left("country"), left("currency")];
    const sent: CasedCreation[] = [{ written, made }];
    for (let number = 0; number < Math.max(countries.length, currencies.length); number += 1)
      sent.push(
        await send(maker, {
          country: countries[number] ?? written.country,
          currency: currencies[number] ?? written.currency,
        }),
      );
    return sent;
  };
  const shared = merchant.own ? [] : await check.once("vendors/casings", both);
  const casings = casingsOf(check, input);
  const isCased = ({ written }: CasedCreation): boolean => casings.includes(written[input]);
  if (shared.length > 0 && shared.every(({ made }) => made.answer.succeeded)) return shared.filter(isCased);
  const own: CasedCreation[] = [];
  for (const casing of casings) own.push(await send(check, { country, currency, [input]: casing }));
  return own;
}

/** The fee payers of a vendor that existed, and was read, before its merchant got a mode. */
async function payersOnceActivated(check: Check, connectMode: string): Promise<readonly unknown[]> {
  const merchant = await check.ownMerchant({ connectMode: null });
  const { accountId, api } = merchant;
  const acct = await makeVendor(check, merchant);
  const read = async () => check.succeeded(await api.retrieveAccount({ path: { acct } }));
  await read();
  await check.control.call("activateConnect", { path: { accountId }, json: { connectMode } });
  const vendor = await soon(check, { read, holds: ({ body }) => (payerIn(body) ?? null) !== null });
  return [payerIn(vendor.body), payerIn(await listed(check, merchant, acct))];
}

function payerIn(vendor: unknown): unknown {
  return (vendor as { fee_payer?: unknown }).fee_payer;
}
