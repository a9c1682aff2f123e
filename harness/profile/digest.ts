import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Profile } from "./types.ts";

const FILES: readonly string[] = ["controlModule", "certificateFile", "keyFile"];

/**
 * sha256, hex, of the profile. It holds no secret: keys are named, not written. It does not include the folder of its files:
 * the machines that share a run have folders of their own. Nor does it say whether the checkout host was given or assumed.
 */
export function profileDigest(profile: Profile): string {
  const { guessesCheckout: _, ...rest } = profile;
  const text = JSON.stringify(rest, (name, value: unknown) =>
    FILES.includes(name) && typeof value === "string" ? basename(value) : value,
  );
  return createHash("sha256").update(text).digest("hex");
}
