import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SUITE_VERSION } from "../../cli/package/own-package.ts";
import { namedMutant } from "../../cli/mutants/choose.ts";
import { createEmulator, createParts } from "../../emulator/index.ts";
import { mutants } from "../../mutants/index.ts";
import { inThisProcess, root } from "../cli/command-line.ts";

/** The first block of output. */
const [, shownRun = ""] =
  /^```\n(payconform judges [^]*?)^```/m.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];

/** What stays the same when rules are added, by any machine. */
const lasting = (output: string): readonly string[] =>
  output
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, "URL")
    .replace(/ …$/gm, "")
    .replace(/[\d.]+ m?s$/gm, "TIME")
    .replace(/^(payconform judges |payment-intents ).*$/gm, (line) => line.replace(/\d+/g, "0"))
    .split("\n")
    .map((line) => line.trim().replace(/ +/g, " "))
    .filter((line) => line !== "");

test("the run that the README shows is what a server with one mistake gets", async () => {
  const { replace } = namedMutant(mutants, "created-intent-label-wrapped-in-an-object");
  const emulator = createEmulator({ parts: replace?.(createParts()) ?? createParts() });
  const { paymentUrl, checkoutUrl } = await emulator.listen();
  try {
    const hosts = `--target ${paymentUrl} --checkout-url ${checkoutUrl}`;
    const env = { PAYCONFORM_KEY: emulator.merchants[0]?.keys.test ?? "" };
    const run = await inThisProcess(`run ${hosts} --rules payment-intents --seed 1 --no-allure`, { env });
    expect(run.code).toBe(1);
    const printed = lasting(run.stdout + run.stderr);
    const shown = lasting(shownRun);
    expect(shown.length).toBeGreaterThan(8);
    for (const line of shown)
      expect(
        printed.some((one) => one.startsWith(line)),
        line,
      ).toBe(true);
  } finally {
    await emulator.close();
  }
});

test("the run that the README shows counts the same rules everywhere, and is of this version", () => {
  const [, rules, version] = /: (\d+) rules, seed 1, suite (\S+)/.exec(shownRun) ?? [];
  const [, ofArea] = /^payment-intents +(\d+)/m.exec(shownRun) ?? [];
  expect({ rules, version }).toEqual({ rules: ofArea, version: SUITE_VERSION });
});
