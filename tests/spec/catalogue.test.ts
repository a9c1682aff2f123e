import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { openPoints, catalogue, control, needs, openapi, ports, retiredRules } from "../../spec/index.ts";
import { documentedOperations } from "../../spec/json.ts";
import { walkContract } from "./contract-walk.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

const repeated = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

/** The ids of a file that come before the one that is listed above them. */
const unsorted = (file: string): readonly string[] => {
  const entries = parse(readFileSync(join(root, file), "utf8")) as readonly { readonly id: string }[];
  const ids = entries.map(({ id }) => id);
  return ids.filter((id, index) => id < (ids[index - 1] ?? ""));
};

/** What follows a prefix in the ids of needs. */
const needed = (prefix: string): readonly string[] =>
  needs.flatMap(({ id }) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));

const ruleIds = new Set<string>(catalogue.map(({ id }) => id));
const needIds = new Set<string>(needs.map(({ id }) => id));
const metBy = needs.map(({ met_by = [] }) => ({ needs: met_by }));
const usedNeeds = new Set<string>([...catalogue, ...metBy].flatMap((one) => one.needs));
const controlIds = new Set(documentedOperations(control).map(({ operation }) => operation["operationId"]));
const portNames = new Set<string>(ports.map(({ name }) => name));
const askedAbout = new Set<string>([
  ...walkContract(openapi).operations.map(({ value }) => String(value["operationId"])),
  ...Object.keys(openapi["webhooks"] ?? {}),
  ...ports.flatMap(({ name }) => [name, `port.${name}`]),
]);

/** Laws of what is written by hand, with what breaks them. */
it.each<[law: string, broken: () => readonly string[]]>([
  ["the ids of rules are unique", () => repeated(catalogue.map(({ id }) => id))],
  ["the sentences of rules are unique", () => repeated(catalogue.map(({ says }) => says))],
  [
    "a rule is one sentence in the present tense",
    () =>
      catalogue
        .map(({ says }) => says)
        .filter((says) => /\b(should|shall|ought|must)\b/i.test(says) || /[.?!]\s+[A-Z]/.test(says)),
  ],
  [
    "the needs of rules are defined",
    () => catalogue.flatMap((rule) => rule.needs).filter((need) => !needIds.has(need)),
  ],
  [
    "a need that no rule has spares requests",
    () => needs.filter(({ id, spares }) => spares !== true && !usedNeeds.has(id)).map(({ id }) => id),
  ],
  [
    "no passive rule judges what is unobservable",
    () =>
      catalogue
        .filter(({ unobservable, kind }) => unobservable !== undefined && kind === "passive")
        .map(({ id }) => id),
  ],
  ["retired rules are sorted in their file", () => unsorted("spec/retired.yaml")],
  [
    "retired rules are not in the catalogue",
    () => retiredRules.map(({ id }) => id).filter((id) => ruleIds.has(id)),
  ],
  [
    "retired rules are replaced by rules that are judged: where a replacement is retired too, name what replaces that one",
    () => retiredRules.flatMap(({ replacedBy }) => replacedBy).filter((id) => !ruleIds.has(id)),
  ],
  [
    "needs are met by needs that are defined, and not by themselves",
    () =>
      needs.flatMap(({ id, met_by = [] }) => met_by.filter((other) => other === id || !needIds.has(other))),
  ],
  ["needs are sorted in their file", () => unsorted("spec/needs.yaml")],
  [
    "needs name operations of the control protocol that exist",
    () => needed("control.").filter((id) => !controlIds.has(id)),
  ],
  ["needs name ports that exist", () => needed("port.").filter((name) => !portNames.has(name))],
  ["open points ask each question once", () => repeated(openPoints.map(({ question }) => question))],
  [
    "open points name operations and ports that exist",
    () => openPoints.flatMap(({ operations }) => operations).filter((name) => !askedAbout.has(name)),
  ],
])("%s", (_law, broken) => {
  expect(broken()).toEqual([]);
});
