import * as fc from "fast-check";
import { spell, timestamps } from "../domain/timestamps.ts";
import { redirectUrls } from "../domain/urls.ts";
import { UnsupportedSchemaError } from "./nodes.ts";

/** What a text of a format looks like, right and wrong. */
interface Format {
  readonly valid: fc.Arbitrary<string>;
  /** Texts of another form, each with what it is. The first is the plainest. */
  readonly wrong: readonly { readonly gives: string; readonly value: string }[];
}

const WORD = { gives: "a word", value: "tomorrow" };
const NO_SUCH_DAY = { gives: "a day that does not exist", value: "2027-13-45T00:00:00Z" };
const NO_ZONE = { gives: "a time without offset", value: "2027-01-31 09:30" };

const WRONG_TIMESTAMPS = [WORD, NO_SUCH_DAY, NO_ZONE];
const utc = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 1_000, max: Date.UTC(2032, 0, 1) / 1_000 })
  .map((seconds) => spell(seconds * 1_000, 0));

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["date-time", { valid: timestamps(), wrong: WRONG_TIMESTAMPS }],
  ["iso-8601", { valid: timestamps(), wrong: WRONG_TIMESTAMPS }],
  ["iso-8601-offset", { valid: timestamps(), wrong: WRONG_TIMESTAMPS }],
  ["iso-8601-utc", { valid: utc, wrong: WRONG_TIMESTAMPS }],
  [
    "date",
    { valid: utc.map((text) => text.slice(0, 10)), wrong: [WORD, { ...NO_SUCH_DAY, value: "2027-13-45" }] },
  ],
  [
    "uri",
    {
      valid: redirectUrls(),
      wrong: [
        { gives: "a word", value: "nowhere" },
        { gives: "text with blanks", value: "not a url" },
      ],
    },
  ],
  [
    "email",
    {
      valid: fc.integer({ min: 1, max: 999_999 }).map((n) => `vendor${n}@example.com`),
      wrong: [{ gives: "a word", value: "nobody" }],
    },
  ],
]);

/**
 * The texts of a format.
 * @throws UnsupportedSchemaError for a format that the generators do not know
 */
export function formatOf(name: string, path: string): Format {
  const format = FORMATS.get(name);
  if (format === undefined) throw new UnsupportedSchemaError(path, `the format "${name}" is not supported`);
  return format;
}
