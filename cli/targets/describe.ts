import { dirname, resolve } from "node:path";
import { type ProfileInput, withDefaults } from "../../harness/profile/defaults.ts";
import { parseProfile, resolveAccess, UsageError } from "../../harness/profile/load.ts";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { requirePlainUrls } from "../../harness/profile/plain-urls.ts";
import type { SecretPlaces } from "../../harness/profile/secrets.ts";
import type { Access, EventSource, Profile } from "../../harness/profile/types.ts";

/** What a user says of a target: a profile, URLs, or both; the URLs win. */
export interface TargetDescription {
  readonly target?: string | undefined;
  readonly checkoutUrl?: string | undefined;
  /** Path of a file, or what would stand in it. */
  readonly profile?: string | ProfileInput | undefined;
}

/** A target as described; nothing was sent to it, and no key was read. */
export interface DescribedTarget {
  readonly profile: Profile;
  readonly access: Access;
  readonly places: SecretPlaces;
}

/**
 * The target that is meant, with everything found that its profile names; null for the embedded emulator.
 * @throws UsageError
 */
export function describeTarget(said: TargetDescription): DescribedTarget | null {
  const written = writtenProfile(said.profile);
  const target = said.target === undefined ? undefined : hostUrl(said.target);
  const checkoutUrl = said.checkoutUrl === undefined ? undefined : hostUrl(said.checkoutUrl);
  const baseUrl = target ?? written?.target.baseUrl;
  if (baseUrl === undefined) {
    if (checkoutUrl === undefined) return null;
    throw new UsageError(
      "a checkout host is given, and no target that it belongs to; name the target with --target, as `target` in a program",
    );
  }
  const folder = typeof said.profile === "string" ? dirname(said.profile) : ".";
  const profile = located(
    withDefaults({
      ...written,
      target: {
        ...targetOf(written, target),
        baseUrl,
        ...(checkoutUrl === undefined ? {} : { checkoutUrl }),
      },
    }),
    folder,
  );
  requirePlainUrls(profile);
  const places = { env: process.env, folder };
  return { profile, access: resolveAccess(profile, places), places };
}

function writtenProfile(profile: TargetDescription["profile"]): ProfileInput | undefined {
  if (profile === undefined) return undefined;
  return typeof profile === "string"
    ? parseProfile(readTextFile(profile, "the profile"), profile)
    : parseProfile(JSON.stringify(profile), "the profile");
}

/** What the profile says of its hosts; a checkout host that is no other than the target moves with it. */
function targetOf(
  written: ProfileInput | undefined,
  moved: string | undefined,
): Partial<ProfileInput["target"]> {
  if (written === undefined) return {};
  const { checkoutUrl, ...hosts } = written.target;
  const isTheSame = checkoutUrl === undefined || checkoutUrl === hosts.baseUrl;
  return moved !== undefined && isTheSame ? hosts : written.target;
}

function hostUrl(text: string): string {
  if (!URL.canParse(text) || !["http:", "https:"].includes(new URL(text).protocol))
    throw new UsageError(`"${text}" is not a URL; give one that begins with http:// or https://`);
  return text.replace(/\/+$/, "");
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
