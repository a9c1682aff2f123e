import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "../mutants/mutant.ts";
import type { OpenPoint, RetiredRule, Rule } from "../spec/index.ts";

/** The record of what changes only on purpose, with a line for each rule and each open point. */
export const LOCK = "spec/rules.lock";

const HEAD =
  "# id, section, sentence, mutants that it catches, verdicts on the second server with: URL and key; vendor ids too; a whole profile";

/** A line of the record. An open point has no mutants and no verdicts. */
export interface Entry {
  readonly id: string;
  readonly section: string;
  readonly says: string;
  readonly mutants: readonly string[];
  /** By profile; empty until the rule is judged, and `UNOBSERVABLE` alone if it cannot be. */
  readonly verdicts: readonly string[];
}

/** Stands for the verdicts of a rule that no profile can show. */
export const UNOBSERVABLE = "unobservable";

export type Entries = ReadonlyMap<string, Entry>;

/** What the record derives from, the verdicts aside. */
export interface Sources {
  readonly rules: readonly Rule[];
  readonly openPoints: readonly OpenPoint[];
  readonly mutants: readonly Pick<Mutant, "id" | "violates">[];
}

/** Reads the record. It is empty if the file is missing. */
export function readLock(root: string): Entries {
  const path = join(root, LOCK);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return byId(lines.filter((line) => line !== "" && !line.startsWith("#")).map(parse));
}

/** Writes the record. */
export function writeLock(root: string, entries: Entries): void {
  writeFileSync(join(root, LOCK), [HEAD, ...[...entries.values()].map(lineOf), ""].join("\n"));
}

const words = (text: string | undefined): readonly string[] =>
  text === undefined || text === "-" ? [] : text.split(" ");

function parse(line: string): Entry {
  const [id = "", section = "", says = "", mutants, verdicts] = line.split("\t");
  return { id, section, says, mutants: words(mutants), verdicts: words(verdicts) };
}

function lineOf({ id, section, says, mutants, verdicts }: Entry): string {
  return [id, section, says, ...[mutants, verdicts].map((list) => list.join(" ") || "-")]
    .join("\t")
    .replace(/\t-\t-$/, "");
}

function byId(entries: readonly Entry[]): Entries {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** The record of the sources, sorted by id, with the verdicts that are recorded already. */
export function entriesOf({ rules, openPoints, mutants }: Sources, recorded: Entries): Entries {
  const caught = new Map<string, Set<string>>();
  for (const { id, violates } of mutants)
    for (const rule of violates) caught.set(rule, (caught.get(rule) ?? new Set()).add(id));
  const entries: readonly Entry[] = [
    ...rules.map(({ id, section, says, unobservable }) => ({
      ...{ id, section, says },
      mutants: [...(caught.get(id) ?? [])].sort(),
      verdicts: unobservable === undefined ? (recorded.get(id)?.verdicts ?? []) : [UNOBSERVABLE],
    })),
    ...openPoints.map(({ id, section, question, accepts }) => ({
      ...{ id, section, says: `${question} Accepted: ${accepts}` },
      ...{ mutants: [], verdicts: [] },
    })),
  ];
  return byId(entries.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
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
  return [
    ...(before === after ? [] : [`it was\n    ${before}\n  and is\n    ${after}`]),
    ...(gone.length === 0 ? [] : [`no longer catches ${gone.join(", ")}`]),
    ...(further.length === 0 ? [] : [`also catches ${further.join(", ")}`]),
    ...(judged === verdicts ? [] : [`on the second server it was ${judged} and is ${verdicts}`]),
  ].map((change) => `${now.id}: ${change}`);
}

/** The rules that were never judged on the second server. */
export function unjudged(entries: Entries): readonly string[] {
  return [...entries.values()]
    .filter(({ id, verdicts }) => id.includes("/") && verdicts.length === 0)
    .map(({ id }) => id);
}

/** Messages about changes that are not allowed: ids of rules are permanent. */
export function refusals(options: {
  recorded: Entries;
  rules: readonly Rule[];
  retired: readonly RetiredRule[];
}): readonly string[] {
  const known = new Set<string>([...options.rules, ...options.retired].map(({ id }) => id));
  return [...options.recorded.keys()]
    .filter((id) => id.includes("/") && !known.has(id))
    .map((id) => `the rule ${id} is gone: add it to spec/retired.yaml`);
}
