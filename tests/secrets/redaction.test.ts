import { MAX_BODY_BYTES } from "../../harness/http/wire.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Redactor } from "../../harness/redaction/redactor.ts";
import { found, plant } from "./canaries.ts";
import { FORMS, FORMS_OF_FORMS } from "./forms.ts";

const key = plant("the key", (core) => `sk_test_${core}`);
const learned = (): Redactor => {
  const redactor = new Redactor();
  redactor.learn(key.secret);
  return redactor;
};
const secretsIn = (text: string): readonly string[] => found([key], new Map([["a text", Buffer.from(text)]]));

/** What is sent to see that it is refused, and may be echoed. */
const { core } = key;
const NEAR_KEYS: Readonly<Record<string, string>> = {
  "the key": key.secret,
  "the key without its prefix": core,
  "the key with another prefix": `sk_none_${core}`,
  "the key with a live prefix": `sk_live_${core}`,
  "the key with one letter changed": `sk_test_${core.slice(0, 15)}~${core.slice(16)}`,
  "the key without its prefix and with one letter changed": `${core.slice(0, 9)}~${core.slice(10)}`,
  "the key without its end": key.secret.slice(0, -9),
  "the key without its prefix and its end": core.slice(0, -9),
  "the key without its beginning": core.slice(11),
  "the key and more": `${key.secret}kqxKQX`,
  "eight characters": core.slice(7, 15),
  "the user of a Basic header": Buffer.from(`${key.secret}:`).toString("base64"),
};

describe.each(Object.entries(NEAR_KEYS))("%s", (_what, near) => {
  test("is not shown in any encoding, nor in an encoding of an encoding", () => {
    const redactor = learned();
    const shown = FORMS_OF_FORMS.filter(([, write]) =>
      ["", "0a%"].some((before) => secretsIn(redactor.text(`it was ${before}${write(near)}.`)).length > 0),
    );
    expect(shown.map(([what]) => what)).toEqual([]);
  });

  test("would be found in each encoding", () => {
    const unseen = FORMS_OF_FORMS.filter(([, write]) => secretsIn(`it was ${write(near)}.`).length === 0);
    // Eight characters fill eight bytes: a form that begins in the middle of one shows seven of them.
    expect(unseen.map(([what]) => what).filter((what) => !what.includes("without its beginning"))).toEqual(
      [],
    );
  });
});

/** The length of the longest piece of a text that another one has. */
const longestOf = (text: string, other: string): number => {
  let longest = 0;
  for (let from = 0; from < text.length; from += 1) {
    while (from + longest < text.length && other.includes(text.slice(from, from + longest + 1))) longest += 1;
  }
  return longest;
};

describe("a key of any visible characters", () => {
  const random = (): fc.Arbitrary<string> =>
    fc.string({
      minLength: 12,
      maxLength: 60,
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });

  test.each(Object.entries(FORMS))("is not shown: %s", (_name, write) => {
    fc.assert(
      fc.property(random(), fc.string({ maxLength: 20 }), (text, around) => {
        const redactor = new Redactor();
        redactor.learn(`sk_test_${text}`);
        const shown = redactor.text(`«${around}»${write(text)}«${around}»`).replaceAll(`«${around}»`, "");
        // Backslashes say nothing, however they are written.
        const any = { what: "the key", secret: text, core: text.replaceAll("\\", "") };
        expect(found([any], new Map([["a text", Buffer.from(shown)]]))).toEqual([]);
      }),
      {
        numRuns: 100,
        examples: [
          ["!!!!!!!!!!\\\\", ""],
          ["!!!!!!!!!%5c", ""],
        ],
      },
    );
  });

  test("is removed everywhere, and nothing else is", () => {
    fc.assert(
      fc.property(random(), fc.array(fc.string({ maxLength: 30 }), { maxLength: 5 }), (text, parts) => {
        fc.pre(parts.every((part) => !/[\\%&]/.test(part) && longestOf(text, part) < 4));
        const redactor = new Redactor();
        redactor.learn(`sk_test_${text}`);
        expect(redactor.text(parts.join(`|${text}|`))).toBe(parts.join("|[redacted]|"));
      }),
    );
  });
});

describe("a client secret", () => {
  test("is not shown in part where a text was cut off, and the id of its intent is shown", () => {
    const redactor = new Redactor();
    redactor.learnFrom({ clientSecret: "pi_123_secret_abcdefghijklmnop" });
    expect(redactor.text('it is {"clientSecret":"pi_123_secret_abcd…')).toBe(
      'it is {"clientSecret":"pi_123_secret_[redacted]…',
    );
    expect(redactor.text("efghijkl of pi_123")).toBe("[redacted] of pi_123");
  });

  test("is found among very many", () => {
    const redactor = new Redactor();
    const secrets = Array.from({ length: 5_000 }, (_, index) => `pi_${index}_secret_${index * 7919}abcdef`);
    redactor.learnFrom(secrets.map((clientSecret) => ({ clientSecret })));
    const text = secrets.map((known) => JSON.stringify({ known })).join("\n");
    expect(redactor.text(text)).not.toContain("abcdef");
  });
});

