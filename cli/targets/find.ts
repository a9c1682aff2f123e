import { existsSync } from "node:fs";
import { redactorFor } from "../../harness/redaction/run-secrets.ts";
import { hideSecrets } from "../output.ts";
import { type DescribedTarget, describeTarget } from "./describe.ts";
import type { Inquiry } from "./inquiry.ts";
import { type Found, reachTarget } from "./reach.ts";

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
export function selectTarget(options: TargetArguments): DescribedTarget | null {
  const { target, checkoutUrl } = options;
  const profile = options.profile ?? (existsSync(PROFILE_FILE) ? PROFILE_FILE : undefined);
  return describeTarget({ target, checkoutUrl, profile });
}

/**
 * The selected target, ready to be judged.
 * @throws UsageError for a control that cannot be used, or a missing test key
 */
export async function findTarget(options: TargetArguments, inquiry?: Inquiry): Promise<Found> {
  const described = selectTarget(options);
  if (described === null) {
    // Loaded only if needed.
    const { embeddedTarget } = await import("./embedded.ts");
    return { target: await embeddedTarget({ seed: options.seed }) };
  }
  const found = await reachTarget(described, {
    liveKeyAllowed: options.allowLiveKey,
    ...(inquiry === undefined ? {} : { inquiry }),
  });
  if ("target" in found) hideSecrets(redactorFor(found.target));
  return found;
}
