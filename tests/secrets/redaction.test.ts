import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Redactor } from "../../harness/redaction.ts";

const secret = (): fc.Arbitrary<string> =>
  fc.string({ minLength: 12, maxLength: 60, unit: "grapheme-ascii" });

/** The ways in which an honest server or a careless one may write a text. */
const disguises: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify(text),
  "json in json": (text) => JSON.stringify(JSON.stringify(text)),
  "json in json in json": (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))),
  "escaped slashes": (text) => JSON.stringify(text).replaceAll("/", "\\/"),
  "every character escaped": (text) =>
    text.replace(/[\s\S]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
  url: (text) => encodeURIComponent(text),
  "url twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "url, every character": (text) => text.replace(/[\s\S]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
  base64: (text) => Buffer.from(text).toString("base64"),
  "base64 of more": (text) => Buffer.from(`x${text}:`).toString("base64"),
  base64url: (text) => Buffer.from(`x${text}`).toString("base64url"),
  hex: (text) => Buffer.from(text).toString("hex"),
};

/** The longest piece of the writing that is still there. */
const leftOf = (written: string, shown: string): number => {
  let longest = 0;
  for (let from = 0; from < written.length; from += 1) {
    while (from + longest < written.length && shown.includes(written.slice(from, from + longest + 1)))
      longest += 1;
  }
  return longest;
};

describe("a learned secret", () => {
  test.each(Object.entries(disguises))("is not shown: %s", (_name, disguise) => {
    fc.assert(
      fc.property(secret(), fc.string({ maxLength: 20 }), (text, around) => {
        const redactor = new Redactor();
        redactor.learn(text);
        const shown = redactor.text(`«${around}»${disguise(text)}«${around}»`).replaceAll(`«${around}»`, "");
        // Base64 tells at most two characters on either side, quotes and backslashes nothing at all.
        expect(leftOf(disguise(text).replaceAll("\\", ""), shown.replaceAll("[redacted]", ""))).toBeLessThan(
          7,
        );
      }),
      { numRuns: 100 },
    );
  });

  test("is taken out wherever it stands, and nothing else is", () => {
    fc.assert(
      fc.property(secret(), fc.array(fc.string({ maxLength: 30 }), { maxLength: 5 }), (text, parts) => {
        fc.pre(parts.every((part) => !part.includes("\\") && !part.includes("%") && leftOf(text, part) < 6));
        const redactor = new Redactor();
        redactor.learn(text);
        expect(redactor.text(parts.join(`|${text}|`))).toBe(parts.join("|[redacted]|"));
      }),
    );
  });

  test("is not shown in part where a text was cut off", () => {
    const redactor = new Redactor();
    redactor.learn("pi_123_secret_abcdefghijklmnop");
    expect(redactor.text('it is {"clientSecret":"pi_123_secret_abcd…')).toBe(
      'it is {"clientSecret":"[redacted]…',
    );
  });

  test("is one of very many and still found at once", () => {
    const redactor = new Redactor();
    const secrets = Array.from({ length: 5_000 }, (_, index) => `pi_${index}_secret_${index * 7919}`);
    for (const known of secrets) redactor.learn(known);
    const text = secrets.map((known) => JSON.stringify({ known })).join("\n");
    expect(redactor.text(text)).not.toContain("_secret_");
  });
});

describe("a key", () => {
  test("of the documented shape is not shown, whoever it belongs to", () => {
    const redactor = new Redactor();
    expect(redactor.text("sk_test_abcdef0123 and sk_live_ABC-def_9")).toBe("[redacted] and [redacted]");
  });

  test("with unusual characters is not shown in part", () => {
    const redactor = new Redactor();
    redactor.learn("sk_test_abcd+efgh/ijkl=mnop");
    expect(redactor.text("the key sk_test_abcd+efgh/ijkl=mnop.")).toBe("the key [redacted].");
  });

  test("that is split over headers is not shown", () => {
    const redactor = new Redactor();
    redactor.learn("sk_test_0123456789abcdefghijklmnop");
    const headers = redactor.headers([
      ["x-a", "before sk_test_0123456789abc"],
      ["x-b", "defghijklmnop after"],
      ["x-c", "0123456789abcdef"],
      ["authorization", "Bearer whatever"],
      ["x-api-key", "anything"],
    ]);
    expect(headers).toEqual([
      ["x-a", "before [redacted]"],
      ["x-b", "[redacted] after"],
      ["x-c", "[redacted]"],
      ["authorization", "[redacted]"],
      ["x-api-key", "[redacted]"],
    ]);
  });
});

describe("a secret field", () => {
  const redactor = (): Redactor => new Redactor({ fields: ["card"] });
  const value = "4111111111111111";

  test.each([
    ["JSON", `{"card":"${value}"}`],
    ["a number", `{"card":${value}}`],
    ["an object", `{"card":{"a":[{"b":"${value}"}]}}`],
    ["JSON that is cut off", `{"id":1,"card":"${value.slice(0, 12)}`],
    ["an object that is cut off", `{"card":{"a":[{"b":"${value}`],
    ["JSON after a mark", `\ufeff{"card":"${value}"}`],
    ["JSON within HTML", `<script>{"card" : "${value}", "id": 1}</script>`],
    ["JSON within JSON", JSON.stringify({ body: `{"card":"${value}"}` })],
    ["broken JSON within a string", `"{\\"card\\":\\"${value}\\",`],
  ])("is taken out of %s", (_what, body) => {
    expect(redactor().body(body)).not.toContain(value.slice(0, 12));
  });

  test("is learned, so that it is taken out where it has no name", () => {
    const learning = redactor();
    learning.learnFrom({ deep: [{ card: { number: Number(value) } }] });
    expect(learning.text(`the card is ${value}`)).toBe("the card is [redacted]");
    const cut = redactor();
    cut.learnFromText(`{"id":1,"card":"${value}`);
    expect(cut.text(`the card is ${value}`)).toBe("the card is [redacted]");
    const other = redactor();
    other.learnFromText(`<html>{"card":{"number":"${value}"`);
    expect(other.text(`the card is ${value}`)).toBe("the card is [redacted]");
  });

  test("leaves JSON as JSON", () => {
    expect(redactor().body(`{"id":1,"card":"${value}"}`)).toBe('{"id":1,"card":"[redacted]"}');
  });

  test("that is empty or null says so", () => {
    expect(redactor().body('{"client_secret":"","card":null}')).toBe('{"client_secret":"","card":null}');
  });
});
