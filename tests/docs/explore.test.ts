import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { payconform, root } from "../cli/command-line.ts";

const page = readFileSync(join(root, "docs/explore.md"), "utf8");

test("the command of the page explores the emulator", async () => {
  const [, words = ""] = /^```sh\npayconform (.*)\n```$/m.exec(page) ?? [];
  const { code, stdout } = await payconform([...words.split(" "), "--no-allure"]);
  expect(stdout).toMatch(/outcomes of \d+ acts in 3\d\d requests/);
  expect(code).toBe(0);
});
