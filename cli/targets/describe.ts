import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type ProfileInput, requirePlainUrls, withDefaults } from "../../harness/profile/defaults.ts";
import { parseProfile, readWrittenProfile } from "../../harness/profile/load.ts";
import { notUrl } from "../../harness/profile/value-checks.ts";
import { resolveAccess, type SecretContext } from "../../harness/profile/secrets.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import type { Access, EventSource, Keys, Profile } from "../../harness/profile/types.ts";
import { isExclusion } from "../../harness/patterns.ts";

/** How a user describes a target: a profile, URLs, or both; URLs take precedence. */
export interface TargetDescription {
  readonly target?: string | undefined;
  readonly checkoutUrl?: string | undefined;
  /** Path of a profile, or its content. */
  readonly profile?: string | ProfileInput | undefined;
}

/** A target as described: no request sent, no key read. */
export interface DescribedTarget {
  /** The profile without defaults, with the URLs that take precedence. */
  readonly written: ProfileInput;
  readonly profile: Profile;
  readonly access: Access;
  readonly secretContext: SecretContext;
}

/**
 * Reads the description of a target and resolves the paths in its profile; null for the embedded emulator.
 * @throws UsageError for an invalid profile or URL, or a file that does not exist
 */
export function describeTarget(given: TargetDescription): DescribedTarget | null {
  const written = writtenProfile(given.profile);
  const target = given.target === undefined ? undefined : hostUrl(given.target);
  const checkoutUrl = given.checkoutUrl === undefined ? undefined : hostUrl(given.checkoutUrl);
  const baseUrl = target ?? written?.target?.baseUrl;
  if (baseUrl === undefined) {
    if (written !== undefined) {
      const name = typeof given.profile === "string" ? given.profile : "the profile";
      throw new UsageError(
        `${name}: target.baseUrl is missing; set it, or pass --target (\`target\` in the API)`,
      );
    }
    if (checkoutUrl === undefined) return null;
    throw new UsageError("a checkout host is given without a target; add --target (`target` in the API)");
  }
  const folder = typeof given.profile === "string" ? dirname(given.profile) : ".";
  const urls = { baseUrl, ...(checkoutUrl === undefined ? {} : { checkoutUrl }) };
  return describeProfile({ ...written, target: { ...targetOf(written, target), ...urls } }, folder);
}

/**
 * Adds the defaults to a profile that has a URL. Its paths start at `folder`.
 * @throws UsageError for a URL with a secret, or a file that does not exist
 */
export function describeProfile(written: ProfileInput, folder: string): DescribedTarget {
  const profile = located(withDefaults(written), folder);
  requirePlainUrls(profile);
  const secretContext = { env: process.env, folder };
  return { written, profile, access: resolveAccess(profile, secretContext), secretContext };
}

/** The target of a recorded run, whose secrets and files are elsewhere. `text`: its profile. @throws UsageError for an invalid profile */
export function describeRecorded(text: string): DescribedTarget {
  const profile = readWrittenProfile(text, "the profile in the recording");
  const secretContext = { env: {}, folder: "." };
  return { written: profile, profile, access: { headers: {} }, secretContext };
}

function writtenProfile(profile: TargetDescription["profile"]): ProfileInput | undefined {
  if (profile === undefined) return undefined;
  return typeof profile === "string"
    ? parseProfile(readTextFile(profile, "the profile"), profile)
    : parseProfile(JSON.stringify(profile), "the profile");
}

/** The hosts in a profile. If `moved` replaces the payment host, it also replaces a checkout host with the same URL. */
function targetOf(
  written: ProfileInput | undefined,
  moved: string | undefined,
): NonNullable<ProfileInput["target"]> {
  if (written?.target === undefined) return {};
  const { checkoutUrl, baseUrl } = written.target;
  const isTheSame = checkoutUrl !== undefined && checkoutUrl === baseUrl;
  return moved !== undefined && isTheSame ? { ...written.target, checkoutUrl: moved } : written.target;
}

function hostUrl(text: string): string {
  if (!URL.canParse(text) || !["http:", "https:"].includes(new URL(text).protocol))
    throw new UsageError(notUrl(text));
  return text.replace(/\/+$/, "");
}

/** The path of a file that a profile names. @throws UsageError if it does not exist */
function fileOf(folder: string, setting: string, path: string): string {
  const file = resolve(folder, path);
  if (!existsSync(file))
    throw new UsageError(`${setting}: ${file} does not exist; a path starts at the folder of the profile`);
  return file;
}

/** Resolves the paths in a profile relative to its folder. */
function located(profile: Profile, folder: string): Profile {
  const { events } = profile;
  const { controlModule, ...target } = profile.target;
  return {
    ...profile,
    target: {
      ...target,
      ...(controlModule === undefined
        ? {}
        : { controlModule: fileOf(folder, "target.controlModule", controlModule) }),
    },
    ...(events !== undefined && "receiver" in events
      ? { events: { receiver: locatedReceiver(events.receiver, folder) } }
      : {}),
  };
}

type Receiver = Extract<EventSource, { receiver: unknown }>["receiver"];

function locatedReceiver(receiver: Receiver, folder: string): Receiver {
  const found = (name: "certificateFile" | "keyFile"): Partial<Receiver> => {
    const path = receiver[name];
    return path === undefined ? {} : { [name]: fileOf(folder, `events.receiver.${name}`, path) };
  };
  return { ...receiver, ...found("certificateFile"), ...found("keyFile") };
}

/** A target with its keys, as plain data, which another thread can get. */
export interface PlainTarget {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly access: Access;
  readonly liveKeyAllowed: boolean;
}

/** The plain data of a target. */
export const plainTarget = ({ profile, keys, access, liveKeyAllowed }: PlainTarget): PlainTarget => ({
  ...{ profile, keys, access, liveKeyAllowed },
});

/** A target, ready to be judged. */
export interface Target extends PlainTarget {
  /** True for the emulator in this process. */
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}

/** The source of the test key, in words. */
export function testKeyName(profile: Profile): string {
  const source = profile.keys.test;
  if (source === undefined) return "keys.test in the profile";
  return "env" in source ? `the environment variable ${source.env}` : `the file ${source.file}`;
}

/** The options of a run that say by which level it judges. */
type Options = TargetDescription & {
  /** `all` for all rules. */
  readonly level?: string;
  readonly rules?: readonly string[];
};

/**
 * Options with the level of the run, or with none for all rules. The level of the profile is for runs that name neither a level nor rules:
 * named rules are to be judged, whatever the level.
 * @throws UsageError for an invalid profile
 */
export function withLevel<Given extends Options>(
  given: Given,
  describe: (given: Options) => DescribedTarget | null = describeTarget,
): Given {
  const { level, ...others } = given;
  const isWhole = given.rules?.every(isExclusion) ?? true;
  const chosen = level ?? (isWhole ? describe(given)?.profile.level : undefined);
  return { ...others, ...(chosen !== undefined && chosen !== "all" && { level: chosen }) } as Given;
}
