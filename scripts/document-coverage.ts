/**
 * Compares the interface document with the rules and the open points: each sentence and table row has rules, open points, or a
 * reason why it has none. The document is not part of the repository; give its path as an argument or in PAYCONFORM_DOCUMENT.
 * Without it, only the committed anchors are compared with the ids.
 *
 *   npm run references -- [DOCUMENT] [--sections]
 *
 * `--sections` lists the counts and rules of each section before the problems.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openPoints, catalogue } from "../spec/index.ts";
import { readAnchors } from "./document/anchors.ts";
import { faultsOfAnchors, faultsOfCoverage, sectionLines } from "./document/coverage.ts";
import { unitsOf } from "../cli/document/units.ts";
import { SourceFault } from "./generate/sources.ts";

const root = join(import.meta.dirname, "..");

interface Coverage {
  readonly faults: readonly string[];
  /** The counts and rules of each section; empty without the document. */
  readonly sections: readonly string[];
}

/** Compares the committed anchors with the ids and, if a path is given, with the document. */
export function coverageOf(document: string | null): Coverage {
  const known = { rules: catalogue, open: openPoints.map((entry) => entry.id) };
  const anchors = readAnchors(root, known);
  const faults = faultsOfAnchors(anchors, known);
  if (document === null) return { faults, sections: [] };
  const units = unitsOf(readFileSync(document, "utf8"));
  return {
    faults: [...faults, ...faultsOfCoverage(units, anchors, known)],
    sections: sectionLines(units, anchors, known),
  };
}

function main(): number {
  const path =
    process.argv.slice(2).find((argument) => !argument.startsWith("--")) ??
    process.env["PAYCONFORM_DOCUMENT"];
  if (path !== undefined && !existsSync(path)) {
    console.error(`${path} does not exist; give the path of the interface document`);
    return 2;
  }
  try {
    const { faults, sections } = coverageOf(path ?? null);
    if (process.argv.includes("--sections")) for (const line of sections) console.log(line);
    for (const fault of faults) console.error(fault);
    console.log(`${faults.length} problems${path === undefined ? " (without the document)" : ""}`);
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    console.error(error.message);
    return 1;
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = main();
