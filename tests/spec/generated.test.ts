import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readData } from "../../scripts/generate/catalogue.ts";
import { driftOf, generate } from "../../scripts/generate.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

describe("the generated files", () => {
  it("are what their sources give", async () => {
    const files = await generate();
    expect(driftOf(files)).toEqual([]);
  });

  it("are found to drift when one is altered", async () => {
    const files = new Map([["spec/generated/catalogue.json", "[]\n"]]);
    expect(driftOf(files)).toContain(
      "spec/generated/catalogue.json differs from its sources: run `npm run generate`",
    );
  });
});

describe("bad sources", () => {
  const faultOf = (rules: string): string => {
    const folder = mkdtempSync(join(tmpdir(), "payconform-spec-"));
    try {
      mkdirSync(join(folder, "spec/rules"), { recursive: true });
      mkdirSync(join(folder, "spec/ambiguities"));
      symlinkSync(join(root, "spec/schemas"), join(folder, "spec/schemas"));
      writeFileSync(join(folder, "spec/rules/things.yaml"), rules);
      writeFileSync(join(folder, "spec/needs.yaml"), "");
      writeFileSync(join(folder, "spec/ports.yaml"), "");
      writeFileSync(join(folder, "spec/retired.yaml"), "");
      readData(folder);
      return "";
    } catch (error) {
      return (error as Error).message;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const rule = (id: string): string =>
    `- { id: ${id}, section: "1", level: MUST, kind: example, says: A thing is a thing., needs: [] }\n`;

  it.each([
    ["- id: [", "spec/rules/things.yaml: "],
    ["a: b", "spec/rules/things.yaml: a list is expected"],
    ["- id: things/a\n", "spec/rules/things.yaml: things/a: the entry must have required property 'section'"],
    [rule("things/Wrong"), "spec/rules/things.yaml: things/Wrong: /id must match pattern"],
    [
      rule("things/a") + rule("things/a"),
      "spec/rules/things.yaml: things/a: already in spec/rules/things.yaml",
    ],
    [rule("others/a"), "spec/rules/things.yaml: others/a: belongs in spec/rules/others.yaml"],
  ])("are refused with the place: %j", (text, message) => {
    expect(faultOf(text)).toContain(message);
  });
});
