import { readAreas } from "./areas.ts";
import { type Entry, faultsOf, readList, SourceFault } from "./sources.ts";

/** A sorted JSON list, made from hand-written files. */
export interface DataFile {
  readonly name: string;
  readonly entries: readonly Entry[];
}

interface ListSource {
  readonly name: string;
  readonly schema: string;
  readonly key: "id" | "name";
  readonly file: string;
  readonly complete: (entry: Entry) => Entry;
}

const same = (entry: Entry): Entry => entry;

const SOURCES: readonly ListSource[] = [
  {
    name: "retired",
    schema: "retired",
    key: "id",
    file: "spec/retired.yaml",
    complete: (entry) => ({ replacedBy: [], ...entry }),
  },
  { name: "needs", schema: "need", key: "id", file: "spec/needs.yaml", complete: same },
  {
    name: "ports",
    schema: "port",
    key: "name",
    file: "spec/ports.yaml",
    complete: (entry) => ({ ...entry, inputs: fields(entry["inputs"]), outputs: fields(entry["outputs"]) }),
  },
];

function fields(value: unknown): readonly Entry[] {
  return ((value ?? []) as readonly Entry[]).map((field) => ({ required: true, ...field }));
}

/**
 * Reads the rules that checks judge, the open points, and the lists of retired rules, needs and ports, each sorted by its key.
 * @throws SourceFault naming every fault of every file.
 */
export function readData(root: string): readonly DataFile[] {
  const faults: string[] = [];
  const { rules, openPoints } = readAreas(root);
  const lists = SOURCES.map(({ name, schema, key, file, complete }) => {
    const list = readList(root, file);
    faults.push(...faultsOf(root, schema, file, list));
    const seen = new Set<string>();
    for (const entry of list) {
      const id = String(entry[key]);
      if (seen.has(id)) faults.push(`${file}: ${id}: duplicate id`);
      seen.add(id);
    }
    return { name, entries: sorted(list.map(complete), key) };
  });
  if (faults.length > 0) throw new SourceFault(faults.join("\n"));
  return [
    { name: "catalogue", entries: sorted(rules, "id") },
    { name: "ambiguities", entries: sorted(openPoints, "id") },
    ...lists,
  ];
}

/** The catalogue with further rules. */
export function withRules(data: readonly DataFile[], rules: readonly Entry[]): readonly DataFile[] {
  return data.map((file) =>
    file.name === "catalogue" ? { ...file, entries: sorted([...file.entries, ...rules], "id") } : file,
  );
}

function sorted(entries: readonly Entry[], key: string): readonly Entry[] {
  const by = (entry: Entry): string => String(entry[key]);
  return [...entries].sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0));
}

/** A module with the ids as union types, so that a misspelt id does not compile. */
export function idTypes(data: readonly DataFile[]): string {
  const union = (name: string, what: string, file: string): string => {
    const ids = data.find((candidate) => candidate.name === file)?.entries ?? [];
    const lines =
      ids.length === 0 ? "  never" : ids.map((entry) => `  | ${JSON.stringify(entry["id"])}`).join("\n");
    return `/** ${what} */\nexport type ${name} =\n${lines};\n`;
  };
  return [
    "// Made by `npm run generate` from spec/areas and spec/openapi; not to be edited.\n",
    union("RuleId", "Ids of the rule catalogue.", "catalogue"),
    union("AmbiguityId", "Ids of the ambiguity register.", "ambiguities"),
  ].join("\n");
}
