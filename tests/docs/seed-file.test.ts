import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withSeedFile } from "../../cli/emulate/seed-file.ts";
import { createEmulator, manualTime } from "../../emulator/index.ts";
import { emptyFolder, emulating, inThisProcess, root } from "../cli/command-line.ts";

const page = readFileSync(join(root, "docs/emulator/seed-file.md"), "utf8");
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? "";

/** The file of the page, changed if wanted, in a folder of its own. */
function fileOf(change: (text: string) => string = (text) => text): string {
  const file = join(emptyFolder(), "shop.yaml");
  writeFileSync(file, change(blockOf("yaml")));
  return file;
}

describe("docs/emulator/seed-file.md", () => {
  test("shows a valid file, and the mistake of another", () => {
    const make = (file: string) =>
      withSeedFile(file, (given) => createEmulator({ given, time: manualTime(Date.UTC(2026, 0, 31)) }));
    expect(make(fileOf()).merchants).toHaveLength(1);
    const broken = fileOf((text) => text.replace("available: 40000", "available: 1"));
    const [line = ""] = blockOf("text").split("\n");
    expect(() => make(broken)).toThrow(line.replace("shop.yaml", broken));
  });

  test("names each part of the schema", () => {
    const names = new Set<string>();
    const walk = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const name of Object.keys((value as { properties?: object }).properties ?? {})) names.add(name);
      Object.values(value).forEach(walk);
    };
    walk(JSON.parse(readFileSync(join(root, "spec/schemas/seed-file.schema.json"), "utf8")));
    expect(names.size).toBeGreaterThan(25);
    expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
  });

  test("shows a command that starts with the file's merchants and time", async () => {
    const time = ["--now", "2026-01-31T10:00:00Z", "--clock", "still"];
    const { controlUrl, merchants } = await emulating(["--seed-file", fileOf(), ...time]);
    const now = await fetch(`${controlUrl}/merchants/${merchants[0]?.accountId}/clock`);
    expect(await now.json()).toEqual({ now: "2026-01-31T10:00:00.000Z" });
  });

  test.each([
    [
      "names the line of a value that the schema refuses",
      "status: active",
      "status: dead",
      /shop\.yaml:14: .*"dead"/,
    ],
    [
      "names the line of an unknown part",
      "balance: 250000",
      "balanse: 250000",
      /shop\.yaml:3: .*balanse: unknown/,
    ],
  ])("%s", async (_, from, to, message) => {
    const ended = await inThisProcess(["emulate", "--seed-file", fileOf((text) => text.replace(from, to))]);
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
    expect(ended.stderr).toMatch(message);
  });
});
