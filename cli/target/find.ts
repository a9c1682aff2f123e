import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { withDefaults } from "../../harness/profile/defaults.ts";
import { loadProfile, resolveAccess, resolveKeys, UsageError } from "../../harness/profile/load.ts";
import { requirePlainUrls } from "../../harness/profile/plain-urls.ts";
import type { SecretPlaces } from "../../harness/profile/secrets.ts";
import type { Access, EventSource, Keys, Profile } from "../../harness/profile/types.ts";
import { controlFault } from "./control.ts";
import { embeddedTarget } from "./embedded.ts";
import { unreachable } from "./reachability.ts";
import type { Target } from "./target.ts";

/** Where `run` and its like look for a profile when none is named. */
export const PROFILE_FILE = "payconform.yaml";

/** How a target is named on the command line. */
export interface TargetArguments {
  readonly target?: string;
  readonly checkoutUrl?: string;
  readonly profile?: string;
  readonly seed: number;
  readonly allowLiveKey: boolean;
}

/** A target as described; nothing was sent to it, and no key was read. */
export interface DescribedTarget {
  readonly profile: Profile;
  readonly access: Access;
  readonly places: SecretPlaces;
}

/**
 * What the arguments and the profile of the current folder describe; null for the embedded emulator.
 * @throws UsageError
 */
export function describeTarget(options: TargetArguments): DescribedTarget | null {
  const file = options.profile ?? (existsSync(PROFILE_FILE) ? PROFILE_FILE : undefined);
  if (file === undefined && options.target === undefined) {
    if (options.checkoutUrl === undefined) return null;
    throw new UsageError(
      "--checkout-url tells where the checkout host of a target is; name the target with --target",
    );
  }
  const folder = file === undefined ? "." : dirname(file);
  const profile = located(profileOf(file, options), folder);
  requirePlainUrls(profile);
  const places = { env: process.env, folder };
  return { profile, access: resolveAccess(profile, places), places };
}

/**
 * A reachable target with its keys. Reachability comes before control, and control before keys.
 * @throws UsageError for a control that is none, without a test key, or with a live key that was not admitted
 */
export async function findTarget(
  options: TargetArguments,
): Promise<{ target: Target } | { unreachable: string }> {
  const described = describeTarget(options);
  if (described === null) return { target: await embeddedTarget({ seed: options.seed }) };
  const { profile, access, places } = described;
  const fault = await unreachable({ profile, access });
  if (fault !== null) return { unreachable: fault };
  const noControl = await controlFault({ profile, access });
  if (noControl !== null) throw new UsageError(noControl);
  const keys = resolveKeys(profile, places);
  requireKeys({ profile, keys, liveKeyAllowed: options.allowLiveKey });
  const close = (): Promise<void> => Promise.resolve();
  return {
    target: { profile, keys, access, liveKeyAllowed: options.allowLiveKey, embedded: false, close },
  };
}

/** Files that a profile names lie beside it. */
function located(profile: Profile, folder: string): Profile {
  const { events } = profile;
  const { controlModule, ...target } = profile.target;
  return {
    ...profile,
    target: {
      ...target,
      ...(controlModule === undefined ? {} : { controlModule: resolve(folder, controlModule) }),
    },
    ...(events !== undefined && "receiver" in events
      ? { events: { receiver: locatedReceiver(events.receiver, folder) } }
      : {}),
  };
}

type Receiver = Extract<EventSource, { receiver: unknown }>["receiver"];

function locatedReceiver(receiver: Receiver, folder: string): Receiver {
  const { certificateFile, keyFile } = receiver;
  return {
    ...receiver,
    ...(certificateFile === undefined ? {} : { certificateFile: resolve(folder, certificateFile) }),
    ...(keyFile === undefined ? {} : { keyFile: resolve(folder, keyFile) }),
  };
}

/** @throws UsageError without a test key, or with a live key that was not admitted */
export function requireKeys(target: { profile: Profile; keys: Keys; liveKeyAllowed: boolean }): void {
  const { profile, keys } = target;
  if ((keys.live !== undefined || keys.otherLive !== undefined) && !target.liveKeyAllowed) {
    throw new UsageError(
      "a live key is given; say --allow-live-key to admit it for the rules that need one, or take it away",
    );
  }
  if (keys.test === undefined) {
    throw new UsageError(`no test key: set ${testKeyName(profile)} (it begins with sk_test_)`);
  }
}

function profileOf(file: string | undefined, options: TargetArguments): Profile {
  if (file === undefined) {
    return withDefaults({
      target: {
        baseUrl: options.target ?? "",
        ...(options.checkoutUrl === undefined ? {} : { checkoutUrl: options.checkoutUrl }),
      },
    });
  }
  const profile = loadProfile(file);
  const { target } = profile;
  return {
    ...profile,
    target: {
      ...target,
      baseUrl: options.target ?? target.baseUrl,
      checkoutUrl:
        options.checkoutUrl ??
        (target.checkoutUrl === target.baseUrl ? (options.target ?? target.checkoutUrl) : target.checkoutUrl),
    },
  };
}

/** Where the test key is looked for, in words. */
export function testKeyName(profile: Profile): string {
  const source = profile.keys.test;
  if (source === undefined) return "keys.test in the profile";
  return "env" in source ? `the environment variable ${source.env}` : `the file ${source.file}`;
}
