import type { Access, Keys, Profile } from "../../harness/profile/types.ts";

/** A target with its keys, ready to be judged. */
export interface Target {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly access: Access;
  readonly liveKeyAllowed: boolean;
  /** True for the emulator in this process. */
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}

/** The source of the test key, in words. */
export function testKeyName(profile: Profile): string {
  const source = profile.keys.test;
  if (source === undefined) return "keys.test in the profile";
  return "env" in source ? `the environment variable ${source.env}` : `the file ${source.file}`;
}
