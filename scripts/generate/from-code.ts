import { dataText } from "./data-text.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Rule, RuleFiles } from "../../spec/index.ts";
import { linesOfEvents } from "./events.ts";
import { linesOfRules } from "./rule-ids.ts";

/** The facts about each check that a plan needs without its code, as JSON. Checks read the generated contract and catalogue. */
export async function checksFile(): Promise<string> {
  const { modules } = await import("../../suites/generated/modules.ts");
  const facts = [];
  for (const [module, load] of Object.entries(modules))
    for (const { id, options } of (await load()).default) facts.push({ id, module, options });
  return dataText(facts);
}

/** The mutants that each rule catches, as JSON. Mutants read the generated contract and catalogue. */
export async function proofsFile(): Promise<string> {
  const { mutants } = await import("../../mutants/index.ts");
  const proofs: Record<string, { mutant: string; summary: string }[]> = {};
  for (const { id, summary, violates } of mutants)
    for (const rule of violates) (proofs[rule] ??= []).push({ mutant: id, summary });
  return dataText(proofs);
}

/** The files that state each rule, judge it, and prove that its check can fail, as JSON. Reads the exports of suites and mutants. */
export async function ruleFilesFile(root: string): Promise<string> {
  const [{ catalogue }, { mutants }, checks, fileOfMutant] = await Promise.all([
    import("../../spec/index.ts"),
    import("../../mutants/index.ts"),
    filesOf(root, "suites", "judge"),
    filesOf(root, "mutants", "violates"),
  ]);
  const stated = statedIn(root);
  const files: Record<string, RuleFiles> = {};
  for (const rule of catalogue) {
    const check = checks.get(rule.id);
    files[rule.id] = { stated: stated(rule), ...(check === undefined ? {} : { check }), mutants: {} };
  }
  for (const { id, violates } of mutants) {
    const file = fileOfMutant.get(id);
    if (file === undefined) throw new Error(`no file below mutants/ exports the mutant ${id} in a list`);
    for (const rule of violates) ((files[rule] as Files).mutants[file] ??= []).push(id);
  }
  return dataText(files);
}

type Files = RuleFiles & { readonly mutants: Record<string, string[]> };

/** The file that exports each id in a list. Skips `index.ts` and generated files, which only collect the lists of others. */
async function filesOf(root: string, folder: string, member: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
    if (!name.endsWith(".ts") || name.endsWith("index.ts") || name.startsWith("generated/")) continue;
    const file = `${folder}/${name}`;
    const exported = (await import(pathToFileURL(join(root, file)).href)) as Readonly<
      Record<string, unknown>
    >;
    for (const entry of Object.values(exported).filter(Array.isArray).flat() as readonly unknown[])
      if (typeof entry === "object" && entry !== null && "id" in entry && member in entry)
        found.set(String(entry.id), file);
  }
  return found;
}

/** Where a rule is stated: files and lines of the contract with its constraint, or the file of its area. */
function statedIn(root: string): (rule: Rule) => readonly string[] {
  const named = new Map<string, string[]>();
  for (const name of readdirSync(join(root, "spec/openapi"), { recursive: true, encoding: "utf8" }).sort()) {
    if (!name.endsWith(".yaml")) continue;
    const file = `spec/openapi/${name}`;
    const text = readFileSync(join(root, file), "utf8");
    const lines = [...linesOfRules(text), ...(name.startsWith("events/") ? linesOfEvents(text) : [])];
    for (const [id, line] of lines) named.set(id, [...(named.get(id) ?? []), `${file}:${line}`]);
  }
  return ({ id, area }) => named.get(id) ?? [`spec/areas/${area}.yaml`];
}

/**
 * The files of the public contract as text, by name. It is derived from the judge's contract, which must have been generated, with examples
 * that are captured from the emulator.
 */
export async function publicTexts(root: string): Promise<Readonly<Record<string, string>>> {
  const [
    { openPoints, openapi },
    { captureExamples },
    { publicContract, publicFiles },
    { readWords },
    { additionsText },
  ] = await Promise.all([
    import("../../spec/index.ts"),
    import("../examples/index.ts"),
    import("../public/index.ts"),
    import("../public/words.ts"),
    import("../public/additions.ts"),
  ]);
  const document = structuredClone(openapi) as Record<string, unknown>;
  const examples = await captureExamples(document);
  return {
    ...publicFiles(
      publicContract({ document, words: readWords(root), examples, openCount: openPoints.length }),
    ),
    "emulator-openapi.json": await additionsText(openapi),
  };
}
