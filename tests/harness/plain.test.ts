import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageOf, traceOf, plain, show } from "../../harness/plain.ts";
import { oddValues } from "../odd-values.ts";

describe("the copy of a value as JSON data", () => {
  it("is the value itself if that is JSON data", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text.replaceAll("-0", "0"));
        expect(plain(value)).toStrictEqual(value);
      }),
    );
  });

  it("survives JSON and other threads, whatever the value is", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
      withBoxedValues: true,
    });
    fc.assert(fc.property(anything, (value) => expectPlain(plain(value))));
  });

  it.each(oddValues)(
    "survives them for %s, of which messages, traces and violations show a text",
    (_what, make) => {
      expectPlain(plain(make()));
      const texts = [messageOf(make()), traceOf(make()), show(make(), 400)];
      expect(texts.map((text) => typeof text)).toEqual(["string", "string", "string"]);
    },
  );

  it("shows what JSON does not have as text", () => {
    const cycle: Record<string, unknown> = { a: [1, null, "x", { b: true }] };
    cycle["self"] = cycle;
    expect(plain(cycle)).toEqual({ a: [1, null, "x", { b: true }], self: "[circular]" });
    expect(
      plain({
        big: 2n ** 64n,
        none: undefined,
        list: [undefined, Number.NaN, -0],
        bytes: new Uint8Array(3),
        at: new Date(0),
        url: new URL("http://a.test/b"),
        error: new TypeError("wrong", { cause: "why" }),
        map: new Map([[{ toString: 0 }, 1]]),
        set: new Set([Symbol("odd"), plain]),
      }),
    ).toEqual({
      big: "18446744073709551616",
      list: [null, "NaN", "-0"],
      bytes: "[3 bytes]",
      at: "1970-01-01T00:00:00.000Z",
      url: "http://a.test/b",
      error: { name: "TypeError", message: "wrong", cause: "why" },
      map: { '{"toString":0}': 1 },
      set: ["[symbol]", "[function]"],
    });
  });

  it("is of bounded size", () => {
    const long = plain(Array.from({ length: 100_000 }, () => ({})));
    expect(long).toHaveLength(10_001);
    expect(JSON.stringify(plain("x".repeat(1_000_000))).length).toBeLessThan(70_000);
  });
});

it("the trace of an error has its causes", () => {
  const error = new Error("outer", { cause: new TypeError("inner", { cause: "a word" }) });
  expect(traceOf(error)).toMatch(/^Error: outer\n[^]*\ncaused by TypeError: inner\n[^]*\ncaused by a word$/);
});

function expectPlain(value: unknown): void {
  expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value);
  expect(structuredClone(value)).toStrictEqual(value);
}
