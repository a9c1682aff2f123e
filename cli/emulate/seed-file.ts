import { type SeedDocument, SeedFault } from "../../emulator/index.ts";
import { type CheckedYaml, parseChecked, readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";

/** A seed file with the line of each of its parts. @throws UsageError with a line for each mistake */
const checked = (file: string): CheckedYaml<SeedDocument> =>
  parseChecked<SeedDocument>(readTextFile(file, "the seed file"), {
    name: file,
    schema: "seed-file.schema.json",
  });

/** What an emulator begins with, for `given` of `createEmulator` and `startEmulator`. @throws Error with a line for each mistake */
export const readSeedFile = (file: string): SeedDocument => checked(file).value;

/** Makes something of a seed file. @throws UsageError that names file and line of what cannot be made */
export function withSeedFile<T>(file: string, make: (given: SeedDocument) => T): T {
  const { value, at } = checked(file);
  try {
    return make(value);
  } catch (error) {
    if (!(error instanceof SeedFault)) throw error;
    throw new UsageError(`${at(error.path)}: ${error.message}`);
  }
}
