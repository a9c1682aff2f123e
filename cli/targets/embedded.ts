import { createEmulator } from "../../emulator/index.ts";
import { emulatorKeys, emulatorProfile } from "./emulator-profile.ts";
import type { Target } from "./target.ts";

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
