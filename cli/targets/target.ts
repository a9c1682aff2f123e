import type { Access, Keys, Profile } from "../../harness/profile/types.ts";

/** A target with its keys, ready to be judged. */
export interface Target {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly access: Access;
  readonly liveKeyAllowed: boolean;
  /** True for the emulator of this process, which nothing outlives. */
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}
