import { createHash } from "node:crypto";
import { selectionOf } from "../../harness/patterns.ts";
import type { Level, Rule } from "../../spec/index.ts";
import { unknownName } from "../../harness/profile/checked-yaml.ts";
import { type Head, readHeads, readLock } from "../frozen.ts";
import { readChecked, throwFaults } from "./sources.ts";

const FILE = "spec/levels.yaml";

/** A level as it is written by hand: `patterns` are its own and those of the levels that it includes. */
type Definition = Pick<Level, "name" | "what" | "date" | "patterns">;

interface Written extends Pick<Definition, "what" | "date"> {
  /** Levels above it. */
  readonly includes?: readonly string[];
  readonly rules: readonly string[];
}

/** The frozen rules of a level, retired ones included, sorted. */
interface Frozen extends Head {
  readonly rules: readonly string[];
}

type FrozenLevels = ReadonlyMap<string, Frozen>;

/** The levels in the order of the file. @throws SourceFault that names every fault */
export function readLevels(root: string): readonly Definition[] {
  const { value, at } = readChecked<Readonly<Record<string, Written>>>(root, FILE, { schema: "levels" });
  const faults: string[] = [];
  const known = new Map<string, Definition>();
  for (const [name, { what, date, includes = [], rules }] of Object.entries(value)) {
    for (const other of includes)
      if (!known.has(other))
        faults.push(`${at([name, "includes"])}: ${name}: ${unknownName(other, [...known.keys()])}`);
    const included = includes.flatMap((other) => known.get(other)?.patterns ?? []);
    known.set(name, { name, what, date, patterns: [...included, ...rules] });
  }
  throwFaults(faults);
  return [...known.values()];
}

/** The level's list in one number, by which two reports show that they judged by the same one. @internal */
export const digestOf = (rules: readonly string[]): string =>
  createHash("sha256").update(rules.join("\n")).digest("hex").slice(0, 16);

/** Reads what is frozen. Empty if there is no record. */
export function readFrozenLevels(root: string): FrozenLevels {
  const entries = [...readLock(root).values()];
  const rulesOf = (name: string): readonly string[] =>
    entries.filter(({ levels }) => levels.includes(name)).map(({ id }) => id);
  return new Map([...readHeads(root)].map(([name, head]) => [name, { ...head, rules: rulesOf(name) }]));
}

/** Freezes the levels whose date is new, and keeps the others. Unobservable rules never pass, so no level has them. */
export function freezeLevels(
  levels: readonly Definition[],
  recorded: FrozenLevels,
  catalogue: readonly Rule[],
): FrozenLevels {
  return new Map(
    levels.map(({ name, date, patterns }): [string, Frozen] => {
      const known = recorded.get(name);
      if (known?.date === date) return [name, known];
      const isSelected = selectionOf(patterns);
      const rules = catalogue
        .filter((rule) => rule.unobservable === undefined && isSelected(rule))
        .map(({ id }) => id)
        .sort();
      return [name, { date, digest: digestOf(rules), rules }];
    }),
  );
}

/** The levels as the suite reads them: the frozen rules that are still in the catalogue. */
export function levelsFile(root: string, ids: ReadonlySet<string>): readonly Level[] {
  const frozen = readFrozenLevels(root);
  return readLevels(root).flatMap(({ name, what, patterns }): Level[] => {
    const { date, digest, rules = [] } = frozen.get(name) ?? {};
    if (date === undefined || digest === undefined) return [];
    return [{ name, what, date, digest, patterns, rules: rules.filter((id) => ids.has(id)) }];
  });
}
