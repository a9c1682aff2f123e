import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Findings } from "../../../cli/faults/report.ts";
import { emptyFolder, inThisProcess } from "../command-line.ts";

const folder = emptyFolder();

/** The findings of a shard that judged the faults with these numbers, of three. */
function shard(...faults: readonly number[]): string {
  const outcomes: Findings["outcomes"] = faults.map((number) => ({
    id: `createPaymentIntent 200 /field${number} null`,
    operator: "null",
    state: "killed",
    why: "payment-intents/id",
  }));
  const file = join(folder, `${faults.join("-")}.json`);
  writeFileSync(file, JSON.stringify({ seed: 1, runs: 5, all: 3, outcomes } satisfies Findings));
  return file;
}

test("findings of shards are complete only together", async () => {
  const part = await inThisProcess(["faults", "--from", shard(1, 2)]);
  expect(part.code).toBe(1);
  expect(part.stdout).toContain("✗ 2 of 3 faults: give the files of all shards");
  const whole = await inThisProcess(["faults", "--from", shard(1, 2), shard(3)]);
  expect(whole.stdout).not.toContain("give the files");
  expect(whole.stdout).toContain("100.0 %: 3 killed, 0 surviving");
});
