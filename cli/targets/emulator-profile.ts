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
  // Read once per process, because `mutants` starts thousands of emulators.
  ownProfile ??= generatedProfile() as Profile;
  return {
    ...structuredClone(ownProfile),
    target: { baseUrl: paymentUrl, checkoutUrl, ...(controlUrl === undefined ? {} : { controlUrl }) },
  };
}

/** The keys of the merchants with which an emulator starts. */
export function emulatorKeys(emulator: Emulator): Keys {
  const [first, second] = emulator.merchants;
  return {
    ...(first === undefined ? {} : { test: first.keys.test, live: first.keys.live }),
    ...(second === undefined ? {} : { otherTest: second.keys.test, otherLive: second.keys.live }),
  };
}
