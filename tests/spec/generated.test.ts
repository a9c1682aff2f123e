import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fileLines } from "../../cli/commands/explain-files.ts";
import { mutants } from "../../mutants/index.ts";
import { readAreas } from "../../scripts/generate/areas.ts";
import { readOperations, requireEach } from "../../scripts/generate/operations.ts";
import { driftOf, generate, generateFromCode } from "../../scripts/generate.ts";
import { catalogue, filesByRule, proofsByRule } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { emptyFolder } from "../empty-folder.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

const texts = new Map<string, string>();
function namesIn(file: string, word = ""): boolean {
  const text = texts.get(file) ?? readFileSync(join(root, file), "utf8");
  texts.set(file, text);
  return text.includes(word);
}

/** Whether a line of the contract has the id of a rule, or the property from which it derives. */
function isStatedAt(id: string, { file, line }: { file: string; line: number }): boolean {
  const text = readFileSync(join(root, file), "utf8").split("\n")[line - 1] ?? "";
  const [, beginning] = /^ *x-rules: (\S+)$/.exec(text) ?? [];
  if (beginning !== undefined) return id.startsWith(beginning);
  const [property = " "] =
    /^ *operationId: (\w+)$|^ *"?(\w+)\??"?:/.exec(text)?.slice(1).filter(Boolean) ?? [];
  const kebab = property
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
  return text.includes(id) || id.includes(kebab);
}

const exportedIds = new Map<string, readonly string[]>();

/** The ids of the checks or mutants that a module exports. */
async function idsIn(file: string): Promise<readonly string[]> {
  const known = exportedIds.get(file);
  if (known !== undefined) return known;
  const exported = (await import(join(root, file))) as Readonly<Record<string, unknown>>;
  const entries = Object.values(exported).filter(Array.isArray).flat() as readonly { id?: string }[];
  const ids = entries.flatMap(({ id }) => id ?? []);
  exportedIds.set(file, ids);
  return ids;
}

