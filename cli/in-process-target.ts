import { createEmulator, createParts, type Emulator } from "../emulator/index.ts";
import { inProcessTransport } from "../harness/http/in-process.ts";
import { socketTransport } from "../harness/http/socket.ts";
import type { Transport } from "../harness/http/transport.ts";
import type { Keys, Profile } from "../harness/profile/types.ts";
import type { Mutant, Variant } from "../mutants/mutant.ts";
import { emulatorKeys, emulatorProfile } from "./target/emulator-profile.ts";

/** An emulator to judge, with a way to it. */
export interface JudgedTarget {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

type Wrap = NonNullable<Variant["wrap"]>;

const ORIGINS = {
  paymentUrl: "http://payment.test",
  checkoutUrl: "http://checkout.test",
  controlUrl: "http://control.test/control",
};

/** A target that never does what is waited for is told so soon: nothing here is remote. */
const SHORT_DEADLINES = {
  exchangeMs: 5_000,
  ruleMs: 30_000,
  settleMs: 1_500,
  eventMs: 1_500,
  consistencyMs: 300,
};

export async function plainTarget(seed: number): Promise<JudgedTarget> {
  return inProcess(createEmulator({ seed }));
}

/** @throws when the mutant cannot be built */
export async function mutantTarget(mutant: Mutant, seed: number): Promise<JudgedTarget> {
  const emulator = createEmulator({ seed, parts: mutant.replace(createParts()) });
  return mutant.socket === true ? overSocket(emulator) : inProcess(emulator);
}

/** The emulator with several variants at once. */
export async function variantTarget(variants: readonly Variant[], seed: number): Promise<JudgedTarget> {
  const parts = variants.reduce((built, variant) => variant.replace?.(built) ?? built, createParts());
  const emulator = createEmulator({ seed, parts });
  return inProcess(emulator, (handler) =>
    variants.reduce((wrapped, variant) => variant.wrap?.(wrapped) ?? wrapped, handler),
  );
}

export function inProcess(emulator: Emulator, wrap: Wrap = (handler) => handler): JudgedTarget {
  const payment = wrap(async (request) => emulator.fetch(request));
  const checkout = wrap(async (request) => emulator.checkoutFetch(request));
  const transport = inProcessTransport({
    [new URL(ORIGINS.paymentUrl).origin]: payment,
    [new URL(ORIGINS.checkoutUrl).origin]: checkout,
    [new URL(ORIGINS.controlUrl).origin]: (request) => emulator.controlFetch(request),
  });
  return {
    profile: shortened(emulatorProfile(ORIGINS)),
    keys: emulatorKeys(emulator),
    transport,
    close: () => emulator.close(),
  };
}

async function overSocket(emulator: Emulator): Promise<JudgedTarget> {
  const address = await emulator.listen();
  const profile = shortened(emulatorProfile(address));
  return {
    profile,
    keys: emulatorKeys(emulator),
    transport: socketTransport({ connections: profile.inFlight * 8 }),
    close: async () => {
      await address.close();
      await emulator.close();
    },
  };
}

function shortened(profile: Profile): Profile {
  return { ...profile, deadlines: SHORT_DEADLINES };
}
