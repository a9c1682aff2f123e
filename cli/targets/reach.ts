import { requireKey, resolveKeys, UsageError } from "../../harness/profile/load.ts";
import { KEY_ROLES, type Keys, type Profile } from "../../harness/profile/types.ts";
import { controlFault } from "./control.ts";
import type { DescribedTarget } from "./describe.ts";
import { unreachable } from "./reachability.ts";
import type { Target } from "./target.ts";

/** A target that can be judged, or why it does not answer, in one line. */
export type Found = { readonly target: Target } | { readonly unreachable: string };

/**
 * A reachable target with its keys: the given ones, else those of the profile. Checks reachability, then control, then keys.
 * Live keys are left out if they are not allowed.
 * @throws UsageError for a control that cannot be used, or a missing test key
 */
export async function reachTarget(
  { profile, access, secretContext }: DescribedTarget,
  options: { readonly keys?: Keys | undefined; readonly liveKeyAllowed: boolean },
): Promise<Found> {
  const fault = await unreachable({ profile, access });
  if (fault !== null) return { unreachable: fault };
  const noControl = await controlFault({ profile, access });
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
  return { target: { profile, keys, access, liveKeyAllowed, embedded: false, close } };
}

/** The given keys, without live ones if they are not allowed. */
function checked(given: Keys, liveKeyAllowed: boolean): Keys {
  const { live: _live, otherLive: _otherLive, ...test } = given;
  const keys: Keys = liveKeyAllowed ? given : test;
  for (const role of KEY_ROLES) {
    const key = keys[role];
    if (key !== undefined) requireKey(role, key, `keys.${role}`);
  }
  return keys;
}

/** Where the test key is read from, in words. */
export function testKeyName(profile: Profile): string {
  const source = profile.keys.test;
  if (source === undefined) return "keys.test in the profile";
  return "env" in source ? `the environment variable ${source.env}` : `the file ${source.file}`;
}
