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