describe("the generated files", () => {
  it("are up to date", async () => {
    const files = new Map([...(await generate()), ...(await generateFromCode())]);
    expect(driftOf(files)).toEqual([]);
  });

  it("are reported as out of date if one is altered", async () => {
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

  it("name files that have the sentence, the check and the mutants of every rule", async () => {
    const found = filesByRule();
    const checked = new Set(checks.map(({ id }) => id));
    for (const { id } of catalogue) {
      const files = found.get(id);
      const own = id.slice(id.indexOf("/") + 1);
      for (const place of files?.stated ?? []) {
        const [file = "", line] = place.split(":");
        if (line === undefined) expect(namesIn(file, own.split("-").at(-1)), `${id} in ${file}`).toBe(true);
        else expect(isStatedAt(id, { file, line: Number(line) }), `${id} at ${place}`).toBe(true);
      }
      expect(files?.stated.length, id).toBeGreaterThan(0);
      expect(files?.check !== undefined, id).toBe(checked.has(id));
      if (files?.check !== undefined) expect(await idsIn(files.check), id).toContain(id);
      for (const [file, ids] of Object.entries(files?.mutants ?? {}))
        for (const mutant of ids) expect(await idsIn(file), mutant).toContain(mutant);
    }
  });

  it("give the line of every sentence, check and mutant in its file, also of those that are derived", () => {
    const found = filesByRule();
    const withoutLine = catalogue.flatMap((rule) =>
      fileLines(rule, found)
        .slice(1)
        .filter((line) => !/^ {4}\w+ +(\S+:\d+|the constraint itself|none)(  \S+)?$/.test(line))
        .map((line) => `${rule.id}: ${line}`),
    );
    expect(withoutLine).toEqual([]);
  });

  it.each([
    [
      "reversals/over-remaining-refused",
      "suites/reversals/refusals.ts",
      '"reversals/over-remaining-refused"',
    ],
    ["connect-guards/withdraw-without-key", "suites/guards.ts", "-without-key`"],
    ["vendors/conflict-creates-once", "suites/keys.ts", '"conflict-{once}"'],
    ["withdrawals/replay-after-maturity-moves-nothing", "suites/withdrawals/keys.ts", "names: {"],
    ["invoices/paid-at-creation", "suites/emissions.ts", '"invoices/paid-at-creation"'],
    ["remittances/amount-is-the-requested", "suites/expect/payouts.ts", "/amount-is-the-requested`"],
    ["connect-targets/account-read-deleted", "suites/connect-targets/unreachable-vendors.ts", '"deleted"'],
    ["reversals/reversed-total", "spec/openapi/schemas/reversals.yaml", "reversed_total:"],
    ["reversals/reversed-total-whole-francs", "spec/openapi/schemas/reversals.yaml", "reversed_total:"],
    ["allocations/body", "mutants/passive/operations.ts", "`${slug(rule)}-${fault}-at-${kebab(name)}`"],
    ["connect-events/envelope-account-id", "mutants/passive/events.ts", "-in-${slug(name)}`"],
    ["allocations/accepts-fee-on-account", "mutants/operations/accepted.ts", "`refuses-${form}`"],
    ["allocations/accepts-fee-on-account", "suites/operations/accepted.ts", "export default catalogue"],
    ["allocations/create-allocation-is-served", "mutants/operations/served.ts", "`no-route-${operationId}`"],
    ["allocations/create-allocation-is-served", "suites/operations/served.ts", "export default"],
  ])("give the line of %s in %s", (id, file, text) => {
    const rule = catalogue.find((candidate) => candidate.id === id);
    const shown = rule === undefined ? "" : fileLines(rule).join("\n");
    const line = Number(new RegExp(`${file}:(\\d+)`).exec(shown)?.[1]);
    expect(readFileSync(join(root, file), "utf8").split("\n")[line - 1]).toContain(text);
  });
});

/** An operation that this area guards, with a column, and one of another area. */
const OPERATIONS = `
makeThing:
  { row: make-thing, Act: Making a thing, area: makers, needs: [host.checkout], guards: things, vendor: { row: made, Request: A thing for, needs: [events] } }
readThing: { row: read-thing, Act: Reading a thing, area: things, guards: others }
`;

describe("the file of an area", () => {
  const read = (area: string) => {
    const folder = emptyFolder();
    try {
      mkdirSync(join(folder, "spec/areas"), { recursive: true });
      symlinkSync(join(root, "spec/schemas"), join(folder, "spec/schemas"));
      writeFileSync(join(folder, "spec/areas/things.yaml"), area);
      writeFileSync(join(folder, "spec/operations.yaml"), OPERATIONS);
      return readAreas(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  it("gives the rules of a group what the group says", () => {
    const { rules } = read(
      'needs: [key.live]\nsections: { "3": { rules: { a: This is a thing. }, groups: [{ kind: race, needs: [], rules: { b: This is a second thing., c: { says: This is a third thing., needs: [key.live] } } }] } }',
    );
    expect(rules.map(({ id, kind, needs, says }) => [id, kind, needs, says])).toEqual([
      ["things/a", "example", ["key.live"], "This is a thing."],
      ["things/b", "race", [], "This is a second thing."],
      ["things/c", "race", ["key.live"], "This is a third thing."],
    ]);
  });
  it("gives a family the rows of the operations that it selects, and adds the needs of its rules", () => {
    const { rules } = read(
      'sections: { "3": { families: [{ of: { guards: things }, rules: { "{row}-guarded": { says: "{Act} is guarded.", needs: [key.live] } } }, { of: { with: vendor }, rules: { "{row}-known": { says: "Known is {request} a vendor.", needs: [key.live], without: [events] } } }] } }',
    );
    expect(rules.map(({ id, needs, operationArea, says }) => [id, needs, operationArea, says])).toEqual([
      ["things/make-thing-guarded", ["host.checkout", "key.live"], "makers", "Making a thing is guarded."],
      ["things/made-known", ["key.live"], "makers", "Known is a thing for a vendor."],
    ]);
  });
  it.each([
    ["sections: [", "spec/areas/things.yaml:1: not YAML"],
    ["- a", 'spec/areas/things.yaml:1: the whole file: ["a"] has to be a mapping'],
    ["needs: []", "spec/areas/things.yaml:1: the whole file: sections is missing"],
    [
      'sections: { "4.2": { rules: { Wrong: A thing is a thing. } } }',
      'spec/areas/things.yaml:1: sections.4.2.rules.Wrong: "Wrong" is not allowed',
    ],
    [
      'sections: { "1": { rules: { a: A thing is a thing. } }, "2": { rules: { a: A thing is no thing. } } }',
      "spec/areas/things.yaml: things/a: already in spec/areas/things.yaml",
    ],
    [
      'sections: { "1": { rules: { a: { says: A thing is accepted., accepts: { operation: makeThing, about: vendr } } } } }',
      'spec/areas/things.yaml:1: sections.1.rules.a.accepts.about: "vendr" is not allowed; allowed: account',
    ],
    [
      'sections: { "1": { families: [{ of: { guards: nothing }, rules: { "{row}-guarded": "{Act} is guarded." } }] } }',
      'spec/areas/things.yaml:1: spec/operations.yaml has no row for {"guards":"nothing"}',
    ],
    [
      'sections: { "1": { families: [{ of: { guards: things, except: [take-thing] }, rules: { "{row}-guarded": "{Act} is guarded." } }] } }',
      "spec/areas/things.yaml:1: except: take-thing is not selected; remove it",
    ],
  ])("is refused with the location of its fault: %j", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

it("an operation of the contract without a row is a fault", () => {
  expect(() => requireEach(readOperations(root), ["createAllocation", "inventThing"])).toThrow(
    "spec/operations.yaml: no row for inventThing",
  );
});
