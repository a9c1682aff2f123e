import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createParts } from "../../emulator/index.ts";
import { startEmulator } from "../../emulator/start.ts";
import { type RuleKind } from "../../harness/results.ts";
import { addressed } from "../../scripts/other-tools.ts";
import { catalogue } from "../../spec/index.ts";
import { mutantOf } from "../mutant.ts";
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
].map(mutantOf);
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
  const parts = ONE_OF_EACH.reduce((usual, { replace = () => usual }) => replace(usual), createParts());
  await using emulator = await startEmulator({ seed: 1, parts });
  const rules = ONE_OF_EACH.flatMap(({ violates }) => violates);
  const verdicts = await judged(emulator, emulator.merchant.testKey, rules);
  expect(verdicts).toEqual(Object.fromEntries(rules.map((id) => [id, "violated"])));
});

test("a counterexample costs no other rule its verdict", async () => {
  const rules = mutantOf(PROPERTY).violates;
  const { end, key, ...served } = await emulating(["--mutant", PROPERTY]);
  const verdicts = Object.entries(await judged(served, key, [...rules, "payment-intents/created-*"]));
  expect((await end()).code).toBe(0);
  expect(verdicts.length).toBeGreaterThan(rules.length);
  for (const [id, verdict] of verdicts)
    expect([id, verdict]).toEqual([id, rules.some((rule) => rule === id) ? "violated" : "passed"]);
});

test("these mutants are of every kind", () => {
  const kinds = new Map<string, RuleKind>(catalogue.map(({ id, kind }) => [id, kind]));
  const tried = [...ONE_OF_EACH, mutantOf(PROPERTY)].flatMap(({ violates }) =>
    violates.map((id) => kinds.get(id)),
  );
  expect(new Set(tried)).toEqual(new Set(kinds.values()));
});
