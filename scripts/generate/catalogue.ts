import { faultsOf, readList, SourceFault, yamlFiles } from "./sources.ts";

type Entry = Readonly<Record<string, unknown>>;

/** What a hand-written list becomes: a sorted JSON list. */
export interface DataFile {
  readonly name: string;
  readonly entries: readonly Entry[];
}

interface ListSource {
  readonly name: string;
  readonly schema: string;
  readonly key: "id" | "name";
  readonly files: (root: string) => readonly string[];
  /** Further faults of one entry, given its file. */
  readonly check?: (entry: Entry, file: string) => string | null;
  readonly complete: (entry: Entry) => Entry;
}

const same = (entry: Entry): Entry => entry;

const SOURCES: readonly ListSource[] = [
  {
    name: "catalogue",
    schema: "rule",
    key: "id",
    files: (root) => yamlFiles(root, "spec/rules").map((name) => `spec/rules/${name}`),
    check: (entry, file) =>
      file.slice("spec/rules/".length).split(".")[0] === areaOf(entry)
        ? null
        : `belongs in spec/rules/${areaOf(entry)}.yaml or spec/rules/${areaOf(entry)}.<topic>.yaml`,
    complete: (entry) => {
      const { id, ...rest } = entry;
      return { id, area: areaOf(entry), ...rest };
    },
  },
  {
    name: "ambiguities",
    schema: "ambiguity",
    key: "id",
    files: (root) => yamlFiles(root, "spec/ambiguities").map((name) => `spec/ambiguities/${name}`),
    complete: same,
  },
  {
    name: "retired",
    schema: "retired",
    key: "id",
    files: () => ["spec/retired.yaml"],
    complete: (entry) => ({ replacedBy: [], ...entry }),
  },
  { name: "needs", schema: "need", key: "id", files: () => ["spec/needs.yaml"], complete: same },
  {
    name: "ports",
    schema: "port",
    key: "name",
    files: () => ["spec/ports.yaml"],
    complete: (entry) => ({ ...entry, inputs: fields(entry["inputs"]), outputs: fields(entry["outputs"]) }),
  },
];

function areaOf(entry: Entry): string {
  return String(entry["id"]).split("/")[0] ?? "";
}

function fields(value: unknown): readonly Entry[] {
  return ((value ?? []) as readonly Entry[]).map((field) => ({ required: true, ...field }));
}

/**
 * Reads the lists of rules, retired rules, open points, needs and ports, and sorts each by its key.
 * @throws SourceFault naming every fault of every file.
 */
export function readData(root: string): readonly DataFile[] {
  const faults: string[] = [];
  const data = SOURCES.map((source) => {
    const seen = new Map<string, string>();
    const entries = source.files(root).flatMap((file) => {
      const list = readList(root, file);
      faults.push(...faultsOf(root, source.schema, file, list));
      for (const entry of list) {
        const key = String(entry[source.key]);
        const first = seen.get(key);
        if (first !== undefined) faults.push(`${file}: ${key}: already in ${first}`);
        seen.set(key, file);
        const fault = source.check?.(entry, file) ?? null;
        if (fault !== null) faults.push(`${file}: ${key}: ${fault}`);
      }
      return list.map(source.complete);
    });
    return { name: source.name, entries: sorted(entries, source.key) };
  });
  if (faults.length > 0) throw new SourceFault(faults.join("\n"));
  return data;
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
    "// Made by `npm run generate` from spec/rules and spec/ambiguities; not to be edited.\n",
    union("RuleId", "Ids of the rule catalogue.", "catalogue"),
    union("AmbiguityId", "Ids of the ambiguity register.", "ambiguities"),
  ].join("\n");
}
