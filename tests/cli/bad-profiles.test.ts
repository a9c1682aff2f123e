import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { runCommandLine } from "../../cli/program/program.ts";
import { head } from "./bad-profile.ts";
import { ROWS } from "./bad-profile-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "payconform-bad-"));
afterEach(() => vi.restoreAllMocks());

test("there are enough bad profiles", () => expect(ROWS.length).toBeGreaterThanOrEqual(30));

async function refused(name: string, text: string): Promise<{ code: number; says: string }> {
  const file = join(folder, name);
  writeFileSync(file, text);
  let says = "";
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    says += String(chunk);
    return true;
  });
  const code = await runCommandLine(["node", "payconform", "run", "--dry-run", "--profile", file]);
  return { code, says };
}

test.each(ROWS)("%s", async (_what, text, line, setting, value, allowed) => {
  const { code, says } = await refused("payconform.yaml", text);
  expect(code).toBe(2);
  expect(says.trim().split("\n")).toHaveLength(1);
  expect(says).toContain(`payconform.yaml:${line}: ${setting}: `);
  const [, told = ""] = says.split(`payconform.yaml:${line}: ${setting}: `);
  expect(told).toContain(value);
  expect(told).toContain(allowed);
});

test.each([
  ["tabs", "target:\n\tbaseUrl: x\n", /payconform.yaml:2: not YAML or JSON: Tabs are not allowed/],
  [
    "a setting twice",
    `${head}name: a\nname: b\n`,
    /payconform.yaml:4: name is set twice; leave one of the two/,
  ],
  [
    "two documents",
    `${head}---\n${head}`,
    /payconform.yaml:3: not YAML or JSON: several documents in one file/,
  ],
  ["half a JSON document", '{"target": ', /payconform.yaml:1: not YAML or JSON/],
  [
    "an empty file",
    "",
    /payconform.yaml: the whole file: nothing is set: it has to be a mapping; allowed in it: name, target/,
  ],
])("a file of %s", async (_what, text, says) => {
  const ended = await refused("payconform.yaml", text);
  expect(ended.code).toBe(2);
  expect(ended.says).toMatch(says);
  expect(ended.says).not.toMatch(/\n\s+at /);
});

test.each([
  [
    "a password",
    "http://me:canary@x",
    /contains a user name or a password; set them as a secret under headers/,
  ],
  ["a token", "http://x/?token=canary", /contains a query or a fragment; allowed after the host: a path/],
])("a URL with %s is refused without being repeated", async (_what, url, says) => {
  const { code, says: told } = await refused("payconform.yaml", `target:\n  baseUrl: ${url}\n`);
  expect(code).toBe(2);
  expect(told).toMatch(/payconform.yaml:2: target.baseUrl: the value \(not shown\)/);
  expect(told).toMatch(says);
  expect(told).not.toContain("canary");
});

test.each([
  ["keys", (index: number) => `k${index}: v`],
  ["headers", (index: number) => `${index === 0 ? "headers:\n" : ""}  x-h${index}: v`],
  ["patterns", (index: number) => `${index === 0 ? "notOffered:\n" : ""}  - rule/${index}`],
  ["comments", () => "# nothing"],
])("a profile of 200,000 lines of %s is refused for its size", async (_what, line) => {
  const { code, says } = await refused(
    "payconform.yaml",
    `${head}${Array.from({ length: 200_000 }, (_, index) => line(index)).join("\n")}`,
  );
  expect(code).toBe(2);
  expect(says).toMatch(/payconform\.yaml has 20\d{4} lines and \d+ bytes; a profile has at most 5000 lines/);
});

test.each([
  ["open brackets", "[".repeat(100_000)],
  ["brackets", "[".repeat(100_000) + "]".repeat(100_000)],
  ["open braces", '{"a":'.repeat(40_000)],
  ["braces within a setting", `${head}name: ${"{a: ".repeat(40_000)}1${"}".repeat(40_000)}`],
  ["lists on one line", "- ".repeat(100_000)],
  ["keys on one line", "? ".repeat(100_000)],
  ["closed and open brackets", "[".repeat(99) + "]]\n[[[".repeat(50)],
  ["levels", Array.from({ length: 600 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
])("a profile that contains only %s is reported like any other mistake", async (_what, text) => {
  const at = performance.now();
  for (const name of ["payconform.yaml", "payconform.json"]) {
    const { code, says } = await refused(name, text);
    expect(code).toBe(2);
    expect(says).toMatch(
      /^payconform: \S+payconform\.\w+:\d+: more than 100 levels of lists and mappings; close/,
    );
    expect(says).not.toMatch(/call stack|\n\s+at /);
  }
  // A few starts take a second or two.
  expect(performance.now() - at).toBeLessThan(60_000);
});

test("only the first fifty of thousands of mistakes are shown", async () => {
  const { code, says } = await refused(
    "payconform.yaml",
    `${head}${Array.from({ length: 4_000 }, (_, index) => `k${index}: v`).join("\n")}`,
  );
  expect(code).toBe(2);
  expect(says.trim().split("\n")).toHaveLength(51);
  expect(says).toContain("… and 3950 more");
});
