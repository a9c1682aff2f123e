import { type Entry, faultsOf, readObject, SourceFault, yamlFiles } from "./sources.ts";

const FOLDER = "spec/areas";

interface Area {
  readonly needs?: readonly string[];
  readonly sections: Readonly<Record<string, Section>>;
}

interface Section {
  readonly rules?: Readonly<Record<string, string | Entry>>;
  readonly groups?: readonly Group[];
  readonly families?: readonly Family[];
  readonly open?: Readonly<Record<string, Entry>>;
}

/** Rules with the same `kind` and `needs`. */
interface Group extends Entry {
  readonly rules: Readonly<Record<string, string | Entry>>;
}

/** A rule for each combination of a row and an entry of `rules`. */
interface Family {
  readonly rules: Readonly<Record<string, string | Entry>>;
  readonly rows: Readonly<Record<string, Row>>;
}

/** The words that replace braces in ids and sentences. `needs` and `operationArea` apply to all rules of the row. */
type Row = Readonly<Record<string, string>>;

/** The rules with a check, and the open points, of all areas. */
export interface Areas {
  readonly rules: readonly Entry[];
  readonly openPoints: readonly Entry[];
}

/**
 * Reads the files `spec/areas/<area>.yaml`. The ids of rules begin with the area; those of open points do not.
 * @throws SourceFault that names every fault of every file
 */
export function readAreas(root: string): Areas {
  const faults: string[] = [];
  const rules: Entry[] = [];
  const openPoints: Entry[] = [];
  const files = new Map<string, string>();
  const once = (entry: Entry, file: string): Entry => {
    const id = String(entry["id"]);
    const first = files.get(id);
    if (first !== undefined) faults.push(`${file}: ${id}: already in ${first}`);
    files.set(id, file);
    return entry;
  };
  for (const name of yamlFiles(root, FOLDER)) {
    const file = `${FOLDER}/${name}`;
    const value = readObject(root, file);
    const wrong = faultsOf(root, "area", file, [value]);
    faults.push(...wrong);
    if (wrong.length > 0) continue;
    const area = name.slice(0, -".yaml".length);
    const { needs = [], sections } = value as unknown as Area;
    for (const [section, { rules: own = {}, groups = [], families = [], open = {} }] of Object.entries(
      sections,
    )) {
      const complete = (statement: string, entry: Entry): Entry => ({
        id: `${area}/${statement}`,
        area,
        section,
        level: "MUST",
        kind: "example",
        needs,
        ...entry,
      });
      const written = [...Object.entries(own), ...groups.flatMap(grouped), ...families.flatMap(membersOf)];
      for (const [statement, entry] of written) rules.push(once(complete(statement, asObject(entry)), file));
      for (const [id, entry] of Object.entries(open))
        openPoints.push(once({ id, section, records: null, ...entry }, file));
    }
  }
  if (faults.length > 0) throw new SourceFault(faults.join("\n"));
  return { rules, openPoints };
}

function grouped({ rules, ...shared }: Group): readonly (readonly [string, Entry])[] {
  return Object.entries(rules).map(([statement, rule]) => [statement, { ...shared, ...asObject(rule) }]);
}

function membersOf({ rules, rows }: Family): readonly (readonly [string, Entry])[] {
  return Object.entries(rows).flatMap(([row, { needs, operationArea, ...words }]) => {
    const fill = (text: string): string =>
      text.replace(/\{([A-Za-z]+)\}/g, (whole, word: string) => ({ row, ...words })[word] ?? whole);
    const own = Object.fromEntries(
      Object.entries({ needs, operationArea }).filter(([, value]) => value !== undefined),
    );
    return Object.entries(rules).map(([statement, entry]) => {
      const rule = asObject(entry);
      return [fill(statement), { ...own, ...rule, says: fill(String(rule["says"])) }] as const;
    });
  });
}

function asObject(rule: string | Entry): Entry {
  return typeof rule === "string" ? { says: rule } : rule;
}
