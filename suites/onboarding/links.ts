import type { Answer, Check, PortAnswer, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, rule } from "../kit.ts";
import type { PortCall } from "../../harness/ports.ts";
import { fixtureList, givenTwoVendors, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { keyed } from "../fixtures/idempotency-keys.ts";
import {
  givenCounterpart,
  givenVendorIn,
  outage,
  repeatedAfterOutages,
} from "../fixtures/vendor-conditions.ts";
import { expectOutage, expectUnspent } from "../expect/outages.ts";
import { withCounterpart } from "../expect/refusals.ts";
import { isRefusal } from "../fixtures/reading.ts";
import { pointed } from "../../spec/json.ts";

const UNAPPROVED = { approved: false } as const;

/** Onboarding links (§4.7, §7.7), requested through the profile's port. */
export default [
  /**
   * Requests a link with a key and without one, as the key is optional. The vendor is not approved, because an approved vendor may need no
   * onboarding.
   */
  rule("onboarding/created-status", async (check) => {
    const vendor = await givenVendor(check, UNAPPROVED);
    for (const { answer } of [await link(check, vendor), await link(check, vendor, keyed())]) {
      if (isRefusal(answer) && (await mayBeApproved(check, vendor)))
        throw new Inconclusive(`the vendor may already be approved: ${answer.summary}`);
      check.expect(answer).toAnswer(201);
    }
  }),

  rule("onboarding/key-repeated-status", async (check) => {
    const vendor = await givenVendor(check, UNAPPROVED);
    const key = keyed();
    check.succeeded((await link(check, vendor, key)).answer);
    for (const _time of [1, 2]) check.expect((await link(check, vendor, key)).answer).toAnswer(201);
  }),

  /**
   * Repeats a request with its key, also after refused ones, and compares the session, or the link if the profile gives no location of a session
   * id.
   */
  rule("onboarding/key-resumes-the-session", async (check) => {
    const vendor = await givenVendor(check, UNAPPROVED);
    const key = keyed();
    const first = await link(check, vendor, key);
    const session = sessionOf(first);
    for (const refused of [null, "country", "kycLevel"]) {
      if (refused !== null) await link(check, vendor, { ...keyed(), extra: { [refused]: "FR" } });
      const again = await link(check, vendor, key);
      const { reported, value } = sessionOf(again);
      // One session may have several links, so different links alone show nothing.
      if (!reported && value !== session.value)
        throw new Inconclusive("the links differ, and the profile gives no location of a `sessionId`");
      check.expect.that("the session of the repetition", value, again.answer).toBe(session.value);
    }
    const unkeyed = await link(check, vendor);
    const resumed = unkeyed.answer.succeeded && sessionOf(unkeyed).value === session.value;
    check.observe(
      "onboarding-key",
      resumed ? "a link without a key resumes it" : "a link without a key starts another",
    );
  }),

  /** Uses one key for two vendors of one marketplace. Links with different keys show whether answers identify sessions. */
  rule("onboarding/key-belongs-to-its-vendor", async (check) => {
    const [one, other] = await givenTwoVendors(check, UNAPPROVED);
    const key = keyed();
    const first = await link(check, one, key);
    check.succeeded(first.answer);
    const second = await link(check, other, key);
    // A key may be scoped to the account. Then the second request may be refused.
    if (!second.answer.succeeded) return;
    const apart = await link(check, other, keyed());
    check.succeeded(apart.answer);
    if (sessionOf(apart).value === sessionOf(first).value)
      throw new Inconclusive("the answers show the same session for two vendors, even with different keys");
    check.expect
      .that("the other vendor's session", sessionOf(second).value, second.answer)
      .toDifferFrom(sessionOf(first).value);
  }),

  /** Requests a link during an outage, then repeats the request after it. */
  rule("onboarding/outage-spends-no-key", { alone: true }, async (check) => {
    const repeated = await repeatedAfterOutages(check, ["identity", "sso", "upstream"], async () => {
      const vendor = await givenVendor(check, UNAPPROVED);
      const key = keyed();
      return { ...vendor, send: async () => (await link(check, vendor, key)).answer };
    });
    for (const answer of repeated) expectUnspent(check, answer);
  }),

  refusesField("onboarding/country-refused", "country", (check) => [
    check.profile.ordinary.country,
    "FR",
    false,
    0,
  ]),
  refusesField("onboarding/kyc-level-refused", "kycLevel", () => ["standard", 0, false]),

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

/** Sends the same request without the field and with it. */
function refusesField(id: RuleId, field: string, valuesOf: (check: Check) => readonly unknown[]): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenVendor(check, UNAPPROVED);
    const { acct, merchant } = vendor;
    // A refusal changes nothing: rules about all traffic compare what is read.
    const read = (): Promise<Answer> => merchant.api.retrieveAccount({ path: { acct } });
    await read();
    const counterpart = async (): Promise<Answer> => (await link(check, vendor)).answer;
    for (const value of valuesOf(check)) {
      const { answer } = await link(check, vendor, { extra: { [field]: value } });
      await withCounterpart(
        check,
        answer,
        () => check.expect(answer).toRefuse({ status: 422, rule: "derived", field }),
        counterpart,
      );
      await read();
    }
    check.succeeded(await counterpart());
  });
}

/** Uses the vendor of the fixture, or one whose country lacks reference data. */
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

/** Requests an onboarding link. The caller judges the answer. */
function link(check: Check, { acct, merchant }: Vendor, call: PortCall = {}): Promise<PortAnswer> {
  return check.ports.call("createOnboardingLink", { inputs: { acct }, key: merchant.testKey, ...call });
}

/** The session that an answer identifies, or its link if the profile gives no location of a session id. */
function sessionOf({ output, answer }: PortAnswer): { readonly reported: boolean; readonly value: unknown } {
  const session = output("sessionId");
  const value = session ?? output("url");
  if (value === undefined)
    throw new Inconclusive(
      `the answer has no sessionId and no url where the profile locates them: ${answer.summary}`,
    );
  return { reported: session !== undefined, value };
}
