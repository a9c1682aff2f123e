import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

const ASCII = [
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  ..."-'.,:;!?()&/+#%\"<>\\",
];
const LATIN = [..."éèêàçôùïœÉÀÇñß"];
const COMBINING = ["e\u0301", "a\u0300", "o\u0302", "n\u0303", "\u0915\u094d"];
const ASTRAL = ["😀", "🇨🇬", "𝒳", "🪙", "𠮷"];
const RTL = [..."مرحباשלוםدفع"];
const CJK = [..."支付収款東京"];
const SCRIPTS = [LATIN, COMBINING, ASTRAL, RTL, CJK];

/** The most code points of a unit, from which the greatest length of a text follows. */
const UNIT_CODE_POINTS = 2;

/**
 * Ordinary texts of at most `max` code points. They have no leading, trailing or double spaces, control characters or lone surrogates,
 * because the document does not say how a server treats these. Shrinks towards "a".
 * @param script `ascii` for printable ASCII only; `unicode` adds other scripts
 */
export function texts(max: number, script: "ascii" | "unicode" = "unicode"): Classified<string> {
  // Texts at the length limit are ASCII, because it is open whether "characters" are code points or UTF-16 units.
  const choices: fc.WeightedArbitrary<string>[] = [
    { weight: 6, arbitrary: unitsOf(ASCII, max, 1) },
    { weight: 3, arbitrary: sentences(max) },
    { weight: 1, arbitrary: fc.constantFrom("a".repeat(max), "a") },
  ];
  if (script === "unicode" && max >= UNIT_CODE_POINTS) {
    for (const units of SCRIPTS) {
      choices.push({ weight: 1, arbitrary: unitsOf([...units, "a"], max, UNIT_CODE_POINTS) });
    }
  }
  return classified(fc.oneof({ withCrossShrink: true }, ...choices), textClasses(script));
}

/** Names of people (§4.3, §4.4) as they occur in practice, including accents, apostrophes and hyphens. */
export function personNames(): Classified<string> {
  const plain = ["Awa", "Jean", "Grace", "Paul", "Mireille", "Bo"];
  const special = [
    "N'Goma",
    "Jean-Pierre",
    "Éloïse",
    "van der Berg",
    "Nguyễn",
    "Makosso Tchapi",
    "李",
    "عمر",
  ];
  const values = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constantFrom(...plain) },
    { weight: 2, arbitrary: fc.constantFrom(...special) },
    { weight: 1, arbitrary: texts(40, "ascii").map(onlyLetters) },
  );
  return classified(values, {
    "plain name": (name) => /^[A-Za-z]+$/.test(name),
    "name with a mark": (name) => /[ '-]/.test(name),
    "unicode name": isUnicode,
  });
}

/** Whether a text contains characters outside of ASCII. */
function isUnicode(text: string): boolean {
  return [...text].some((char) => (char.codePointAt(0) ?? 0) > 0x7e);
}

function textClasses(script: "ascii" | "unicode"): Record<string, (text: string) => boolean> {
  const plain = { "ascii text": (text: string) => !isUnicode(text) };
  if (script === "ascii") return plain;
  return {
    ...plain,
    "unicode text": isUnicode,
    "astral text": (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
    "combining text": (text) => /\p{M}/u.test(text),
    "right-to-left text": (text) => /[\u0590-\u06ff]/.test(text),
  };
}

/** Texts of at most `max` code points that consist of these units, which have at most `widest` code points. */
function unitsOf(units: readonly string[], max: number, widest: number): fc.Arbitrary<string> {
  const ordered = units.includes("a") ? ["a", ...units.filter((unit) => unit !== "a")] : [...units];
  const maxUnits = Math.min(Math.floor(max / widest), 24);
  return fc
    .array(fc.constantFrom(...ordered), { minLength: 1, maxLength: Math.max(1, maxUnits), size: "max" })
    .map((chosen) => chosen.join(""));
}

/** Words that are separated by single spaces, truncated to the greatest length, without a space at the end. */
function sentences(max: number): fc.Arbitrary<string> {
  return fc
    .array(unitsOf(ASCII, 8, 1), { minLength: 2, maxLength: 5 })
    .map((words) => words.join(" ").slice(0, max).trimEnd());
}

function onlyLetters(text: string): string {
  const letters = text.replace(/[^A-Za-z]/g, "");
  return letters === "" ? "A" : letters;
}
