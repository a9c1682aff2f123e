import { expect, test, vi } from "vitest";
import { run } from "../../../cli/commands/run.ts";
import { emptyFolder, outcomeIn } from "../command-line.ts";

test("the time of a run counts from the start of the process", async () => {
  const out = emptyFolder();
  const began = Date.now();
  const untilThen = performance.now();
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const rules = ["payment-intents/accepts-description"];
  const options = { rules, out, seed: 1, runs: 1, allowIncomplete: true, allowLiveKey: false };
  await run({ ...options, allure: false, dryRun: false, quiet: true, open: false });
  write.mockRestore();
  const outcome = outcomeIn(out, "");
  expect(Date.parse(outcome.startedAt)).toBeLessThan(began);
  expect(outcome.durationMs).toBeGreaterThan(untilThen - 50);
});
