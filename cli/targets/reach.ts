import { requireKey, resolveKeys } from "../../harness/profile/secrets.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { KEY_ROLES, type Keys } from "../../harness/profile/types.ts";
import type { DescribedTarget } from "./describe.ts";
import { type Inquiry, inquiryHere } from "./inquiry.ts";
import { testKeyName } from "./test-key-name.ts";
import type { Target } from "./target.ts";

/** A target that can be judged, or why it does not answer, in one line. */
export type Found = { readonly target: Target } | { readonly unreachable: string };

/**
 * A reachable target with its keys: the given ones, else those of the profile. Checks reachability, then control, then keys.
 * Live keys of the profile are not read unless they are allowed.
 * @throws UsageError for a control that cannot be used, a missing test key, or a given live key that is not allowed
 */
export async function reachTarget(
  { profile, access, secretContext }: DescribedTarget,
  options: {
    readonly keys?: Keys | undefined;
    readonly liveKeyAllowed: boolean;
    readonly inquiry?: Inquiry;
  },
): Promise<Found> {
  const { inquiry = inquiryHere } = options;
  const fault = await inquiry.unreachable({ profile, access });
  if (fault !== null) return { unreachable: fault };
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
  return { target: { profile, keys, access, liveKeyAllowed, embedded: false, close } };
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
