import { createEmulator, type Emulator } from "../../emulator/index.ts";
import type { Keys, Profile } from "../../harness/profile/types.ts";
import { emulatorProfile as generatedProfile } from "../../spec/index.ts";
import type { Target } from "./describe.ts";

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

/** Starts the emulator on free ports of the loopback interface and describes it as a target. */
export async function embeddedTarget(options: { seed: number }): Promise<Target> {
  const emulator = createEmulator({ seed: options.seed });
  try {
    const address = await emulator.listen();
    return {
      profile: emulatorProfile(address),
      keys: emulatorKeys(emulator),
      access: { headers: {} },
      // Live keys of the emulator work on the emulator only.
      liveKeyAllowed: true,
      embedded: true,
      close: async () => {
        await address.close();
        await emulator.close();
      },
    };
  } catch (error) {
    // An open listener keeps the process alive.
    await emulator.close();
    throw error;
  }
}
