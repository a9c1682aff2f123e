import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MANIFEST_FILE, OutputFolder } from "../../reports/output/output-folder.ts";
import { emptyFolder } from "../empty-folder.ts";

let outDir: string;
beforeEach(() => {
  outDir = emptyFolder();
});
afterEach(() => rmSync(outDir, { recursive: true, force: true }));

const RULES = ["area/rule"];
const all = { rules: RULES, allure: true };
const put = (name: string, text = "somebody's"): void => {
  mkdirSync(dirname(join(outDir, name)), { recursive: true });
  writeFileSync(join(outDir, name), text);
};
const names = (): readonly string[] =>
  readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(outDir.length + 1))
    .sort();

const OURS = [
  "conformance.json",
  "junit.xml",
  "summary.md",
  "transcripts/area__rule.http",
  "replays/area__rule.json",
  "allure-report/index.html",
  "report.html",
  "results.sarif",
  "badge.json",
  "badge.svg",
];

describe("foreign files", () => {
  it.each([...OURS, "allure-results/0-result.json"])("are noticed before %s would be replaced", (name) => {
    put(name);
    expect(new OutputFolder(outDir).foreign(all)).toBe(name);
  });

  it.each([
    ["no Allure is written", "allure-report/index.html", { rules: RULES, allure: false }],
    ["no rule has that name", "transcripts/other.http", all],
    ["the name is another one", "allure-report/data.json", all],
  ] as const)("do not matter if %s", (_when, name, options) => {
    put(name);
    expect(new OutputFolder(outDir).foreign(options)).toBeNull();
  });

  it("are kept when the files of an earlier run are deleted", () => {
    const folder = new OutputFolder(outDir);
    for (const name of OURS) folder.write(name, "ours");
    const others = ["transcripts/notes.http", "allure-report/data.json", "replays/a.txt", "notes.md"];
    for (const name of others) put(name);
    new OutputFolder(outDir).clear();
    expect(names()).toEqual([...others].sort());
  });

  it("are kept even if a manifest lists them", () => {
    const outside = emptyFolder();
    writeFileSync(join(outside, "kept"), "");
    put("notes.md");
    put(".git/config");
    symlinkSync(outside, join(outDir, "transcripts"));
    put(
      MANIFEST_FILE,
      [
        "notes.md",
        ".git/config",
        `${outside}/kept`,
        "../kept",
        "transcripts/../notes.md",
        "transcripts/kept",
        "",
      ].join("\n"),
    );
    new OutputFolder(outDir).clear();
    expect(names()).toEqual(expect.arrayContaining(["notes.md", ".git/config"]));
    expect(existsSync(join(outside, "kept"))).toBe(true);
    rmSync(outside, { recursive: true });
  });
});

describe("symbolic links", () => {
  it.each(["conformance.json", "transcripts/area__rule.http"])("are not followed to write %s", (name) => {
    const outside = emptyFolder();
    writeFileSync(join(outside, "kept"), "kept");
    const folder = new OutputFolder(outDir);
    folder.write(name, "ours");
    rmSync(join(outDir, name));
    symlinkSync(join(outside, "kept"), join(outDir, name));
    expect(new OutputFolder(outDir).foreign(all)).toBe(name);
    folder.write(name, "ours");
    expect(readFileSync(join(outside, "kept"), "utf8")).toBe("kept");
    expect(readFileSync(join(outDir, name), "utf8")).toBe("ours");
    rmSync(outside, { recursive: true });
  });

  it.each(["transcripts", "replays", "allure-results", "allure-report"])(
    "are not taken for the folder %s",
    (name) => {
      const outside = emptyFolder();
      symlinkSync(outside, join(outDir, name));
      const folder = new OutputFolder(outDir);
      expect(folder.foreign(all)).toBe(name);
      expect(() => folder.write(`${name}/index.html`, "ours")).toThrow("something else is there");
      expect(readdirSync(outside)).toEqual([]);
      rmSync(outside, { recursive: true });
    },
  );
});

describe("an earlier run", () => {
  it("is recognised by its manifest, even if it was killed", () => {
    const folder = new OutputFolder(outDir);
    for (const name of OURS) folder.write(name, "ours");
    put("transcripts/.payconform-0123456789abcdef.tmp", "half a file");
    writeFileSync(join(folder.workFolder(), "results"), "unfinished work");
    const next = new OutputFolder(outDir);
    expect(next.foreign(all)).toBeNull();
    next.clear();
    expect(names()).toEqual([]);
  });

  it("is not recognised by a foreign conformance.json", () => {
    put("conformance.json", JSON.stringify({ schemaVersion: 1, suite: { name: "other" }, rules: [] }));
    expect(new OutputFolder(outDir).foreign(all)).toBe("conformance.json");
  });

  it("keeps its clean-up log", () => {
    const folder = new OutputFolder(outDir);
    folder.write("leftovers.jsonl", "what is left");
    folder.write("summary.md", "ours");
    new OutputFolder(outDir).clear();
    expect(names()).toEqual(["leftovers.jsonl", MANIFEST_FILE]);
  });
});
