import type { Emulator } from "../../emulator/index.ts";
import type { Keys, Profile } from "../../harness/profile/types.ts";
import { emulatorProfile as generatedProfile } from "../../spec/index.ts";

let ownProfile: Profile | undefined;

/** The emulator's own profile, `emulator/profile.yaml`, with the URLs of one emulator filled in. */
export function emulatorProfile(urls: {
  paymentUrl: string;
  checkoutUrl: string;
  controlUrl?: string;
}): Profile {
  const { paymentUrl, checkoutUrl, controlUrl } = urls;
  // Read once for all emulators of a process: the proofs make thousands of them.
  ownProfile ??= generatedProfile() as Profile;
  return {
    ...structuredClone(ownProfile),
    target: { baseUrl: paymentUrl, checkoutUrl, ...(controlUrl === undefined ? {} : { controlUrl }) },
  };
}

/** The keys of the merchants with which an emulator begins. */
export function emulatorKeys(emulator: Emulator): Keys {
  const [first, second] = emulator.merchants;
  return {
    ...(first === undefined ? {} : { test: first.keys.test, live: first.keys.live }),
    ...(second === undefined ? {} : { otherTest: second.keys.test, otherLive: second.keys.live }),
  };
}
