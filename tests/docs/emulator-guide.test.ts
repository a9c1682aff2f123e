import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { publicContractAt } from "../../cli/public-contract.ts";
import * as library from "../../emulator/library.ts";
import { root } from "../cli/command-line.ts";
import { Shell } from "./shell.ts";
import { expectShown, stepsOf } from "./shown-commands.ts";

const START = Date.UTC(2026, 0, 1, 8);

test("each command of the guide prints what the guide shows", async () => {
  await using emulator = await library.startEmulator({ clock: { now: START }, contract: publicContractAt });
  const shell = new Shell({
    "http://127.0.0.1:4010": emulator.paymentUrl,
    "http://127.0.0.1:4011": emulator.checkoutUrl,
  });
  let compared = 0;
  for (const page of ["docs/emulator/README.md", "docs/emulator/events.md", "docs/emulator/recipes.md"]) {
    for (const step of stepsOf(page)) {
      let printed = "";
      for (const line of step.lines) printed = await shell.run(line);
      expectShown(printed, step);
      if (step.shown !== undefined) compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(12);
});

test("the guide shows the account and the key that the emulator prints", async () => {
  await using emulator = await library.startEmulator();
  const page = readFileSync(join(root, "docs/emulator/README.md"), "utf8");
  expect(page).toContain(`ACCOUNT=${emulator.merchant.accountId}\n`);
  expect(page).toContain(`KEY=${emulator.merchant.testKey}\n`);
});

/** The tests that a page shows, each with the helpers before it. */
function shownTests(page: string): readonly { name: string; run: () => Promise<void> }[] {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, block = ""]) => block);
  const source = blocks
    .join("\n")
    .replace(/^import type .*\n/gm, "")
    .replace(/^import \{.*\} from ".*";\n/gm, "");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const found: { name: string; run: () => Promise<void> }[] = [];
  const collect = runInThisContext(`(test, expect, startEmulator, createServer) => {${outputText}}`) as (
    ...given: unknown[]
  ) => void;
  const add = (name: string, run: () => Promise<void>) => found.push({ name, run });
  collect(add, expect, library.startEmulator, createServer);
  return found;
}

describe.each(["docs/emulator/recipes.md", "docs/emulator/tests.md"])("the tests in %s", (page) => {
  test("are found", () => expect(shownTests(page).length).toBeGreaterThan(0));
  test.each(shownTests(page))("$name", ({ run }) => run());
});
