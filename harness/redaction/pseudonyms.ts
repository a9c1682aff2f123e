import { createHash, createHmac, randomBytes } from "node:crypto";
import { unescaped } from "./pieces.ts";

/** What a pseudonym keeps of a secret: what the document says of all of them, and the id of an intent. */
const KEPT = /^(?:sk_(?:test|live)_|pi_[A-Za-z0-9]+_secret_)/;
const SCHEME = /^(?:bearer|basic|digest|token|apikey|negotiate)\s+/i;
const PSEUDONYM = /redacted_[0-9a-f]{20}/;

/** Whether a value is a pseudonym, or has one in it. */
export const isPseudonym = (value: unknown): boolean => typeof value === "string" && PSEUDONYM.test(value);

/**
 * Names for secrets: the same for the same secret, so that equal secrets remain equal, without a way back. Each instance has others, by a salt that
 * nobody keeps.
 */
export class Pseudonyms {
  readonly #salt = randomBytes(32);

  /** Letters, digits and underscores, behind the prefix by which the modes differ. */
  of(secret: string): string {
    const kept = KEPT.exec(secret)?.[0] ?? "";
    const rest = secret.slice(kept.length);
    // JSON and URLs write the same secret in other ways.
    const digest = createHmac("sha256", this.#salt).update(unescaped(rest)?.text ?? rest);
    return `${kept}redacted_${digest.digest("hex").slice(0, 20)}`;
  }

  /** The value of a secret header: its scheme remains. */
  ofHeader(value: string): string {
    const scheme = SCHEME.exec(value)?.[0] ?? "";
    return scheme + this.of(value.slice(scheme.length));
  }

  /** The same for the same bytes. */
  digest(bytes: Uint8Array): string {
    return createHash("sha256").update(this.#salt).update(bytes).digest("hex");
  }
}