describe("the time is linear", () => {
  const MOST_GROWTH = 100;
  /** CPU time, ms. */
  const cost = (work: () => void): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  /**
   * Sixteen times as much takes sixteen times as long, and 256 times where the time grows with the square. The least of several counts:
   * the machine may be busy, and what earlier tests left is collected at any time.
   */
  const growth = (work: (size: number) => void): number => {
    work(4);
    const once = Math.min(...[1, 2, 3, 4, 5].map(() => cost(() => work(1))));
    let least = Infinity;
    for (let times = 0; times < 8 && least >= MOST_GROWTH; times += 1)
      least = Math.min(least, cost(() => work(16)) / Math.max(once, 1));
    return least;
  };

  test.each([
    ["in text", "lorem ipsum dolor sit amet, ".repeat(4_000)],
    ["in base64", Buffer.from("lorem ipsum dolor").toString("base64").repeat(3_000)],
    ["in one letter", "a".repeat(100_000)],
    ["in escapes", "\\".repeat(100_000)],
    ["in the beginning of a key, over and over", "sk_test_abcdefg".repeat(8_000)],
  ])("%s", (_what, text) => {
    const redactor = learned();
    redactor.learn(`sk_test_${"abcdefg".repeat(20)}`);
    redactor.learn(`sk_test_${"a".repeat(100)}`);
    expect(growth((size) => void redactor.text(text.repeat(size)))).toBeLessThan(MOST_GROWTH);
  });

  test.each([
    ["backslashes", (size: number) => "\\".repeat(20_000 * size)],
    ["secret fields that never end", (size: number) => '"card":x'.repeat(2_000 * size)],
    ["secret strings that never end", (size: number) => '"card":"x'.repeat(2_000 * size)],
    ["secret lists that never end", (size: number) => '"card":[['.repeat(2_000 * size)],
    ["backslashes within a secret field", (size: number) => `"card":["${"\\".repeat(20_000 * size)}`],
    ["quotes within a secret field", (size: number) => `"card":["${'\\"'.repeat(20_000 * size)}`],
  ])("in %s", (_what, text) => {
    expect(
      growth((size) => {
        const redactor = new Redactor({ fields: ["card"] });
        redactor.learnFromText(text(size));
        redactor.body(text(size));
      }),
    ).toBeLessThan(MOST_GROWTH);
  });

  test("in secrets with a common beginning", () => {
    expect(
      growth((size) => {
        const redactor = new Redactor();
        const secrets = Array.from({ length: 500 * size }, (_, at) => `pi_1_secret_the-same-beginning-${at}`);
        redactor.learnFrom(secrets.map((clientSecret) => ({ clientSecret })));
        redactor.text(secrets.join(" "));
      }),
    ).toBeLessThan(MOST_GROWTH);
  });
});

test("a body as large as a run reads is redacted, even if it is one word", () => {
  const redactor = learned();
  redactor.learn(`sk_test_${"a".repeat(100)}`);
  expect(redactor.text("a".repeat(MAX_BODY_BYTES)).length).toBeLessThan(100);
  const known = "sk_test_fedcba9876543210abcd";
  redactor.learn(known);
  // Around the end of what one search finds.
  for (const before of [999_980, 999_990, 1_000_000]) {
    const text = "Z".repeat(before) + Buffer.from(known).toString("base64") + "Z".repeat(5_000);
    expect(redactor.text(text)).not.toContain(Buffer.from(known.slice(8, 20)).toString("base64"));
  }
});

test("a secret list as large as a run reads is learned, even if it is one string that never ends", () => {
  const redactor = new Redactor({ fields: ["card"] });
  redactor.learnFromText(`"card":["4242424242424242","${"a".repeat(MAX_BODY_BYTES)}`);
  expect(redactor.text("it was 4242424242424242")).toBe("it was [redacted]");
});

describe("a key", () => {
  test("of the documented form is not shown, with any owner", () => {
    const redactor = new Redactor();
    expect(redactor.text("sk_test_abcdef0123 and sk_live_ABC-def_9")).toBe("[redacted] and [redacted]");
  });

  test("with unusual characters is not shown in part", () => {
    const redactor = new Redactor();
    redactor.learn("sk_test_abcd+efgh/ijkl=mnop");
    expect(redactor.text("the key sk_test_abcd+efgh/ijkl=mnop.")).toBe("the key [redacted].");
  });

  test("with letters beyond ASCII is not shown in base64 or hexadecimal digits, nor in those of these", () => {
    const secret = "éàüöñçßøåæïî";
    const redactor = new Redactor();
    redactor.learn(secret);
    const bytes = Buffer.from(secret, "utf8");
    const written = [bytes.toString("base64"), bytes.toString("hex"), bytes.toString("latin1")];
    const twice = written.map((text) => Buffer.from(`xy${text}`, "latin1").toString("base64"));
    const shown = [...written, ...twice].filter((text) => redactor.text(`it was ${text}.`).includes(text));
    expect(shown).toEqual([]);
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
  ])("is removed from %s", (_what, body) => {
    expect(redactor().body(body)).not.toContain(value.slice(0, 12));
  });

  test("is remembered, so that it is removed where it has no name", () => {
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

  test("that is empty or null is shown as such", () => {
    expect(redactor().body('{"client_secret":"","card":null}')).toBe('{"client_secret":"","card":null}');
  });
});

test("a byte order mark does not shift positions", () => {
  expect(new Redactor().text("\ufeff the key is sk_test%5FAbCdEfGhIjKlMnOp123 here")).toBe(
    "\ufeff the key is [redacted] here",
  );
});
