import { type Operations, readOperations, type Row, rowsOf, type Selection } from "./operations.ts";
import { type Entry, readUnchecked, throwFaults, yamlFiles } from "./sources.ts";

const FOLDER = "spec/areas";

interface Area {
  readonly needs?: readonly string[];
  readonly operations?: readonly string[];
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

/** A rule for each combination of a row and an entry of `rules`. The rows are written, or operations that `of` selects. */
interface Family {
  readonly rules: Readonly<Record<string, string | Entry>>;
  readonly rows?: Readonly<Record<string, Row>>;
  readonly of?: Selection | readonly Selection[];
}

/** The rules with a check, and the open points, of all areas. */
export interface Areas {
  readonly rules: readonly Entry[];
  readonly openPoints: readonly Entry[];
}

/**
 * Reads the files `spec/areas/<area>.yaml`. The ids of rules begin with the area; those of open points do not.
 * @throws SourceFault that names every fault of every file
 */
export function readAreas(root: string, operations: Operations = readOperations(root)): Areas {
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
    const { value, mistakes, at } = readUnchecked<Area>(root, file, { schema: "area" });
    faults.push(...mistakes);
    if (mistakes.length > 0) continue;
    const area = name.slice(0, -".yaml".length);
    const { needs = [], operations: ofOpenPoints = [], sections } = value;
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
      const members = families.flatMap((family, index) => {
        const place = at(["sections", section, "families", String(index)]);
        const selected = [family.of ?? []].flat().map((of) => {
          const { rows, unknown } = rowsOf(operations, area, of);
          if (Object.keys(rows).length === 0)
            faults.push(
              `${place}: spec/operations.yaml has no row for ${JSON.stringify(of)}; give an operation these words`,
            );
          for (const row of unknown) faults.push(`${place}: except: ${row} is not selected; remove it`);
          return rows;
        });
        return [family.rows ?? {}, ...selected].flatMap((rows) => membersOf(family.rules, rows));
      });
      const written = [...Object.entries(own), ...groups.flatMap(grouped), ...members];
      for (const [statement, entry] of written) rules.push(once(complete(statement, asObject(entry)), file));
      for (const [id, entry] of Object.entries(open))
        openPoints.push(
          once({ id, section, accepts: "either", records: null, operations: ofOpenPoints, ...entry }, file),
        );
    }
  }
  throwFaults(faults);
  return { rules, openPoints };
}

function grouped({ rules, ...shared }: Group): readonly (readonly [string, Entry])[] {
  return Object.entries(rules).map(([statement, rule]) => [statement, { ...shared, ...asObject(rule) }]);
}

function membersOf(
  rules: Family["rules"],
  rows: Readonly<Record<string, Row>>,
): readonly (readonly [string, Entry])[] {
  return Object.entries(rows).flatMap(([row, { needs, operationArea, body, query, ...words }]) => {
    const request = { ...(body === undefined ? {} : { body }), ...(query === undefined ? {} : { query }) };
    const known = new Map(
      Object.entries({ row, ...words }).filter(
        (word): word is [string, string] => typeof word[1] === "string",
      ),
    );
    const fill = (text: string): string =>
      text.replace(/\{([A-Za-z]+)\}/g, (whole, word: string) => {
        const capital = known.get(word.charAt(0).toUpperCase() + word.slice(1));
        return (
          known.get(word) ??
          (capital === undefined ? whole : capital.charAt(0).toLowerCase() + capital.slice(1))
        );
      });
    return Object.entries(rules).map(([statement, entry]) => {
      const { without = [], ...rule } = asObject(entry) as Entry & { without?: readonly string[] };
      const own = together(needs, rule["needs"] as Row["needs"])?.filter((need) => !without.includes(need));
      return [
        fill(statement),
        {
          ...(operationArea === undefined ? {} : { operationArea }),
          ...rule,
          ...(rule["accepts"] === undefined
            ? {}
            : { accepts: { ...(rule["accepts"] as Entry), ...request } }),
          ...(own === undefined ? {} : { needs: own }),
          says: fill(String(rule["says"])),
        },
      ] as const;
    });
  });
}

/** What a row and a rule need together; what one of them says alone stays as it is written. */
function together(row: Row["needs"], rule: Row["needs"]): Row["needs"] {
  if (row === undefined || rule === undefined) return rule ?? row;
  return [...new Set([...row, ...rule])].sort();
}

function asObject(rule: string | Entry): Entry {
  return typeof rule === "string" ? { says: rule } : rule;
}
