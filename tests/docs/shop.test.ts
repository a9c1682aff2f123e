import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { root } from "../cli/command-line.ts";
import { startShop } from "../examples/shop.ts";
import { Shell } from "./shell.ts";
import { expectShown, stepsOf } from "./shown-commands.ts";

const page = "examples/shop/README.md";

test("each command of the shop's README prints what it shows", async () => {
  await using emulator = await startEmulator();
  const { accountId, testKey } = emulator.merchant;
  expect(readFileSync(join(root, page), "utf8")).toContain(
    `ACCOUNT_ID=${accountId} KEY=${testKey} npm start`,
  );
  const shop = await startShop(emulator);
  try {
    const shell = new Shell({
      "http://127.0.0.1:4010": emulator.paymentUrl,
      "http://127.0.0.1:3000": shop.url,
    });
    const steps = stepsOf(page);
    expect(steps.filter(({ shown }) => shown !== undefined)).toHaveLength(3);
    for (const step of steps) {
      let printed = "";
      for (const line of step.lines) printed = await shell.run(line);
      expectShown(printed, step);
    }
  } finally {
    await shop.stop();
  }
});
