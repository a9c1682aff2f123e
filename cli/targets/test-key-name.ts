import type { Profile } from "../../harness/profile/types.ts";

/** The source of the test key, in words. */
export function testKeyName(profile: Profile): string {
  const source = profile.keys.test;
  if (source === undefined) return "keys.test in the profile";
  return "env" in source ? `the environment variable ${source.env}` : `the file ${source.file}`;
}
