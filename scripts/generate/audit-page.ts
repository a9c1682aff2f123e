import type { RetiredRule, Rule } from "../../spec/index.ts";
import { cell, type Page, table, withGenerated } from "./page.ts";
import { faultsOf, readList, SourceFault, yamlFiles } from "./sources.ts";

const PAGE = { path: "docs/audit.md", part: "audit" };
const FOLDER = "spec/audit";

interface Doubt {
  readonly rules: readonly string[];
  readonly finding: "accuses" | "misses" | "sentence";
  readonly server: string;
  readonly verdict: "kept" | "weakened" | "strengthened" | "observed" | "reworded" | "retired";
  readonly reason: string;
}

const FINDINGS: Readonly<Record<Doubt["finding"], string>> = {
  accuses: "false violation",
  misses: "missed fault",
  sentence: "does not judge what it says",
};

/**
 * The page on the audit, with updated tables: each doubt with its verdict, and each rule with its references.
 * @throws SourceFault
 */
export function auditPage(
  root: string,
  { rules, retired }: { readonly rules: readonly Rule[]; readonly retired: readonly RetiredRule[] },
): Page {
  const doubts = readDoubts(root, new Set([...rules, ...retired].map(({ id }) => id)));
  const verdicts = new Map<string, Set<string>>();
  for (const { rules: ids, verdict } of doubts)
    for (const id of ids) verdicts.set(id, (verdicts.get(id) ?? new Set()).add(verdict));
  const settled = doubts.map(({ rules: ids, finding, server, verdict, reason }) => [
    `\`${ids.join("`, `")}\``,
    FINDINGS[finding],
    cell(server),
    verdict,
    cell(reason),
  ]);
  const every = rules.map(({ id, references }) => [
    `\`${id}\``,
    references.join("; "),
    [...(verdicts.get(id) ?? ["kept"])].join(", "),
  ]);
  return withGenerated(root, PAGE, [
    "## Doubts",
    table(["rules", "doubt", "server", "verdict", "reason"], settled),
    "## Rules",
    table(["rule", "document", "verdict"], every),
  ]);
}

function readDoubts(root: string, known: ReadonlySet<string>): readonly Doubt[] {
  const faults: string[] = [];
  const doubts = yamlFiles(root, FOLDER).flatMap((name) => {
    const path = `${FOLDER}/${name}`;
    const list = readList(root, path);
    const wrong = faultsOf(root, "audit", path, list);
    faults.push(...wrong);
    if (wrong.length > 0) return [];
    const entries = list as unknown as readonly Doubt[];
    for (const id of entries.flatMap(({ rules }) => rules))
      if (!known.has(id)) faults.push(`${path}: unknown rule ${id}`);
    return entries;
  });
  if (faults.length > 0) throw new SourceFault(faults.join("\n"));
  return doubts;
}
