import type { RetiredRule, Rule } from "../../spec/index.ts";
import { type FrozenFile, idOf } from "./files.ts";

/** Differences from the record, as messages with the file and the change. */
export function differences(
  file: Pick<FrozenFile, "path" | "what" | "list">,
  recorded: readonly string[],
  derived: readonly string[],
): readonly string[] {
  const before = new Map(recorded.map((line) => [idOf(line), line]));
  const now = new Map(derived.map((line) => [idOf(line), line]));
  const { path, what, list } = file;
  const change = list === true ? changeOfList : changeOf;
  return [
    ...[...before.keys()].filter((id) => !now.has(id)).map((id) => `${path}: the ${what} ${id} was removed`),
    ...[...now.keys()].filter((id) => !before.has(id)).map((id) => `${path}: the ${what} ${id} is new`),
    ...[...now].flatMap(([id, line]) => {
      const old = before.get(id);
      return old === undefined || old === line ? [] : [`${path}: ${id}: ${change(old, line)}`];
    }),
  ];
}

function changeOf(old: string, line: string): string {
  const [before = "", now = ""] = [old, line].map((text) => text.split("\t").slice(1).join(" | "));
  return `it was\n    ${before}\n  and is\n    ${now}`;
}

function changeOfList(old: string, line: string): string {
  const [before = [], now = []] = [old, line].map((text) => (text.split("\t")[1] ?? "").split(" "));
  const lost = before.filter((word) => !now.includes(word));
  const gained = now.filter((word) => !before.includes(word));
  return [
    ...(lost.length === 0
      ? []
      : [`no longer ${lost.join(", ")} (if merged or renamed, add it to mutants/aliases.ts)`]),
    ...(gained.length === 0 ? [] : [`also ${gained.join(", ")}`]),
  ].join("; ");
}

/** Messages about changes that are not allowed: ids are permanent, and a version of the catalogue keeps its rules. */
export function refusals(options: {
  /** Lines of `spec/rules.lock`. */
  recorded: readonly string[];
  rules: readonly Rule[];
  retired: readonly RetiredRule[];
  versions: readonly string[];
}): readonly string[] {
  const newest = options.versions.at(-1) ?? "";
  const before = new Map(options.recorded.map((line) => [idOf(line), line]));
  const here = new Set<string>(options.rules.map(({ id }) => id));
  const retired = new Set(options.retired.map(({ id }) => id));
  return [
    ...[...before]
      .filter(([id, line]) => !here.has(id) && !retired.has(id) && !line.endsWith(`\tsince ${newest}`))
      .map(([id]) => `the rule ${id} was released and is gone: add it to spec/retired.yaml`),
    ...options.rules
      .filter(({ id, since }) => !before.has(id) && since !== newest)
      .map(({ id }) => `the rule ${id} is new: give it "since: ${newest}"`),
    ...options.rules
      .filter(({ id, since }) => {
        const line = before.get(id);
        return line !== undefined && /\tsince (\S+)$/.exec(line)?.[1] !== since;
      })
      .map(
        ({ id }) => `the rule ${id} has another \`since\` than before: restore it, a rule keeps its version`,
      ),
  ];
}
