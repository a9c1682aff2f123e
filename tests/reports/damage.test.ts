import { expect, it } from "vitest";
import { DAMAGES, damageOf } from "../../reports/evidence/damage.ts";
import { catalogue } from "../../spec/index.ts";

it.each([
  ["reversals/concurrent-reversals-respect-the-cap", "money"],
  ["allocations/concurrent-same-key-credits-once", "money"],
  ["connect-targets/withdrawal-of-foreign-pays-nothing", "disclosure"],
  ["reversals/reversed-total", "form"],
  ["reversals/over-remaining-refused", "contract"],
])("a violation of %s damages %s", (id, damage) => {
  const rule = catalogue.find((one) => one.id === id);
  expect(rule, id).toBeDefined();
  if (rule !== undefined) expect(damageOf(rule)).toBe(damage);
});

it("uses every kind of damage for a good part of the catalogue", () => {
  for (const damage of DAMAGES)
    expect(catalogue.filter((rule) => damageOf(rule) === damage).length, damage).toBeGreaterThan(50);
});
