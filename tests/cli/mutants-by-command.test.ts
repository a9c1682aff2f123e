import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEmulator, createParts } from "../../emulator/index.ts";
import { type RuleKind } from "../../harness/results.ts";
import { mutants } from "../../mutants/index.ts";
import { inOrder } from "../../mutants/mutant.ts";
import { addressed } from "../../scripts/other-tools.ts";
import { catalogue } from "../../spec/index.ts";
import { emulating, folderWith, outcomeIn, payconform, type Printed, root } from "./command-line.ts";

/* `mutants` judges in its own thread. The command sends each result from one thread to another, so it may lose one. */

/** A mutant of each kind of check but properties. They break different rules, so one emulator has all of them. */
const ONE_OF_EACH = [
  "fault-of-a-refused-intent-rule-absent",
  "activation-id-required-at-retrieve-activation",
  "allocation-key-reserved-late",
  "transfer-created-of-the-marketplace",
  "reversal-leaves-the-last-franc",
  "clock-name-drifts",
].map((id) => {
  const found = mutants.find((mutant) => mutant.id === id);
  if (found?.replace === undefined) throw new Error(`no mutant ${id}`);
  return { ...found, replace: found.replace };
});
const PROPERTY = "connect-fault-names-the-body";

/** The verdicts of `payconform run` on an emulator, by rule. */
async function judged(
  address: Pick<Printed, "paymentUrl" | "checkoutUrl">,
  testKey: string,
  rules: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const profile = addressed(readFileSync(join(root, "emulator/profile.yaml"), "utf8"), address);
  const folder = folderWith({ "payconform.yaml": profile });
  const env = { PAYCONFORM_KEY: testKey };
  const ended = await payconform(`run --no-allure --rules ${rules.join(" ")}`, { folder, env });
  expect(ended.code, ended.stderr + ended.stdout).toBe(1);
  return Object.fromEntries(outcomeIn(folder).rules.map(({ id, verdict }) => [id, verdict]));
}

test("a mutant of each kind of check is caught by the command, and no other rule breaks", async () => {
  const emulator = createEmulator({
    seed: 1,
    parts: inOrder(...ONE_OF_EACH.map(({ replace }) => replace))(createParts()),
  });
  const address = await emulator.listen();
  try {
    const rules = ONE_OF_EACH.flatMap(({ violates }) => violates);
    const verdicts = await judged(address, emulator.merchants[0]?.keys.test ?? "", rules);
    expect(verdicts).toEqual(Object.fromEntries(rules.map((id) => [id, "violated"])));
  } finally {
    await address.close();
    await emulator.close();
  }
});

test("a counterexample costs no other rule its verdict", async () => {
  const rules = mutants.find(({ id }) => id === PROPERTY)?.violates ?? [];
  const { end, key, ...served } = await emulating(["--mutant", PROPERTY]);
  const verdicts = Object.entries(await judged(served, key, [...rules, "payment-intents/created-*"]));
  expect((await end()).code).toBe(0);
  expect(verdicts.length).toBeGreaterThan(rules.length);
  for (const [id, verdict] of verdicts)
    expect([id, verdict]).toEqual([id, rules.some((rule) => rule === id) ? "violated" : "passed"]);
});

test("these mutants are of every kind", () => {
  const kinds = new Map<string, RuleKind>(catalogue.map(({ id, kind }) => [id, kind]));
  const property = mutants.find(({ id }) => id === PROPERTY);
  const tried = [...ONE_OF_EACH, property]
    .flatMap((mutant) => mutant?.violates ?? [])
    .map((id) => kinds.get(id));
  expect(new Set(tried)).toEqual(new Set(kinds.values()));
});
