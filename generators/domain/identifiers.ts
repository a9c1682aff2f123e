import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

/** The prefixes of identifiers (§2, §6). @internal */
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

const LOWER = [..."abcdefghijklmnopqrstuvwxyz"];
const UPPER = LOWER.map((letter) => letter.toUpperCase());
const DIGITS = [..."0123456789"];
const ALPHANUMERIC = [...LOWER, ...DIGITS, ...UPPER];

/**
 * Identifiers with the right prefix that no object has. With 24 random characters, a match is practically impossible.
 * @param options.like an identifier of the target. The values then have its length and, at each position, its kind of character, so that
 * they are well-formed for the target. The document shows no format
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

/** Names that every object of a program has, so that a lookup or a list of choices may find them although nothing was issued or listed. */
export const MEMBER_NAMES = ["constructor", "__proto__", "toString"] as const;

/**
 * An issued identifier in other casings, which no object has; none if its random part is short or has one casing only, because it may then
 * be the same identifier, or another object's.
 */
export function recased(known: string): Readonly<Record<string, string>> {
  const stem = known.slice(0, known.lastIndexOf("_") + 1);
  const random = known.slice(stem.length);
  if (random.length < RANDOM || !/[a-z]/.test(random) || !/[A-Z]/.test(random)) return {};
  const swapped = [...random]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
  return {
    "in the other casing": `${stem}${swapped}`,
    "in lowercase": known.toLowerCase(),
    "in uppercase": `${stem}${random.toUpperCase()}`,
  };
}

/** How many random characters an identifier has at least, so that a changed one is no other object's. */
export const RANDOM = 8;

/**
 * Malformed identifiers. Each is a path segment of unreserved characters, and never empty, `.` or `..`, which a router handles itself.
 * Shrinks towards the simplest.
 * @param options.longest greatest length in characters
 */
export function malformedIds(
  prefix: string,
  { longest = 400 }: { readonly longest?: number } = {},
): Classified<string> {
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
    suffix(ALPHANUMERIC, { min: Math.floor(longest * 0.75), max: longest - 1 }).map((random) => `x${random}`),
  );
  return classified(values, {
    "prefix alone": (id) => id === prefix || id === bare,
    "foreign prefix": (id) => foreign.some((other) => id.startsWith(other) && id.length > other.length + 20),
    "digits alone": (id) => /^\d+$/.test(id),
    "other casing of the prefix": (id) => id.startsWith(prefix.toUpperCase()),
    "punctuated id": (id) => /^[~._-]/.test(id),
    "overlong id": (id) => id.length > longest * 0.75,
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

/**
 * Random text of the same form, which is well-formed for a strict target: hexadecimal text remains hexadecimal, a UUID keeps its version
 * and variant, a ULID its alphabet, and separators keep their position. If the text ends with a counter of digits, or of digits and
 * letters, the value is far from those issued so far.
 */
function sameKind(model: string): fc.Arbitrary<string> {
  const counter = /^(?:[A-Za-z]+[_-])*(\d{1,15})$/.exec(model)?.[1];
  if (counter !== undefined) {
    const stem = model.slice(0, model.length - counter.length);
    return farFrom(counter).map((number) => stem + number);
  }
  const short = /^(?:[A-Za-z]+[_-])*([A-Za-z0-9]{1,7})$/.exec(model)?.[1];
  if (short !== undefined) {
    const stem = model.slice(0, model.length - short.length);
    return highAmong(short).map((code) => stem + code);
  }
  const alphabetAt = alphabetsOf(model);
  const positions = [...model].map((character, position) => {
    const alphabet = alphabetAt(character, position);
    return alphabet === null ? fc.constant(character) : fc.constantFrom(...alphabet);
  });
  return fc.tuple(...positions).map((characters) => characters.join(""));
}

/** Numbers far from any counter: of the same length if possible, else longer. */
function farFrom(counter: string): fc.Arbitrary<string> {
  const padded = counter.startsWith("0") || counter.length >= 9;
  const length = padded ? counter.length : counter.length + 6;
  return suffix(DIGITS, length - 1).map((digits) => (counter.startsWith("9") ? "8" : "9") + digits);
}

/** Codes that a counter in another base reaches last: of the same length if enough codes remain, else longer. */
function highAmong(short: string): fc.Arbitrary<string> {
  const alphabet = shortAlphabetOf(short);
  const last = alphabet.at(-1) ?? "";
  const longer = short.length < 4 || short.startsWith(last) ? 4 : 0;
  return suffix(alphabet, short.length - 1 + longer).map((rest) => last + rest);
}

/** The alphabet of a short text, in the order in which a counter uses it. */
function shortAlphabetOf(short: string): readonly string[] {
  if (/^[0-9a-f]+$/.test(short)) return HEX;
  if (/^[0-9A-F]+$/.test(short)) return UPPER_HEX;
  const letters = [...(/[A-Z]/.test(short) ? UPPER : []), ...(/[a-z]/.test(short) ? LOWER : [])];
  return [...DIGITS, ...letters];
}

const HEX = [...DIGITS, ...LOWER.slice(0, 6)];
const UPPER_HEX = HEX.map((letter) => letter.toUpperCase());

/** Digits and unambiguous letters, as in ULIDs. */
const CROCKFORD = [...DIGITS, ...LOWER.filter((letter) => !"ilou".includes(letter))];

type AlphabetAt = (character: string, position: number) => readonly string[] | null;

function alphabetsOf(model: string): AlphabetAt {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(model)) {
    const hex = model === model.toLowerCase() ? HEX : UPPER_HEX;
    return (character, position) => (character === "-" || position === 14 || position === 19 ? null : hex);
  }
  const one = oneAlphabetOf(model);
  if (one !== null) return (character, position) => (position === 0 || character === "-" ? null : one);
  return (character) => {
    if (/[0-9]/.test(character)) return DIGITS;
    if (/[a-z]/.test(character)) return LOWER;
    return /[A-Z]/.test(character) ? UPPER : null;
  };
}

/** The alphabet of a text, if it is narrower than letters and digits. */
function oneAlphabetOf(model: string): readonly string[] | null {
  if (/^[0-9a-f-]{8,}$/.test(model)) return HEX;
  if (/^[0-9A-F-]{8,}$/.test(model)) return UPPER_HEX;
  if (!/^[0-7][0-9a-hjkmnp-tv-z]{25}$/i.test(model)) return null;
  return model === model.toLowerCase() ? CROCKFORD : CROCKFORD.map((letter) => letter.toUpperCase());
}
