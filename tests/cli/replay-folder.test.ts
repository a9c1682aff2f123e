import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { retiredRules } from "../../spec/index.ts";
import { emptyFolder, inThisProcess } from "./command-line.ts";
import { startMutant } from "../mutant.ts";

const label = "payment-intents/created-label";

test("replaying an output directory says of each violation whether it is fixed, still there or gone", async () => {
  await using faulty = await startMutant("created-intent-label-wrapped-in-an-object");
  await using right = await startEmulator({ seed: 3 });
  const folder = emptyFolder();
  const at = ({ paymentUrl, merchant }: typeof right, command: string) =>
    inThisProcess(`${command} --target ${paymentUrl}`, { folder, env: { PAYCONFORM_KEY: merchant.testKey } });
  await at(faulty, "run --rules payment-intents/created-* --runs 2 --no-allure");
  const replays = join(folder, "payconform-out/replays");
  const recorded = readdirSync(replays);
  expect(recorded).toContain("payment-intents__created-label.json");
  const [retired] = retiredRules;
  const file = JSON.parse(readFileSync(join(replays, recorded[0] ?? ""), "utf8")) as object;
  writeFileSync(join(replays, "retired.json"), JSON.stringify({ ...file, rule: retired?.id }));

  const again = await at(faulty, "replay payconform-out");
  expect(again.code).toBe(1);
  expect(again.stdout).toMatch(new RegExp(`still there  ${label}: `));
  expect(again.stdout).toContain(`gone         ${retired?.id}: ${retired?.reason}`);
  expect(again.stdout).toContain(`${recorded.length} still there, 1 gone`);

  const fixed = await at(right, "replay payconform-out");
  expect(fixed.code).toBe(0);
  expect(fixed.stdout).toContain(`${recorded.length} fixed, 1 gone`);

  const nothing = await at(right, "replay .");
  expect(nothing.code).toBe(2);
  expect(nothing.stderr).toContain(
    ". has no recorded violation; give the output directory of a run that has one",
  );
});
