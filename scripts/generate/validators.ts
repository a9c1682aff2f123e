import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneModule from "ajv/dist/standalone/index.js";

// With NodeNext, TypeScript takes the CommonJS default export for the module's namespace.
const standaloneCode = standaloneModule as unknown as typeof standaloneModule.default;

/** Schemas of the files that users write. */
const SCHEMAS = [
  "baseline.schema.json",
  "gate.schema.json",
  "profile.schema.json",
  "replay.schema.json",
  "seed-file.schema.json",
];

/** A module with a function per schema, by file name. Compiling the schemas at run time would take longer than judging a rule. */
export function validatorsFile(root: string): string {
  // Tests validate the schemas, so it is not done here.
  const ajv = new Ajv2020({
    ...{ allErrors: true, verbose: true, strict: false, validateSchema: false },
    code: { source: true },
  });
  for (const name of SCHEMAS)
    ajv.addSchema(JSON.parse(readFileSync(join(root, "spec/schemas", name), "utf8")) as object, name);
  return `${standaloneCode(ajv, Object.fromEntries(SCHEMAS.map((name) => [name, name])))}\n`;
}
