import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, inThisProcess, outcomeIn, root } from "../command-line.ts";

const fileOf = (name: string): string => join(root, "tests/harness/recording/files", name);

/** Ids of the rules that a file violates, by the command. */
async function violatedBy(name: string, flags: readonly string[] = []): Promise<readonly string[]> {
  const folder = emptyFolder();
  const ended = await inThisProcess(["judge", fileOf(name), "--no-allure", ...flags], { folder });
  expect(ended.stderr).toBe("");
  const { rules } = outcomeIn(folder);
  expect(rules.filter(({ verdict }) => verdict === "passed").length).toBeGreaterThan(0);
  return rules.filter(({ verdict }) => verdict === "violated").map(({ id }) => id);
}

const LABEL = "payment-intents/created-label-word";

test.each([
  ["chrome.har", [LABEL]],
  ["mitmproxy.har", [LABEL]],
  // The bodies of its creations are in other files.
  ["playwright.har", []],
])("%s shows what is wrong in it", async (name, creations) => {
  const violated = await violatedBy(name, ["--target", "https://api.shop.test"]);
  expect(violated.filter((id) => id.startsWith("payment-intents/created-label"))).toEqual(creations);
});
