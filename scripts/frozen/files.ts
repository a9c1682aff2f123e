import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "../../mutants/mutant.ts";
import type { Ambiguity, Rule } from "../../spec/index.ts";

/** The sources of the record. */
export interface Sources {
  readonly rules: readonly Rule[];
  readonly ambiguities: readonly Ambiguity[];
  readonly mutants: readonly Pick<Mutant, "id" | "violates">[];
}

/** A recorded file, with a line per id. The id is before the first tab. */
export interface FrozenFile {
  readonly path: string;
  /** What a line describes, for messages: "rule". */
  readonly what: string;
  /** Set if the rest of a line is a list of words. */
  readonly list?: true;
  /** Derives the lines from the sources. */
  readonly derive: (sources: Sources, recorded: readonly string[]) => readonly string[];
}

export const FROZEN: readonly FrozenFile[] = [
  {
    path: "spec/rules.lock",
    what: "rule",
    derive: ({ rules }) => rules.map(({ id, section, says }) => [id, section, says].join("\t")),
  },
  {
    path: "spec/open-points.lock",
    what: "open point",
    derive: ({ ambiguities }) =>
      ambiguities.map(({ id, section, question, accepts }) =>
        [id, section, question, `Accepted: ${accepts}`].join("\t"),
      ),
  },
  {
    // A run writes the verdicts. Only lines of removed rules are dropped here.
    path: "spec/second-server.lock",
    what: "rule",
    derive: ({ rules }, recorded) => {
      const here = new Set<string>(rules.map(({ id }) => id));
      return recorded.filter((line) => here.has(idOf(line)));
    },
  },
  { path: "spec/kills.lock", what: "rule with its mutants", list: true, derive: killLines },
];

/** The lines of a recorded file; empty if the file is missing. */
export function recordedLines(root: string, path: string): readonly string[] {
  const file = join(root, path);
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}

/** The id at the beginning of a line. */
export function idOf(line: string): string {
  return line.split("\t")[0] ?? "";
}

/** The mutants that each rule catches. */
function killLines({ mutants, rules }: Sources): readonly string[] {
  const caught = new Map<string, string[]>();
  for (const { id, violates } of mutants)
    for (const rule of violates) caught.set(rule, [...(caught.get(rule) ?? []), id]);
  return rules.flatMap(({ id }) => {
    const ids = caught.get(id);
    return ids === undefined ? [] : [`${id}\t${[...new Set(ids)].sort().join(" ")}`];
  });
}
