import { existsSync } from "node:fs";
import { redactorFor } from "../../harness/session.ts";
import { hideSecrets } from "../output.ts";
import { type DescribedTarget, describeTarget } from "./describe.ts";
import { type Found, reachTarget } from "./reach.ts";

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

/**
 * What the arguments and the profile of the current folder describe; null for the embedded emulator.
 * @throws UsageError
 */
export function targetMeantBy(options: TargetArguments): DescribedTarget | null {
  const { target, checkoutUrl } = options;
  const profile = options.profile ?? (existsSync(PROFILE_FILE) ? PROFILE_FILE : undefined);
  return describeTarget({ target, checkoutUrl, profile });
}

/**
 * The target that the arguments mean, ready to be judged.
 * @throws UsageError for a control that is none, without a test key, or with a live key that was not admitted
 */
export async function findTarget(options: TargetArguments): Promise<Found> {
  const described = targetMeantBy(options);
  if (described === null) {
    // Whoever judges a server has no use for the emulator.
    const { embeddedTarget } = await import("./embedded.ts");
    return { target: await embeddedTarget({ seed: options.seed }) };
  }
  const found = await reachTarget(described, { liveKeyAllowed: options.allowLiveKey });
  if ("target" in found) hideSecrets(redactorFor(found.target));
  return found;
}
