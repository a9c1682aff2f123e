import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { PortAnswer, PortCall } from "../../harness/ports.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { fixtureList, givenTwoVendors, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { keyed } from "../fixtures/idempotency-keys.ts";
import {
  expectOutage,
  expectUnspent,
  givenCounterpart,
  givenVendorIn,
  outage,
  repeatedAfterOutages,
} from "../fixtures/vendor-conditions.ts";
import { withCounterpart, isRefusal } from "../expect/refusals.ts";
import { pointed } from "../../spec/json.ts";

const UNAPPROVED = { approved: false } as const;

/** Onboarding links, through the port that the profile binds (§4.7, §7.7). */
export default [
  /**
   * With and without a key, which is optional, for a vendor that is not approved: an approved vendor may need no onboarding.
   */
  rule("onboarding/created-status", async (check) => {
    const vendor = await givenVendor(check, UNAPPROVED);
    for (const { answer } of [await link(check, vendor), await link(check, vendor, keyed())]) {
      if (isRefusal(answer) && (await mayBeApproved(check, vendor)))
        throw new Inconclusive(`the vendor may be approved already: ${answer.summary}`);
      check.expect(answer).toAnswer(201);
    }
  }),

  rule("onboarding/key-repeated-status", async (check) => {
    const vendor = await givenVendor(check, UNAPPROVED);
    const key = keyed();
    check.succeeded((await link(check, vendor, key)).answer);
    for (const _time of [1, 2]) check.expect((await link(check, vendor, key)).answer).toAnswer(201);
  }),

  /** What distinguishes sessions, or else the link, is that of the first. */
  rule("onboarding/key-resumes-the-session", async (check) => {
    const vendor = await givenVendor(check, UNAPPROVED);
    const key = keyed();
    const first = await link(check, vendor, key);
    const session = sessionOf(first);
    for (const _time of [1, 2]) {
      const again = await link(check, vendor, key);
      const { reported, value } = sessionOf(again);
      // One session may have several links, so a different link alone shows nothing.
      if (!reported && value !== session.value)
        throw new Inconclusive("the profile points to no sessionId, and the links differ");
      check.expect.that("the session of the repetition", value, again.answer).toBe(session.value);
    }
    const unkeyed = await link(check, vendor);
    const resumed = unkeyed.answer.succeeded && sessionOf(unkeyed).value === session.value;
    check.observe(
      "onboarding-key",
      resumed ? "a link without a key resumes it" : "a link without a key starts another",
    );
  }),

  /** One key, two vendors of one marketplace; links with different keys show whether answers distinguish sessions. */
  rule("onboarding/key-belongs-to-its-vendor", async (check) => {
    const [one, other] = await givenTwoVendors(check, UNAPPROVED);
    const key = keyed();
    const first = await link(check, one, key);
    check.succeeded(first.answer);
    const second = await link(check, other, key);
    // A key that is spent for the whole account may be refused.
    if (!second.answer.succeeded) return;
    const apart = await link(check, other, keyed());
    check.succeeded(apart.answer);
    if (sessionOf(apart).value === sessionOf(first).value)
      throw new Inconclusive("the answers do not distinguish the sessions of two vendors");
    check.expect
      .that("the other vendor's session", sessionOf(second).value, second.answer)
      .toDifferFrom(sessionOf(first).value);
  }),

  /** Refused during the outage of a service, then repeated after it. */
  rule("onboarding/outage-spends-no-key", { alone: true }, async (check) => {
    const repeated = await repeatedAfterOutages(check, ["identity", "sso", "upstream"], async () => {
      const vendor = await givenVendor(check, UNAPPROVED);
      const key = keyed();
      return { vendor, send: async () => (await link(check, vendor, key)).answer };
    });
    for (const answer of repeated) expectUnspent(check, answer);
  }),

  refusesField("onboarding/country-refused", "country", (check) => check.profile.ordinary.country),
  refusesField("onboarding/kyc-level-refused", "kycLevel", () => "standard"),

  refusesCountry("onboarding/unknown-country-refused", {
    code: "E_REFERENTIAL_COUNTRY_MISSING",
    fixture: "vendor-country-missing",
    service: "country-referential",
  }),
  refusesCountry("onboarding/without-schedule-refused", {
    code: "E_CONNECT_ONBOARDING_UNSUPPORTED",
    fixture: "vendor-without-schedule",
    service: "compliance-schedule",
  }),
];

/** The same request with and without it. */
function refusesField(id: RuleId, field: string, valueOf: (check: Check) => string): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenVendor(check, UNAPPROVED);
    const { answer } = await link(check, vendor, { extra: { [field]: valueOf(check) } });
    const counterpart = async (): Promise<Answer> => (await link(check, vendor)).answer;
    await withCounterpart(
      check,
      answer,
      () => check.expect(answer).toRefuse({ status: 422, rule: "derived", field }),
      counterpart,
    );
    check.succeeded(await counterpart());
  });
}

/** The fixture's vendor, or a vendor without reference data. */
function refusesCountry(
  id: RuleId,
  reported: { readonly code: string; readonly fixture: string; readonly service: string },
): RuleCheck {
  return rule(id, { alone: true }, async (check) => {
    if (fixtureList(check, reported.fixture).length > 0) {
      const vendor = await givenVendorIn(check, reported.fixture, {});
      expectOutage(check, (await link(check, vendor)).answer, reported.code);
      check.succeeded((await link(check, await givenCounterpart(check, vendor))).answer);
      return;
    }
    const vendor = await givenVendor(check, UNAPPROVED);
    check.succeeded((await link(check, vendor)).answer);
    const end = await outage(check, vendor, reported.service);
    expectOutage(check, (await link(check, vendor)).answer, reported.code);
    await end();
    check.succeeded((await link(check, vendor)).answer);
  });
}

/** Whether a vendor's compliance file is approved or unknown. */
async function mayBeApproved(check: Check, { acct, merchant }: Vendor): Promise<boolean> {
  const pointer = check.profile.fields["compliance-status"];
  if (pointer === undefined) return true;
  const file = await merchant.api.retrieveAccountCompliance({ path: { acct } });
  return !file.succeeded || pointed(file.body, pointer) === "approved";
}

/** Requests a link; the caller judges the answer. */
function link(check: Check, { acct, merchant }: Vendor, call: PortCall = {}): Promise<PortAnswer> {
  return check.ports.call("createOnboardingLink", { inputs: { acct }, key: merchant.testKey, ...call });
}

/** The identifier of a session, as the profile points to it; the link itself if it points to nothing else. */
function sessionOf({ output, answer }: PortAnswer): { readonly reported: boolean; readonly value: unknown } {
  const session = output("sessionId");
  const value = session ?? output("url");
  if (value === undefined)
    throw new Inconclusive(`no sessionId or url is found in the answer ${answer.summary}`);
  return { reported: session !== undefined, value };
}
