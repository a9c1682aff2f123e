import { type Answer, type Check, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { expectOutage } from "../expect/outages.ts";
import { canApprove } from "../fixtures/new-vendors.ts";
import { type Attribute, attributeOf, complianceOf, ownAttributeOf } from "../fixtures/compliance.ts";

/** Reads during an outage of the verification service (§4.7, §7.7) are refused. The refusal must not look like missing capabilities. */
export default [
  duringOutage("compliance/outage-refused", (check, answer) => {
    expectOutage(check, answer, "E_IDENTITY_UNAVAILABLE");
  }),

  /** Reads a vendor that control created without approval, before and during the outage. */
  rule("compliance/outage-refused-without-file", async (check) => {
    const { merchant } = await givenVendor(check);
    check.require("control.createVendor");
    const made = await check.control.call("createVendor", {
      path: { accountId: merchant.accountId },
      json: { name: check.name("vendor") },
    });
    const vendor = { acct: textOf((made as { acct?: unknown }).acct), merchant };
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

  /** Compares the answers before and after the outage. A file that control set must be unchanged. */
  rule("compliance/outage-recovery", { alone: true }, async (check) => {
    const vendor = await givenVendor(check);
    const before = check.succeeded(await complianceOf(vendor));
    const end = await outage(check, vendor, "identity");
    check.expect(await complianceOf(vendor)).toAnswer(503);
    await end();
    const after = await check.eventually({
      expected: "compliance to be readable after the outage",
      withinMs: check.profile.deadlines.consistencyMs,
      read: () => complianceOf(vendor),
      holds: (answer) => answer.status !== 503,
      show: (answer) => answer.summary,
    });
    check.expect(after).toAnswer(200);
    // Compare these three only: other members, such as the time of the reading, may differ, and a file may change by itself.
    for (const name of ["status", "capability", "operations"] as const) {
      if (!check.has(`field.compliance-${name}`)) continue;
      const [then, now] = [before, after].map((answer) => attributeOf(check, name, answer));
      if (canApprove(check, vendor.merchant))
        check.expect.that(`the ${name} after the outage`, now, after).toBe(then);
      else
        check.expect
          .that(`the ${name} after the outage`, now, after)
          .toSatisfy("present", () => now !== undefined || then === undefined);
    }
  }),
];

/** Reads the same compliance before and during the outage. */
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

/**
 * Expects that the refusal lacks a member. Null does not count as absent, because it means a vendor without a file (§2.10), but an
 * enclosing object may be null.
 */
function lacks(check: Check, answer: Answer, name: Attribute): void {
  check.expect
    .that(`the ${name} in the refusal`, ownAttributeOf(check, name, answer), answer)
    .toSatisfy("absent, or the HTTP status", (value) => value === undefined || value === answer.status);
}
