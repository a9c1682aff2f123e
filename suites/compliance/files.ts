import { type Answer, type Check, NeedMissing, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { isDeepStrictEqual } from "node:util";
import { fixtureList, givenReadableVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { givenVendorIn } from "../fixtures/vendor-conditions.ts";
import { soon } from "../fixtures/reading.ts";
import { type Attribute, attributeOf, complianceOf, STATUSES, setFile } from "../fixtures/compliance.ts";

/** The verification status and the policy in a vendor's compliance object (§2.10, §3). */
export default [
  attribute("compliance/status-text-or-null", "status", "text or null", isTextOrNull),
  attribute(
    "compliance/status-documented",
    "status",
    "one of the eight documented words, or null",
    (value) => value === null || (STATUSES as readonly unknown[]).includes(value),
  ),
  attribute(
    "compliance/capability-is-boolean",
    "capability",
    "a boolean",
    (value) => typeof value === "boolean",
  ),
  attribute("compliance/operations-are-an-array", "operations", "an array", Array.isArray),

  withoutFile("compliance/no-file-is-nominal", null),
  withoutFile("compliance/no-file-status-is-null", ["status", null]),
  /** Sets every file without a policy, then removes a policy. */
  rule("compliance/no-policy-no-capability", (check) =>
    eachWithoutPolicy(check, async (vendor) => {
      const answer = await readUntil(
        check,
        vendor,
        (read) => attributeOf(check, "capability", read) === false,
      );
      check.expect.that("the capability", attributeOf(check, "capability", answer), answer).toBe(false);
    }),
  ),

  /** Sets the eight statuses, one after the other, for one vendor: each without a policy, then with one. */
  rule("compliance/every-status-is-reported", async (check) => {
    const vendor = await givenVendor(check);
    for (const status of STATUSES) {
      await setFile(check, vendor, { status, allowedOperations: null });
      const answer = await readUntil(check, vendor, (read) => attributeOf(check, "status", read) === status);
      check.expect.that("the verification status", attributeOf(check, "status", answer), answer).toBe(status);
      await setFile(check, vendor, { status, allowedOperations: ["collect"] });
      check.succeeded(await complianceOf(vendor));
    }
  }),

  /** Sets a policy with each operation alone, then with both. */
  rule("compliance/operations-follow-the-policy", async (check) => {
    const vendor = await givenVendor(check);
    for (const allowed of [["collect"], ["withdraw"], ["collect", "withdraw"]]) {
      await setFile(check, vendor, { status: "approved", allowedOperations: allowed });
      const sorted = (read: Answer): unknown => {
        const operations = attributeOf(check, "operations", read);
        return Array.isArray(operations) ? operations.map(textOf).sort() : operations;
      };
      const answer = await readUntil(check, vendor, (read) => isDeepStrictEqual(sorted(read), allowed));
      check.expect.that("the allowed operations, sorted", sorted(answer), answer).toBe(allowed);
    }
  }),
];

/** Judges a vendor and, if control can set compliance files, one with and one without a file. */
function attribute(
  id: RuleId,
  name: Attribute,
  expected: string,
  holds: (value: unknown) => boolean,
): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenReadableVendor(check);
    const judge = async (): Promise<void> => {
      const answer = check.succeeded(await complianceOf(vendor));
      check.expect.that(`the ${name}`, attributeOf(check, name, answer), answer).toSatisfy(expected, holds);
      check.observe(
        "compliance-field-names",
        Object.keys(answer.body as object)
          .sort()
          .join(", "),
      );
    };
    await judge();
    if (!canSetFile(check, vendor)) return;
    await setFile(check, vendor, { status: "approved", allowedOperations: ["collect"] });
    await judge();
    await setFile(check, vendor, { status: "rejected", allowedOperations: null });
    await judge();
  });
}

/** Expects 200 for a vendor without a file. */
function withoutFile(id: RuleId, expected: readonly [Attribute, unknown] | null): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenWithoutFile(check);
    check.expect(await complianceOf(vendor)).toAnswer(200);
    if (expected === null) return;
    const [name, value] = expected;
    const answer = await readUntil(check, vendor, (read) => attributeOf(check, name, read) === value);
    check.expect.that(`the ${name}`, attributeOf(check, name, answer), answer).toBe(value);
  });
}

const canSetFile = (check: Check, { merchant }: Vendor): boolean =>
  check.has("control.setComplianceFile") && merchant.own;

/** Judges a vendor without a file and, if control can set files, with each file but no policy, and after a policy was removed. */
async function eachWithoutPolicy(check: Check, judge: (vendor: Vendor) => Promise<void>): Promise<void> {
  const vendor = await givenWithoutFile(check);
  await judge(vendor);
  if (!canSetFile(check, vendor)) return;
  for (const status of STATUSES) {
    await setFile(check, vendor, { status, allowedOperations: null });
    await judge(vendor);
  }
  await setFile(check, vendor, { status: "approved", allowedOperations: ["collect", "withdraw"] });
  // Read once, so that a cache would keep this answer.
  await complianceOf(vendor);
  await setFile(check, vendor, { status: "suspended", allowedOperations: null });
  await judge(vendor);
}

/** The answer once it shows control's change, or the last one at the deadline. */
function readUntil(check: Check, vendor: Vendor, holds: (read: Answer) => boolean): Promise<Answer> {
  return soon(check, { read: async () => check.succeeded(await complianceOf(vendor)), holds });
}

/**
 * A vendor without a file: that of the profile, or one whose file control removed, because a new vendor may have a file from the beginning.
 * @throws NeedMissing
 */
async function givenWithoutFile(check: Check): Promise<Vendor> {
  if (fixtureList(check, "vendor-without-file").length > 0)
    return givenVendorIn(check, "vendor-without-file", {});
  check.require("control.setComplianceFile");
  const vendor = await givenVendor(check, { own: true });
  // Do not change the file of the profile's vendor.
  if (!vendor.merchant.own) throw new NeedMissing("fixture.vendor-without-file");
  await setFile(check, vendor, { status: null, allowedOperations: null });
  return vendor;
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}
