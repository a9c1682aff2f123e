import type { Keys, Profile } from "../harness/profile/types.ts";

/** A target with its keys, ready to be judged. */
export interface Target {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly liveKeyAllowed: boolean;
  readonly close: () => Promise<void>;
}
