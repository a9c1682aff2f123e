import { createEmulator, type EmulatorAddress } from "../../emulator/index.ts";

/** An emulator that listens, and its first merchant's test key. */
export async function listeningEmulator(): Promise<{
  readonly address: EmulatorAddress;
  readonly key: string;
  readonly close: () => Promise<void>;
}> {
  const emulator = createEmulator({ seed: 5 });
  const address = await emulator.listen();
  const close = async (): Promise<void> => {
    await address.close();
    await emulator.close();
  };
  return { address, key: emulator.merchants[0]?.keys.test ?? "", close };
}
