import { existsSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { UnreachableError, UsageError } from "../../harness/profile/usage-error.ts";
import { redactorFor } from "../../harness/redaction/run-secrets.ts";
import { hideSecrets } from "../terminal/output.ts";
import {
  type DescribedTarget,
  describeTarget,
  type Target,
  type TargetDescription,
  testKeyName,
} from "./describe.ts";
import { type Inquiry, inquiryHere } from "./inquiry.ts";
import { requireKey, resolveKeys } from "../../harness/profile/secrets.ts";
import { KEY_ROLES, type Keys } from "../../harness/profile/types.ts";

/** The profile that commands read when the command line names none. */
export const PROFILE_FILE = "payconform.yaml";

/** How a target is named on the command line. */
export interface TargetArguments {
  readonly target?: string;
  readonly checkoutUrl?: string;
  readonly profile?: string;
  readonly seed: number;
  readonly allowLiveKey: boolean;
}

/**
 * The target that the arguments, or else the profile in the current folder, describe; null for the embedded emulator.
 * @throws UsageError
 */
export function selectTarget(options: TargetDescription): DescribedTarget | null {
  const { target, checkoutUrl } = options;
  const profile = profileOf(options);
  return describeTarget({ target, checkoutUrl, profile });
}

const profileOf = ({ profile }: TargetDescription): TargetDescription["profile"] =>
  profile ?? (existsSync(PROFILE_FILE) ? PROFILE_FILE : undefined);

/** The path of the profile relative to the current folder, with slashes; null if there is none below it. */
export function profileFileOf(options: Pick<TargetArguments, "profile">): string | null {
  const profile = profileOf(options);
  if (typeof profile !== "string") return null;
  const path = relative(".", profile).split(sep).join("/");
  return path.startsWith("../") || isAbsolute(path) ? null : path;
}

/** Variables that mean a target of the user. */
const OF_A_TARGET = ["KEY", "LIVE_KEY", "TARGET", "CHECKOUT_URL", "PROFILE"].map(
  (name) => `PAYCONFORM_${name}`,
);
/** Names that users give to profiles, and that no command reads. */
const MISNAMED = ["payconform.yml", "payconform.json", ".payconform.yaml", ".payconform.yml"];

/**
 * Refuses to judge the embedded emulator where a target was meant: the emulator conforms, so a job that lost the name of its target
 * would be green.
 * @throws UsageError
 */
export function requireEmulatorMeant(): void {
  const choose = `name it (--target, --profile, or ${PROFILE_FILE} in this folder)`;
  const variable = OF_A_TARGET.find((name) => (process.env[name] ?? "") !== "");
  if (variable !== undefined)
    throw new UsageError(
      `${variable} is set, but no target is named; ${choose}, or unset the variable to judge the embedded emulator`,
    );
  const file = MISNAMED.find((name) => existsSync(name));
  if (file !== undefined)
    throw new UsageError(
      `${file} is not read, and no target is named; rename it to ${PROFILE_FILE}, or pass --profile ${file}`,
    );
}

/**
 * The selected target, ready to be judged. `isEmulatorMeant`: the embedded emulator was chosen, and not only by naming no other target.
 * @throws UsageError for a control that cannot be used, or a missing test key
 * @throws UnreachableError
 */
export async function findTarget(
  options: TargetArguments,
  inquiry?: Inquiry,
  { isEmulatorMeant = false } = {},
): Promise<Target> {
  const described = selectTarget(options);
  if (described === null) {
    if (!isEmulatorMeant) requireEmulatorMeant();
    // Loaded only if needed.
    const { embeddedTarget } = await import("./emulator.ts");
    return embeddedTarget({ seed: options.seed });
  }
  const target = await reachTarget(described, {
    liveKeyAllowed: options.allowLiveKey,
    ...(inquiry === undefined ? {} : { inquiry }),
  });
  hideSecrets(redactorFor(target));
  return target;
}

/**
 * A reachable target with its keys: the given ones, else those of the profile. Checks reachability, then control, then keys.
 * Live keys of the profile are not read unless they are allowed.
 * @throws UsageError for a control that cannot be used, a missing test key, or a given live key that is not allowed
 * @throws UnreachableError
 */
export async function reachTarget(
  { profile, access, secretContext }: DescribedTarget,
  options: {
    readonly keys?: Keys | undefined;
    readonly liveKeyAllowed: boolean;
    readonly inquiry?: Inquiry;
  },
): Promise<Target> {
  const { inquiry = inquiryHere } = options;
  const fault = await inquiry.unreachable({ profile, access });
  if (fault !== null) throw new UnreachableError(fault);
  const noControl = await inquiry.controlFault({ profile, access });
  if (noControl !== null) throw new UsageError(noControl);
  const { liveKeyAllowed } = options;
  const keys =
    options.keys === undefined
      ? resolveKeys(profile, { ...secretContext, live: liveKeyAllowed })
      : checked(options.keys, liveKeyAllowed);
  if (keys.test === undefined) {
    throw new UsageError(`no test key: set ${testKeyName(profile)} to a key that begins with sk_test_`);
  }
  const close = (): Promise<void> => Promise.resolve();
  return { profile, keys, access, liveKeyAllowed, embedded: false, close };
}

/** Checks keys that are passed in code. A live key among them is meant to be used, so it must be allowed. */
function checked(keys: Keys, liveKeyAllowed: boolean): Keys {
  if (!liveKeyAllowed && (keys.live !== undefined || keys.otherLive !== undefined)) {
    throw new UsageError("a live key is passed; set `allowLiveKey` to use it for the rules that need one");
  }
  for (const role of KEY_ROLES) {
    const key = keys[role];
    if (key !== undefined) requireKey(role, key, `keys.${role}`);
  }
  return keys;
}
