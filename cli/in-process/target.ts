import { type Fetch, listenOn } from "../../emulator/http/listen.ts";
import {
  createEmulator,
  createParts,
  type Emulator,
  type EmulatorOptions,
  type Parts,
  type Receipt,
} from "../../emulator/index.ts";
import { inProcessTransport } from "../../harness/http/in-process.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import type { OpenReceiver, Transport } from "../../harness/http/wire.ts";
import { inProcessDeliveries } from "../../harness/inbox/receiver.ts";
import type { Keys, Profile } from "../../harness/profile/types.ts";
import { type Mutant, partsOf } from "../../mutants/mutant.ts";
import type { Description, Hosts, Variant } from "../../variants/variant.ts";
import { globalTime, type TimeKind } from "./simulated-time.ts";
import { emulatorKeys, emulatorProfile } from "../targets/emulator.ts";

/** An emulator to judge and the connection to it. */
export interface JudgedTarget {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

/** How an emulator is opened, and the time in which it is judged. */
export interface TargetSource {
  readonly time: TimeKind;
  readonly open: () => Promise<JudgedTarget>;
}

type Wrap = NonNullable<Variant["wrap"]>;
type Describe = (usual: Profile) => Profile;

const ORIGINS = {
  paymentUrl: "http://payment.test",
  checkoutUrl: "http://checkout.test",
  controlUrl: "http://control.test/control",
};

/** Short, because there is no network between suite and target. */
const SHORT_DEADLINES = {
  exchangeMs: 5_000,
  ruleMs: 30_000,
  settleMs: 1_500,
  eventMs: 1_500,
  consistencyMs: 300,
};

/** Concurrent checks. Few, because suite and target share one thread, which must meet the short deadlines. */
const IN_FLIGHT = 8;

/** For targets that are expected to pass, and can be late only on a loaded machine. */
const LONG_DEADLINES = {
  ...SHORT_DEADLINES,
  exchangeMs: 20_000,
  ruleMs: 120_000,
  settleMs: 10_000,
  eventMs: 10_000,
};
const withLongDeadlines = (target: JudgedTarget): JudgedTarget => ({
  ...target,
  profile: { ...target.profile, deadlines: LONG_DEADLINES },
});

/** The unchanged emulator. */
export function plainTarget(seed: number): TargetSource {
  return { time: "simulated", open: async () => withLongDeadlines(inProcess(inThisProcess({ seed }))) };
}

/** The emulator with one rule broken. `open` throws if the mutant cannot be built. */
export function mutantTarget(mutant: Mutant, seed: number): TargetSource {
  const parts = (): Parts => partsOf(mutant);
  return mutant.socket === true
    ? { time: "real", open: () => overSocket(createEmulator({ seed, parts: parts() })) }
    : {
        time: "simulated",
        open: async () => inProcess(inThisProcess({ seed, parts: parts() }), mutant.wrap),
      };
}

/** The emulator with all of these variants. */
export function variantTarget(variants: readonly Variant[], seed: number): TargetSource {
  const time = variants.some((variant) => variant.socket === true) ? "real" : "simulated";
  return { time, open: () => openVariants(variants, { seed, time }) };
}

async function openVariants(
  variants: readonly Variant[],
  { seed, time }: { seed: number; time: TimeKind },
): Promise<JudgedTarget> {
  const parts = variants.reduce((built, variant) => variant.replace?.(built) ?? built, createParts());
  const local = time === "simulated" ? inThisProcess({ seed, parts }) : null;
  const emulator = local?.emulator ?? createEmulator({ seed, parts });
  const hosts = variants.reduce<Hosts>(
    (joined, variant) => variant.join?.(joined) ?? joined,
    hostsOf(emulator),
  );
  const wrap: Wrap = (handler) =>
    variants.reduce((wrapped, variant) => variant.wrap?.(wrapped) ?? wrapped, handler);
  const wrapped: Hosts = { payment: wrap(hosts.payment), checkout: wrap(hosts.checkout) };
  const describe = (profile: Profile): Profile => {
    const { target, fields, fixtures, ports } = variants.reduce<Description>(
      (described, variant) => variant.describe?.(described) ?? described,
      profile,
    );
    return { ...profile, target: { ...profile.target, ...target }, fields, fixtures, ports };
  };
  const target =
    local === null ? await onSockets(emulator, wrapped, describe) : inProcessHosts(local, wrapped, describe);
  return withLongDeadlines(target);
}

/** An emulator that is called, and delivers its events, without a socket. */
export interface LocalEmulator {
  readonly emulator: Emulator;
  readonly openReceiver: OpenReceiver;
}

export function inThisProcess(options: EmulatorOptions): LocalEmulator {
  const { open, deliver } = inProcessDeliveries();
  const send = async (delivery: { readonly url: string; readonly body: string }): Promise<Receipt> =>
    (await deliver(delivery)) ? { status: 200 } : { reason: "no receiver is open" };
  return { emulator: createEmulator({ ...options, time: globalTime, send }), openReceiver: open };
}

/** An emulator in this process. `wrap` gets the requests to both hosts, so that what it remembers of one counts for the other. */
export function inProcess(local: LocalEmulator, wrap: Wrap = (handler) => handler): JudgedTarget {
  const { payment, checkout } = hostsOf(local.emulator);
  const { origin } = new URL(ORIGINS.checkoutUrl);
  const both = wrap((request) => (new URL(request.url).origin === origin ? checkout : payment)(request));
  return inProcessHosts(local, { payment: both, checkout: both });
}

function hostsOf(emulator: Emulator): Hosts {
  return {
    payment: async (request) => emulator.fetch(request),
    checkout: async (request) => emulator.checkoutFetch(request),
  };
}

function inProcessHosts(
  { emulator, openReceiver }: LocalEmulator,
  hosts: Hosts,
  describe: Describe = (usual) => usual,
): JudgedTarget {
  const transport = inProcessTransport(
    {
      [new URL(ORIGINS.paymentUrl).origin]: hosts.payment,
      [new URL(ORIGINS.checkoutUrl).origin]: hosts.checkout,
      [new URL(ORIGINS.controlUrl).origin]: (request) => emulator.controlFetch(request),
    },
    { openReceiver },
  );
  return {
    profile: describe(shortened(emulatorProfile(ORIGINS))),
    keys: emulatorKeys(emulator),
    transport,
    close: () => emulator.close(),
  };
}

async function overSocket(emulator: Emulator): Promise<JudgedTarget> {
  const address = await emulator.listen();
  return socketTarget(emulator, shortened(emulatorProfile(address)), () => address.close());
}

/** The target with its own socket for each host and for control. */
async function onSockets(emulator: Emulator, hosts: Hosts, describe: Describe): Promise<JudgedTarget> {
  const listen = (fetch: Fetch) => listenOn({ fetch, host: "127.0.0.1", port: 0 });
  const listeners = await Promise.all([
    listen(hosts.payment),
    listen(hosts.checkout),
    listen((request) => emulator.controlFetch(request)),
  ]);
  const [payment, checkout, control] = listeners;
  const urls = { paymentUrl: payment.url, checkoutUrl: checkout.url, controlUrl: `${control.url}/control` };
  return socketTarget(emulator, describe(shortened(emulatorProfile(urls))), () =>
    Promise.all(listeners.map(({ close }) => close())),
  );
}

function socketTarget(emulator: Emulator, profile: Profile, stop: () => Promise<unknown>): JudgedTarget {
  return {
    profile,
    keys: emulatorKeys(emulator),
    transport: socketTransport({ connections: profile.inFlight * 8 }),
    close: async () => {
      await stop();
      await emulator.close();
    },
  };
}

function shortened(profile: Profile): Profile {
  return { ...profile, inFlight: IN_FLIGHT, deadlines: SHORT_DEADLINES };
}
