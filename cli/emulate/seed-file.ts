import { type SeedDocument, SeedFault } from "../../emulator/index.ts";
import { type CheckedYaml, parseChecked, readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";

/** Reads and validates a seed file. @throws UsageError with a line for each mistake */
const checked = (file: string): CheckedYaml<SeedDocument> =>
  parseChecked<SeedDocument>(readTextFile(file, "the seed file"), {
    name: file,
    schema: "seed-file.schema.json",
  });

/** Reads a seed file, for the option `given` of `createEmulator` and `startEmulator`. @throws Error with a line for each mistake */
export const readSeedFile = (file: string): SeedDocument => checked(file).value;

/** Calls `make` with a seed file. Converts a `SeedFault` to a `UsageError` that names file and line. */
export function withSeedFile<T>(file: string, make: (given: SeedDocument) => T): T {
  const { value, at } = checked(file);
  try {
    return make(value);
  } catch (error) {
    if (!(error instanceof SeedFault)) throw error;
    throw new UsageError(`${at(error.path)}: ${error.message}`);
  }
}
