import { catalogue, catalogueVersions, type Rule } from "../spec/index.ts";
import { UsageError } from "./profile/usage-error.ts";

/** The version of rules without `since`. */
export const FIRST_CATALOGUE: string = catalogueVersions[0] ?? "";

/** The default version of the catalogue: the newest. */
export const CATALOGUE_VERSION: string = catalogueVersions.at(-1) ?? "";

/**
 * The rules of a version of the catalogue, without those added later.
 * @throws UsageError for an unknown version, with the known ones
 */
export function catalogueAt(
  version: string = CATALOGUE_VERSION,
  whole: { readonly rules: readonly Rule[]; readonly versions: readonly string[] } = {
    rules: catalogue,
    versions: catalogueVersions,
  },
): readonly Rule[] {
  const { rules, versions } = whole;
  const place = versions.indexOf(version);
  if (place < 0) {
    throw new UsageError(
      `--catalogue ${version}: the catalogue has no such version; allowed: ${versions.join(", ")}`,
    );
  }
  return rules.filter(({ since }) => since === undefined || versions.indexOf(since) <= place);
}
