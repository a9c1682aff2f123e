import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

/** The prefixes of identifiers (§2, §6). */
export const ID_PREFIXES = {
  account: "acct_",
  allocation: "ctr_",
  applicationFee: "afee_",
  clock: "clock_",
  disbursement: "wt_",
  event: "evt_",
  order: "ord_",
  paymentIntent: "pi_",
  remittance: "rem_",
  reversal: "ctrr_",
  session: "session_",
} as const;

/** One of the documented prefixes. */
export type IdPrefix = (typeof ID_PREFIXES)[keyof typeof ID_PREFIXES];

const LOWER = [..."abcdefghijklmnopqrstuvwxyz"];
const UPPER = LOWER.map((letter) => letter.toUpperCase());
const DIGITS = [..."0123456789"];
const ALPHANUMERIC = [...LOWER, ...DIGITS, ...UPPER];

/**
 * Identifiers with the right prefix that name nothing. With 24 random characters a hit is out of the question.
 * @param options.like an identifier of the target: the values then have its length and, place by place, its kind of
 * characters, so that they are well-formed to a target whose format is not known (no format is shown)
 */
export function unknownIds(prefix: string, options: { readonly like?: string } = {}): Classified<string> {
  const { like } = options;
  const values =
    like === undefined || !like.startsWith(prefix)
      ? suffix(ALPHANUMERIC, 24).map((random) => prefix + random)
      : sameKind(like.slice(prefix.length))
          .map((random) => prefix + random)
          .filter((id) => id !== like);
  return classified(values, { "unknown id": (id) => id.startsWith(prefix) && id.length > prefix.length });
}

/**
 * Identifiers that are no identifiers of this kind, each a single segment of unreserved characters: never empty, `.` or
 * `..`, which a router answers before any rule is asked. Shrinks towards the plainest.
 */
export function malformedIds(prefix: string): Classified<string> {
  const bare = prefix.slice(0, -1);
  const foreign = Object.values(ID_PREFIXES).filter((other) => other !== prefix);
  const values = fc.oneof(
    { withCrossShrink: true },
    suffix(ALPHANUMERIC, { min: 1, max: 24 }).filter((text) => !text.startsWith(prefix)),
    fc.constantFrom(prefix, bare),
    suffix(DIGITS, { min: 1, max: 12 }),
    fc.tuple(fc.constantFrom(...foreign), suffix(ALPHANUMERIC, 24)).map(([other, random]) => other + random),
    suffix(ALPHANUMERIC, 24).map((random) => prefix.toUpperCase() + random),
    suffix(ALPHANUMERIC, 24).map((random) => `${bare}-${random}`),
    fc
      .tuple(suffix(ALPHANUMERIC, { min: 1, max: 8 }), fc.constantFrom("~", "...", "-.-", "_"))
      .map(([a, b]) => b + a),
    suffix(ALPHANUMERIC, { min: 300, max: 400 }).map((random) => `x${random}`),
  );
  return classified(values, {
    "prefix alone": (id) => id === prefix || id === bare,
    "foreign prefix": (id) => foreign.some((other) => id.startsWith(other) && id.length > other.length + 20),
    "digits alone": (id) => /^\d+$/.test(id),
    "other casing of the prefix": (id) => id.startsWith(prefix.toUpperCase()),
    "punctuated id": (id) => /^[~._-]/.test(id),
    "overlong id": (id) => id.length > 255,
  });
}

function suffix(
  alphabet: readonly string[],
  length: number | { readonly min: number; readonly max: number },
): fc.Arbitrary<string> {
  const { min, max } = typeof length === "number" ? { min: length, max: length } : length;
  return fc
    .array(fc.constantFrom(...alphabet), { minLength: min, maxLength: max, size: "max" })
    .map((characters) => characters.join(""));
}

/** Random text of the same form; hexadecimal stays hexadecimal (UUIDs), separators stay where they are. */
function sameKind(model: string): fc.Arbitrary<string> {
  const hex = /^[0-9a-f-]+$/.test(model);
  const places = [...model].map((character) => {
    if (/[0-9a-f]/.test(character) && hex) return fc.constantFrom(...DIGITS, ...LOWER.slice(0, 6));
    if (/[0-9]/.test(character)) return fc.constantFrom(...DIGITS);
    if (/[a-z]/.test(character)) return fc.constantFrom(...LOWER);
    if (/[A-Z]/.test(character)) return fc.constantFrom(...UPPER);
    return fc.constant(character);
  });
  return fc.tuple(...places).map((characters) => characters.join(""));
}
