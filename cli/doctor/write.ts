import { existsSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { parseProfile } from "../../harness/profile/load.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { OutputError, replaceFile } from "../../reports/output/output-folder.ts";
import { PROFILE_FILE } from "../targets/find.ts";

/** Where a profile is written. */
export interface Destination {
  readonly out?: string | undefined;
  readonly profile?: string | undefined;
  readonly overwrite: boolean;
}

/** The file to write: by default, the profile that was read. @throws UsageError if it exists and may not be overwritten, or has no folder */
export function profileToWrite({ out, profile, overwrite }: Destination): string {
  const file = out ?? profile ?? PROFILE_FILE;
  if (existsSync(file) && !overwrite)
    throw new UsageError(
      `${file} already exists and is not overwritten; give another file with --out, or --overwrite to add what is found`,
    );
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new UsageError(`cannot write ${file}: there is no folder ${folder}; create it`);
  return file;
}

/** Writes a profile, or none at all. A link keeps leading to it. @throws UsageError if it cannot be written */
export function writeProfile(file: string, text: string): void {
  parseProfile(text, file);
  try {
    replaceFile(existsSync(file) ? realpathSync(file) : file, text);
  } catch (error) {
    throw error instanceof OutputError ? new UsageError(error.message) : error;
  }
}
