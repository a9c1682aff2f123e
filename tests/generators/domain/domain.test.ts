import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshKey, idempotencyKeys, idempotencyKeysOf } from "../../../generators/domain/idempotency-keys.ts";
import { ID_PREFIXES, malformedIds, unknownIds } from "../../../generators/domain/identifiers.ts";
import { amounts, splits } from "../../../generators/domain/money.ts";
import { personNames, texts } from "../../../generators/domain/text.ts";
import { redirectUrls } from "../../../generators/domain/urls.ts";
import { keepsTheLaws, smallestOf } from "../laws.ts";

describe("money", () => {
  it("is in whole francs within the bounds", () => {
    const holds = (amount: number) => Number.isInteger(amount) && amount >= 100 && amount <= 1_000_000;
    const bounds = { min: 100, max: 1_000_000 };
    keepsTheLaws(() => amounts(bounds), holds);
    expect(smallestOf(amounts(bounds))).toEqual(new Set(["100"]));
  });

  it("splits into positive parts that add up", () => {
    const sum = (parts: number[]) => parts.reduce((a, b) => a + b, 0);
    const holds = (parts: number[]) => sum(parts) === 10_000 && parts.every((part) => part > 0);
    keepsTheLaws(
      () => splits(10_000, { min: 2, max: 5 }),
      (parts) => holds(parts) && parts.length >= 2 && parts.length <= 5,
    );
    keepsTheLaws(
      () => splits(10_000, { min: 3, max: 3 }),
      (parts) => holds(parts) && parts.length === 3,
    );
    expect(fc.sample(splits(1, { min: 2, max: 5 }), 5)).toEqual([[1], [1], [1], [1], [1]]);
    expect(fc.sample(splits(2, { min: 9, max: 9 }), 2)).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(() => splits(0, { min: 2, max: 5 })).toThrow(RangeError);
  });
});

describe("texts", () => {
  const ordinary = (text: string) =>
    text.trim() === text && text !== "" && !/[\p{Cc}\p{Surrogate}]/u.test(text) && text.normalize() !== "";

  it("contain nothing whose treatment the document leaves open", () => {
    keepsTheLaws(
      () => texts(64),
      (text) => ordinary(text) && [...text].length <= 64,
    );
    keepsTheLaws(
      () => personNames(),
      (text) => ordinary(text) && [...text].length <= 40,
    );
    expect(smallestOf(texts(64))).toEqual(new Set(['"a"']));
  });

  it("stay within their limits in code points, and reach them", () => {
    for (const max of [1, 3, 80, 255]) {
      const lengths = fc.sample(texts(max), { numRuns: 100, seed: 1 }).map((text) => [...text].length);
      expect(Math.min(...lengths)).toBe(1);
      expect(Math.max(...lengths)).toBe(max);
    }
  });
});

describe("redirects", () => {
  it("are URLs in normal form", () => {
    keepsTheLaws(
      () => redirectUrls(),
      (url) => new URL(url).href === url && url.startsWith("https://"),
    );
  });
});

describe("identifiers", () => {
  const segment = /^[A-Za-z0-9._~-]+$/;
  const routable = (id: string) => segment.test(id) && id !== "." && id !== "..";

  it.each(Object.values(ID_PREFIXES))(
    "that are malformed never look like %s and stay one segment",
    (prefix) => {
      keepsTheLaws(
        () => malformedIds(prefix),
        (id) => routable(id) && (!id.startsWith(prefix) || id === prefix || /^(afee|ctrr)_/.test(id)),
      );
    },
  );

  it("that are unknown have the prefix and the form of a known id", () => {
    keepsTheLaws(
      () => unknownIds("acct_"),
      (id) => routable(id) && id.startsWith("acct_"),
    );
    const like = "acct_01h-5f3c";
    keepsTheLaws(
      () => unknownIds("acct_", { like }),
      (id) => id !== like && /^acct_\d\d[a-z]-\d[a-z]\d[a-z]$/.test(id),
    );
    const uuid = "pi_0b9c2f4e-1a2b-4c3d-8e9f-001122334455";
    expect(
      fc
        .sample(unknownIds("pi_", { like: uuid }), 20)
        .every((id) => /^pi_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toBe(true);
    const ulid = "pi_01h455vb4pex5vsknk084sn02q";
    keepsTheLaws(
      () => unknownIds("pi_", { like: ulid }),
      (id) => /^pi_0[0-9a-hjkmnp-tv-z]{25}$/.test(id),
    );
  });

  it.each(["pi_7", "pi_1042", "pi_000017", "pi_test_12", "pi_48291736451928"])(
    "that are unknown stay far from counters, as %s",
    (like) => {
      const numberOf = (id: string): number => Number(/\d+$/.exec(id)?.[0]);
      keepsTheLaws(
        () => unknownIds("pi_", { like }),
        (id) =>
          numberOf(id) > numberOf(like) + 100_000 && id.replace(/\d+$/, "") === like.replace(/\d+$/, ""),
      );
    },
  );

  it.each([
    ["pi_k", /^pi_z[0-9a-z]{4}$/],
    ["pi_6AK", /^pi_Z[0-9A-Z]{6}$/],
    ["pi_test_1f3", /^pi_test_f[0-9a-f]{6}$/],
    ["pi_x8Kq", /^pi_z[0-9A-Za-z]{3}$/],
    ["pi_zzz01", /^pi_z[0-9a-z]{8}$/],
  ])("that are unknown stay far from counters in letters, as %s", (like, form) => {
    keepsTheLaws(
      () => unknownIds("pi_", { like }),
      (id) => form.test(id) && id !== like,
    );
  });
});

describe("idempotency keys", () => {
  it("are visible ASCII of permitted length, including both limits", () => {
    keepsTheLaws(
      () => idempotencyKeys(),
      (key) => /^[!-~]{2,254}$/.test(key),
    );
    expect(fc.sample(idempotencyKeysOf(256), 3).every((key) => key.length === 256)).toBe(true);
  });

  it("become unique without a change of length", () => {
    expect(freshKey("k".repeat(255), "nonce-1")).toHaveLength(255);
    expect(freshKey("k".repeat(255), "nonce-1")).toMatch(/^k+nonce-1$/);
    expect(freshKey("k", "nonce-1")).toBe("nonce-1");
  });
});
