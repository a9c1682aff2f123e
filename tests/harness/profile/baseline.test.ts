import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyBaseline, loadBaseline } from "../../../harness/profile/baseline.ts";
import { exitCodeOf } from "../../../harness/verdicts.ts";
import { rule, run } from "../../reports/fixture.ts";
import { emptyFolder } from "../../empty-folder.ts";

const folder = emptyFolder();
let files = 0;
function written(text: string): string {
  files += 1;
  const file = join(folder, `baseline-${files}.yaml`);
  writeFileSync(file, text);
  return file;
}
const entry = (id: string, expires = "2999-12-31") =>
  `  - rule: ${id}\n    reason: a known one\n    expires: ${expires}\n`;
const baseline = (...entries: string[]) =>
  loadBaseline(written(`schemaVersion: 1\nknown:\n${entries.join("")}`));

const created = "payment-intents/created-amount";
const label = "payment-intents/created-label";

describe("a baseline", () => {
  test("makes a violation known, and nothing else", () => {
    const { results, stale } = applyBaseline(baseline(entry(created)), [
      rule({ id: created, verdict: "violated" }),
      rule({ id: label, verdict: "violated" }),
    ]);
    expect(results.map(({ known }) => known)).toEqual([true, false]);
    expect(stale).toEqual([]);
  });

  test("knows the fault: another one of the same rule is new, and one without a fault knows all", () => {
    const [where, field] = [["POST /v1/payment-intents"], "/amount"];
    const shown = {
      where,
      kind: "field",
      field,
      status: 200,
      expected: "a number",
      actual: "a text",
    } as const;
    const known = (fault?: string): string =>
      `${entry(created)}${fault === undefined ? "" : `    fault: "${fault}"\n`}`;
    const applied = (fault: string | undefined, now: "absent" | "type") =>
      applyBaseline(baseline(known(fault)), [
        rule({ id: created, verdict: "violated", symptom: { ...shown, fault: now } }),
      ]);
    const absent = "POST /v1/payment-intents: /amount is absent";
    expect(applied(absent, "absent").results[0]?.known).toBe(true);
    expect(applied(undefined, "type").results[0]?.known).toBe(true);
    const other = applied(absent, "type");
    expect(other.results[0]?.known).toBe(false);
    expect(other.warnings[0]).toMatch(
      /known for another fault \(POST .*: \/amount is absent\); now POST .*: \/amount has another type$/,
    );
  });

  test.each(["broken", "inconclusive", "unstable", "could_not_run"] as const)(
    "never excuses what is %s",
    (verdict) => {
      const { results, stale } = applyBaseline(baseline(entry(created)), [rule({ id: created, verdict })]);
      expect(results[0]?.known).toBe(false);
      expect(stale).toEqual([]);
    },
  );

  test("fails the run for an entry that passes now, is expired, or matches nothing; a rule out of scope is ignored", () => {
    const known = baseline(
      entry(created),
      entry(label, "2020-01-01"),
      entry("payment-intents/no-such-rule"),
      entry("authentication/regenerated-key-stops-at-once"),
    );
    const { results, stale } = applyBaseline(known, [
      rule({ id: created, verdict: "passed" }),
      rule({ id: label, verdict: "violated" }),
    ]);
    expect(stale.map(({ rule: id, why }) => [id, why])).toEqual([
      [created, "passes"],
      [label, "expired"],
      ["payment-intents/no-such-rule", "unknown"],
    ]);
    expect(stale[1]?.says).toMatch(/baseline-\d+.yaml:6: .*until 2020-01-01 only/);
    expect(results[1]?.known).toBe(false);
    const totals = run([rule({ id: created, verdict: "passed" })]).totals;
    const outcome = { totals, known: 0, allowIncomplete: false, interrupted: false };
    expect(exitCodeOf({ ...outcome, stale: 1 })).toBe(1);
    expect(exitCodeOf({ ...outcome, stale: 0 })).toBe(0);
  });

  test("warns of an entry for a retired rule and names what replaces it; the run does not fail for it", () => {
    const gone = "payment-intents/once-asked";
    const retired = [{ id: gone, reason: "It claimed too much.", replacedBy: [label] }];
    const known = baseline(entry(gone, "2020-01-01"), entry(created));
    const { results, stale, warnings } = applyBaseline(
      known,
      [rule({ id: label, verdict: "violated" }), rule({ id: created, verdict: "violated" })],
      { retired },
    );
    expect(stale).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /baseline-\d+\.yaml:3: payment-intents\/once-asked was retired: .* Replaced by payment-intents\/created-label\. Remove this entry\.$/,
      ),
    ]);
    // A known violation of the old rule says nothing about the new one.
    expect(results.map(({ known: excused }) => excused)).toEqual([false, true]);
    expect(applyBaseline(known, [], { retired: [] }).stale.map(({ why }) => why)).toEqual(["unknown"]);
  });

  test.each([
    ["schemaVersion: 2\nknown: []\n", /:1: schemaVersion: 2 is not allowed; allowed: 1/],
    ["schemaVersion: 1\n", /:1: the whole file: known is missing/],
    [`schemaVersion: 1\nknown:\n${entry("payment-intents/*")}`, /:3: known.0.rule: .*the id of one rule/],
    [
      `schemaVersion: 1\nknown:\n${entry(created, "soon")}`,
      /:5: known.0.expires: "soon" is not allowed; allowed: the last day/,
    ],
    [`schemaVersion: 1\nknown:\n${entry(created)}${entry(created)}`, /:6: .* stands in .*:3 already/],
    ["schemaVersion: 1\nknown:\n  - rule: a/b\n    expires: 2999-01-01\n", /:3: known.0: reason is missing/],
  ])("with a mistake is refused: %s", (text, says) => {
    expect(() => loadBaseline(written(text))).toThrow(says);
  });
});
