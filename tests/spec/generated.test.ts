import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { mutants } from "../../mutants/index.ts";
import { readData } from "../../scripts/generate/catalogue.ts";
import { driftOf, generate, generateFromCode } from "../../scripts/generate.ts";
import { proofsByRule } from "../../spec/index.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

describe("the generated files", () => {
  it("are what their sources give", async () => {
    const files = new Map([...(await generate()), ...(await generateFromCode())]);
    expect(driftOf(files)).toEqual([]);
  });

  it("are found to drift when one is altered", async () => {
    const files = new Map([["spec/generated/catalogue.json", "[]\n"]]);
    expect(driftOf(files)).toContain("spec/generated/catalogue.json is out of date: run `npm run generate`");
  });

  it("list as proofs of a rule the mutants that it catches", () => {
    const proofs = proofsByRule();
    for (const { id, summary, violates } of mutants)
      for (const rule of violates) expect(proofs.get(rule)).toContainEqual({ mutant: id, summary });
    const count = [...proofs.values()].reduce((sum, { length }) => sum + length, 0);
    expect(count).toBe(mutants.reduce((sum, { violates }) => sum + violates.length, 0));
  });
});

describe("bad sources", () => {
  const faultOf = (area: string): string => {
    const folder = mkdtempSync(join(tmpdir(), "payconform-spec-"));
    try {
      mkdirSync(join(folder, "spec/areas"), { recursive: true });
      symlinkSync(join(root, "spec/schemas"), join(folder, "spec/schemas"));
      writeFileSync(join(folder, "spec/areas/things.yaml"), area);
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
  it.each([
    ["sections: [", "spec/areas/things.yaml: "],
    ["- a", "spec/areas/things.yaml: must be an object"],
    ["needs: []", "spec/areas/things.yaml: entry 1: the entry must have required property 'sections'"],
    [
      'sections: { "4.2": { rules: { Wrong: A thing is a thing. } } }',
      "spec/areas/things.yaml: entry 1: /sections/4.2/rules must match pattern",
    ],
    [
      'sections: { "1": { rules: { a: A thing is a thing. } }, "2": { rules: { a: A thing is no thing. } } }',
      "spec/areas/things.yaml: things/a: already in spec/areas/things.yaml",
    ],
  ])("are refused with the place: %j", (text, message) => {
    expect(faultOf(text)).toContain(message);
  });
});
