/**
 * Bundles the hand-written data of `spec/` into `spec/generated/`, and updates the generated tables in `docs/`.
 * `--check` writes nothing and fails when a generated file is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readAnchors } from "./document/anchors.ts";
import { acceptancesPage } from "./generate/acceptances-page.ts";
import { auditPage } from "./generate/audit-page.ts";
import { idTypes, readData, withRules } from "./generate/catalogue.ts";
import { bundle, contractFiles } from "./generate/contract.ts";
import { controlPage } from "./generate/control-page.ts";
import { passiveRules } from "./generate/passive-rules.ts";
import { profilePage } from "./generate/profile-page.ts";
import { withReferences } from "./generate/references.ts";
import { servedRules } from "./generate/served.ts";
import { SourceFault } from "./generate/sources.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const CONTRACT = "spec/openapi/openapi.yaml";
const CONTROL = "spec/control/openapi.yaml";
const COMMAND = "npm run generate";

/** Content of each generated file by its path. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const put = (name: string, text: string): void => void files.set(`spec/generated/${name}`, text);
  const [bundled, control] = await Promise.all([bundle(root, CONTRACT), bundle(root, CONTROL)]);
  const { rules, contract } = passiveRules(bundled);
  const anchors = readAnchors(
    join(root, "spec/document-anchors.yaml"),
    join(root, "spec/schemas/document-anchors.json"),
  );
  const data = withReferences(
    withRules(readData(root), [...rules, ...servedRules(contract, rules)]),
    anchors,
  );
  const [contractText, controlText] = await Promise.all([
    contractFiles(contract, CONTRACT),
    contractFiles(control, CONTROL),
  ]);
  for (const { name, entries } of data) put(`${name}.json`, `${JSON.stringify(entries, null, 1)}\n`);
  put("rule-ids.ts", idTypes(data));
  put("openapi.json", contractText.json);
  put("openapi.ts", contractText.types);
  put("control.json", controlText.json);
  put("control.ts", controlText.types);
  const entriesOf = (name: string): readonly unknown[] =>
    data.find((list) => list.name === name)?.entries ?? [];
  const page = controlPage(root, {
    control: controlText.json,
    rules: entriesOf("catalogue"),
    needs: entriesOf("needs"),
  });
  files.set(page.path, page.text);
  const profile = profilePage(root, { needs: entriesOf("needs"), ports: entriesOf("ports") });
  files.set(profile.path, profile.text);
  const acceptances = acceptancesPage(root, entriesOf("catalogue"));
  files.set(acceptances.path, acceptances.text);
  const audit = auditPage(root, { rules: entriesOf("catalogue"), retired: entriesOf("retired") });
  files.set(audit.path, audit.text);
  return files;
}

/** One line for each generated file that is out of date. */
export function driftOf(files: ReadonlyMap<string, string>): string[] {
  const drift: string[] = [];
  for (const [path, text] of files) {
    const full = join(root, path);
    if (!existsSync(full)) drift.push(`${path} is missing: run \`${COMMAND}\``);
    else if (readFileSync(full, "utf8") !== text) drift.push(`${path} is out of date: run \`${COMMAND}\``);
  }
  for (const name of readdirSync(join(root, "spec/generated"))) {
    const path = `spec/generated/${name}`;
    if (!files.has(path)) drift.push(`${path} is not generated any more: delete it`);
  }
  return drift;
}

async function main(): Promise<number> {
  const files = await generate();
  if (process.argv.includes("--check")) {
    const drift = driftOf(files);
    for (const line of drift) console.error(line);
    return drift.length === 0 ? 0 : 1;
  }
  mkdirSync(join(root, "spec/generated"), { recursive: true });
  for (const [path, text] of files) {
    const full = join(root, path);
    if (!existsSync(full) || readFileSync(full, "utf8") !== text) writeFileSync(full, text);
  }
  return 0;
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  process.exitCode = await main().catch((error: unknown) => {
    if (!(error instanceof SourceFault)) throw error;
    console.error(error.message);
    return 1;
  });
}
