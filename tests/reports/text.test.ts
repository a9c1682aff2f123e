import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prettyJson, clip, duration, oneLine, visible, wellFormed } from "../../reports/text/text.ts";
import { block, code, inline, prose } from "../../reports/text/markdown.ts";
import { HOSTILE, UNSAFE } from "./fixture.ts";

/** A lone surrogate. */
const LONE = /\p{Cs}/u;

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.constant(HOSTILE),
);

describe("text from targets", () => {
  it("contains nothing invisible or broken", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visible(text)).not.toMatch(UNSAFE);

        expect(wellFormed(text)).not.toMatch(LONE);
        expect(oneLine(text)).not.toMatch(/[\n\t]/u);
      }),
    );
  });

  it("keeps visible text", () => {
    expect(visible("\u001b[31mé😀\r\n\r\u202e\udc00")).toBe("\\u001b[31mé😀\n\\u000d\\u202e\\udc00");
    expect(visible("\u{e0001}")).toBe("\\u{e0001}");
  });

  it("is truncated between characters, and says how much is missing", () => {
    expect(clip("abc", 3)).toBe("abc");
    expect(clip("abcd", 3)).toBe("abc… (1 more characters)");
    expect(clip("ab😀", 3)).toBe("ab… (2 more characters)");
  });

  it("of the catalogue shows only quoted text as code", () => {
    expect(prose("It has the code `a_b` or `<c>`.")).toBe("It has the code `a_b` or `<c>`.");
    expect(prose("A <b> and a lone ` are text")).not.toMatch(/[<>`]/u);
  });

  it("is inert in Markdown", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(inline(text).replaceAll(/&#\d+;/gu, "")).not.toMatch(/[<>|`*_[\]~\\@\n&]|:\/\//u);
        const span = code(text);
        expect(span).not.toMatch(/\n|(?<!\\)\|/u);
        const fence = /^`+/u.exec(span)?.[0] ?? "";
        expect(span.slice(fence.length, -fence.length)).not.toMatch(new RegExp(`(?<!\`)${fence}(?!\`)`, "u"));
        const [open = "", ...lines] = block(text).split("\n");
        expect(open).toMatch(/^`{3,}$/u);
        expect(lines.findIndex((line) => line.includes(open))).toBe(lines.length - 1);
      }),
    );
  });
});

it("writes JSON that strict parsers accept", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = prettyJson(value);
      expect(text).not.toMatch(LONE);
      expect(() => JSON.parse(text) as unknown).not.toThrow();
      expect(text).not.toMatch(/\\ud[89a-f][0-9a-f]{2}(?<!\\\\ud[89a-f][0-9a-f]{2})/iu);
    }),
  );
});

it.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [1_500, "1.5 s"],
  [123_000, "2 min 3 s"],
])("writes %d ms as %s", (ms, words) => {
  expect(duration(ms)).toBe(words);
});
