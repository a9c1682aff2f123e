import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../cli/command-line.ts";
import { copyOf, judged } from "./example.ts";

test("the server in TypeScript conforms in everything that its profile offers", async () => {
  const { code, output, totals } = await judged(await copyOf("typescript"));
  expect(code, output).toBe(0);
  const { passed = 0, not_applicable: _, ...others } = totals;
  expect(passed).toBeGreaterThan(190);
  expect(Object.values(others).every((count) => count === 0)).toBe(true);
});

test("the fault that its README proposes is found", async () => {
  const example = await copyOf("typescript");
  example.edit("payment-intents.ts", "body.currency.toLowerCase()", "body.currency");
  const { code, output, violated } = await judged(example);
  expect(code, output).toBe(1);
  expect(violated).toContain("payment-intents/created-currency-lowercase");
});

test("it installs what the repository itself is tested with", () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(root, file), "utf8")) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
  const own = read("package.json");
  expect({ ...own.devDependencies, ...own.dependencies }).toMatchObject(
    read("examples/typescript/package.json").dependencies,
  );
});
