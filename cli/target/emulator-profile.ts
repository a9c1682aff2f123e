import { fileURLToPath } from "node:url";
import type { Emulator } from "../../emulator/index.ts";
import { loadProfile } from "../../harness/profile/load.ts";
import type { Keys, Profile } from "../../harness/profile/types.ts";

/** The emulator's own profile, read like any other, with the URLs of one emulator filled in. */
export function emulatorProfile(urls: {
  paymentUrl: string;
  checkoutUrl: string;
  controlUrl: string;
}): Profile {
  const profile = loadProfile(fileURLToPath(new URL("../../emulator/profile.yaml", import.meta.url)));
  return {
    ...profile,
    target: { baseUrl: urls.paymentUrl, checkoutUrl: urls.checkoutUrl, controlUrl: urls.controlUrl },
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
