import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "../mutants/mutant.ts";
import type { OpenPoint, RetiredRule, Rule } from "../spec/index.ts";

/** The record of what changes only on purpose, with a line for each rule and each open point. */
export const LOCK = "spec/rules.lock";

const HEADS = [
  "# Levels, with their dates and the digests of their rules. Then, for each rule and open point: id, section, sentence, mutants that it",
  "# catches, verdicts on the second server with: URL and key; vendor ids too; a whole profile; and the levels that have it.",
];

/** A line of the record. An open point has no mutants, verdicts and levels. */
export interface Entry {
  readonly id: string;
  readonly section: string;
  readonly says: string;
  readonly mutants: readonly string[];
  /** By profile; empty until the rule is judged, and `UNOBSERVABLE` alone if it cannot be. */
  readonly verdicts: readonly string[];
  /** The levels that had the rule at their dates. */
  readonly levels: readonly string[];
}

/** Stands for the verdicts of a rule that no profile can show. */
export const UNOBSERVABLE = "unobservable";

/** Stands for the verdicts of a retired rule, which stays in the levels that had it. */
export const RETIRED = "retired";

/** When a level was recorded, and its rules in one number. */
export interface Head {
  readonly date: string;
  readonly digest: string;
}

/** By the names of the levels. */
export type Heads = ReadonlyMap<string, Head>;

export type Entries = ReadonlyMap<string, Entry>;

/** What the record derives from, the verdicts aside. */
export interface Sources {
  readonly rules: readonly Rule[];
  readonly openPoints: readonly OpenPoint[];
  readonly mutants: readonly Pick<Mutant, "id" | "violates">[];
}

const linesOf = (root: string): readonly string[] => {
  const path = join(root, LOCK);
  return existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
};

/** Reads the record. It is empty if the file is missing. */
export function readLock(root: string): Entries {
  return byId(
    linesOf(root)
      .filter((line) => line.includes("\t"))
      .map(parse),
  );
}

/** Reads which levels are recorded. */
export function readHeads(root: string): Heads {
  const heads = linesOf(root).flatMap((line) => (line.startsWith("= ") ? [line.slice(2).split(" ")] : []));
  return new Map(heads.map(([name = "", date = "", digest = ""]) => [name, { date, digest }]));
}

/** Writes the record, by default with the levels that it has. */
export function writeLock(root: string, entries: Entries, levels: Heads = readHeads(root)): void {
  const heads = [...levels].map(([name, { date, digest }]) => `= ${name} ${date} ${digest}`);
  const lines = [...HEADS, ...heads, ...[...entries.values()].map(lineOf), ""];
  writeFileSync(join(root, LOCK), lines.join("\n"));
}

const words = (text: string | undefined): readonly string[] =>
  text === undefined || text === "-" ? [] : text.split(" ");

function parse(line: string): Entry {
  const [id = "", section = "", says = "", mutants, verdicts, levels] = line.split("\t");
  return { id, section, says, mutants: words(mutants), verdicts: words(verdicts), levels: words(levels) };
}

function lineOf({ id, section, says, mutants, verdicts, levels }: Entry): string {
  return [id, section, says, ...[mutants, verdicts, levels].map((list) => list.join(" ") || "-")]
    .join("\t")
    .replace(/(\t-)+$/, "");
}

function byId(entries: readonly Entry[]): Entries {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** The record of the sources, sorted by id, with the verdicts and levels that are recorded already. A retired rule stays in its levels. */
export function entriesOf({ rules, openPoints, mutants }: Sources, recorded: Entries): Entries {
  const caught = new Map<string, Set<string>>();
  for (const { id, violates } of mutants)
    for (const rule of violates) caught.set(rule, (caught.get(rule) ?? new Set()).add(id));
  const ids = new Set<string>(rules.map(({ id }) => id));
  const retired = [...recorded.values()].filter(({ id, levels }) => levels.length > 0 && !ids.has(id));
  const entries: readonly Entry[] = [
    ...retired.map((entry) => ({ ...entry, mutants: [], verdicts: [RETIRED] })),
    ...rules.map(({ id, section, says, unobservable }) => ({
      ...{ id, section, says },
      mutants: [...(caught.get(id) ?? [])].sort(),
      verdicts: unobservable === undefined ? (recorded.get(id)?.verdicts ?? []) : [UNOBSERVABLE],
      levels: recorded.get(id)?.levels ?? [],
    })),
    ...openPoints.map(({ id, section, question, accepts }) => ({
      ...{ id, section, says: `${question} Accepted: ${accepts}` },
      ...{ mutants: [], verdicts: [], levels: [] },
    })),
  ];
  return byId(entries.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
}

/** The record with each rule's levels. A retired rule that no level has any more leaves it. */
export function withLevels(
  entries: Entries,
  levels: ReadonlyMap<string, { readonly rules: readonly string[] }>,
): Entries {
  const having = (id: string): readonly string[] =>
    [...levels].filter(([, { rules }]) => rules.includes(id)).map(([name]) => name);
  return byId(
    [...entries.values()]
      .map((entry) => ({ ...entry, levels: having(entry.id) }))
      .filter((entry) => entry.levels.length > 0 || entry.verdicts[0] !== RETIRED),
  );
}

/** Differences from the record, as messages that name the rule or open point. */
export function differences(recorded: Entries, derived: Entries): readonly string[] {
  return [
    ...[...recorded.keys()].filter((id) => !derived.has(id)).map((id) => `${id} was removed`),
    ...[...derived.values()].flatMap((entry) => {
      const old = recorded.get(entry.id);
      return old === undefined ? [`${entry.id} is new`] : changes(old, entry);
    }),
  ];
}

function changes(old: Entry, now: Entry): readonly string[] {
  const gone = old.mutants.filter((mutant) => !now.mutants.includes(mutant));
  const further = now.mutants.filter((mutant) => !old.mutants.includes(mutant));
  const [before, after] = [old, now].map(({ section, says }) => `§${section} ${says}`);
  const [judged, verdicts] = [old, now].map((entry) => entry.verdicts.join(", "));
  const [had, have] = [old, now].map(({ levels }) => levels.join(", ") || "none");
  return [
    ...(before === after ? [] : [`it was\n    ${before}\n  and is\n    ${after}`]),
    ...(gone.length === 0 ? [] : [`no longer catches ${gone.join(", ")}`]),
    ...(further.length === 0 ? [] : [`also catches ${further.join(", ")}`]),
    ...(judged === verdicts ? [] : [`on the second server it was ${judged} and is ${verdicts}`]),
    ...(had === have ? [] : [`its levels were ${had} and are ${have}`]),
  ].map((change) => `${now.id}: ${change}`);
}

/** The rules that were never judged on the second server. */
export function unjudged(entries: Entries): readonly string[] {
  return [...entries.values()]
    .filter(({ id, verdicts }) => id.includes("/") && verdicts.length === 0)
    .map(({ id }) => id);
}

/** Messages about changes that are not allowed: ids of rules are permanent, and so are the levels of a date. */
export function refusals(options: {
  recorded: Entries;
  rules: readonly Rule[];
  retired: readonly RetiredRule[];
}): readonly string[] {
  const known = new Set<string>([...options.rules, ...options.retired].map(({ id }) => id));
  const gone = [...options.recorded.keys()]
    .filter((id) => id.includes("/") && !known.has(id))
    .map((id) => `the rule ${id} is gone: add it to spec/retired.yaml`);
  const hasLevels = [...options.recorded.values()].some(({ levels }) => levels.length > 0);
  return hasLevels ? gone : [...gone, `${LOCK} has no levels: take it from another commit`];
}
