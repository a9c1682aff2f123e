import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type CheckedYaml, checkYaml, listed } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";

/** A fault in a hand-written file. The message names the file and says what to do. */
export class SourceFault extends Error {}

export type Entry = Readonly<Record<string, unknown>>;

/** A JSON Schema of `spec/schemas/`, and definitions that depend on other files, by their names in `$defs`. */
interface Form {
  readonly schema: string;
  readonly known?: Readonly<Record<string, object>>;
}

/**
 * Reads a YAML file and validates it.
 * @throws SourceFault with a line for each mistake: file, line, path, value, what is allowed
 */
export function readChecked<T>(root: string, path: string, form: Form): CheckedYaml<T> {
  const checked = readUnchecked<T>(root, path, form);
  throwFaults(checked.mistakes);
  return checked;
}

/** As {@link readChecked}, but returns the mistakes. @throws SourceFault if the file is not YAML */
export function readUnchecked<T>(root: string, path: string, { schema, known = {} }: Form): CheckedYaml<T> {
  try {
    return checkYaml<T>(readFileSync(join(root, path), "utf8"), {
      name: path,
      schema: validatorOf(join(root, "spec/schemas", `${schema}.json`), known),
    });
  } catch (error) {
    throw error instanceof UsageError ? new SourceFault(error.message) : error;
  }
}

/** @throws SourceFault that has all of these, if there are any */
export function throwFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new SourceFault(listed(faults));
}

/** A definition of the texts `form` and `form | description`. `more` are patterns of further forms. */
export const formsOf = (names: readonly string[], more: readonly string[] = []): object => ({
  pattern: `^(${[...names, ...more].join("|")})( \\| .+)?$`,
  description: `${[...names, ...more].join(", ")}; alone, or as \`form | description\``,
});

/** Names of the YAML files of a folder under the root, sorted. */
export function yamlFiles(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".yaml"))
    .sort();
}

/** The names that `about` can have in an area's file. */
export function subjectNames(root: string): readonly unknown[] {
  const schema = JSON.parse(readFileSync(join(root, "spec/schemas/area.json"), "utf8")) as {
    readonly $defs: {
      readonly acceptance: { readonly properties: { readonly about: { readonly enum: readonly unknown[] } } };
    };
  };
  return schema.$defs.acceptance.properties.about.enum;
}

const validators = new Map<string, ValidateFunction>();

/** The validator of a schema, compiled once for all files. */
function validatorOf(path: string, known: NonNullable<Form["known"]>): ValidateFunction {
  const key = `${path} ${JSON.stringify(known)}`;
  const compiled = validators.get(key);
  if (compiled !== undefined) return compiled;
  const schema = JSON.parse(readFileSync(path, "utf8")) as { readonly $defs?: object };
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: false });
  const validate = ajv.compile({ ...schema, $defs: { ...schema.$defs, ...known } });
  validators.set(key, validate);
  return validate;
}
