import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { expectOutage, outage } from "../fixtures/vendor-conditions.ts";
import { canApprove } from "../fixtures/new-vendors.ts";
import { type Attribute, attributeOf, complianceOf, ownAttributeOf } from "../fixtures/compliance.ts";

/** Readings during an outage of verification (§4.7, §7.7): a refusal that must not be mistaken for missing capabilities. */
export default [
  duringOutage("compliance/outage-refused", (check, answer) => {
    expectOutage(check, answer, "E_IDENTITY_UNAVAILABLE");
  }),

  /** A vendor made by control and not approved, before the outage and during it. */
  rule("compliance/outage-refused-without-file", async (check) => {
    const { merchant } = await givenVendor(check);
    check.require("control.createVendor");
    const made = await check.control.call("createVendor", {
      path: { accountId: merchant.accountId },
      json: { name: check.name("vendor") },
    });
    const vendor = { acct: String((made as { acct?: unknown }).acct), merchant };
    check.succeeded(await complianceOf(vendor));
    await outage(check, vendor, "identity");
    expectOutage(check, await complianceOf(vendor), "E_IDENTITY_UNAVAILABLE");
  }),
  duringOutage("compliance/outage-has-no-verification", (check, answer) => {
    lacks(check, answer, "status");
  }),
  duringOutage("compliance/outage-has-no-capabilities", (check, answer) => {
    lacks(check, answer, "capability");
    lacks(check, answer, "operations");
  }),

  /** The answer before and after the outage; a file that control set stays unchanged. */
  rule("compliance/outage-recovery", { alone: true }, async (check) => {
    const vendor = await givenVendor(check);
    const before = check.succeeded(await complianceOf(vendor));
    const end = await outage(check, vendor, "identity");
    check.expect(await complianceOf(vendor)).toAnswer(503);
    await end();
    const after = await check.eventually({
      expected: "compliance to be read again, the outage having ended",
      withinMs: check.profile.deadlines.consistencyMs,
      read: () => complianceOf(vendor),
      holds: (answer) => answer.status !== 503,
      show: (answer) => answer.summary,
    });
    check.expect(after).toAnswer(200);
    // An answer may have other members, such as the time of the reading. A file may change by itself.
    for (const name of ["status", "capability", "operations"] as const) {
      if (!check.has(`field.compliance-${name}`)) continue;
      const [then, now] = [before, after].map((answer) => attributeOf(check, name, answer));
      if (canApprove(check, vendor.merchant))
        check.expect.that(`the ${name} after the outage`, now, after).toBe(then);
      else
        check.expect
          .that(`the ${name} after the outage`, now, after)
          .toSatisfy("there", () => now !== undefined || then === undefined);
    }
  }),
];

/** The same reading before the outage and during it. */
function duringOutage(id: RuleId, judge: (check: Check, answer: Answer, vendor: Vendor) => void): RuleCheck {
  return rule(id, { alone: true }, async (check) => {
    const vendor = await givenVendor(check);
    check.succeeded(await complianceOf(vendor));
    await outage(check, vendor, "identity");
    const answer = await complianceOf(vendor);
    check.expect(answer).toAnswer(503);
    judge(check, answer, vendor);
  });
}

/** A null means a vendor without a file (§2.10), so the member is not absent; an object that is null as a whole is absent. */
function lacks(check: Check, answer: Answer, name: Attribute): void {
  check.expect
    .that(`the ${name} in the refusal`, ownAttributeOf(check, name, answer), answer)
    .toSatisfy("absent, or the HTTP status", (value) => value === undefined || value === answer.status);
}
