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
    ...(lost.length === 0 ? [] : [`no longer ${lost.join(", ")}`]),
    ...(gained.length === 0 ? [] : [`also ${gained.join(", ")}`]),
  ].join("; ");
}

/** Messages about changes that are not allowed: ids are permanent. */
export function refusals(options: {
  /** Lines of `spec/rules.lock`. */
  recorded: readonly string[];
  rules: readonly Rule[];
  retired: readonly RetiredRule[];
}): readonly string[] {
  const known = new Set<string>([...options.rules, ...options.retired].map(({ id }) => id));
  return options.recorded
    .map(idOf)
    .filter((id) => !known.has(id))
    .map((id) => `the rule ${id} is gone: add it to spec/retired.yaml`);
}
