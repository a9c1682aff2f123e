import { expect, test } from "vitest";
import { isMet, type Supplies } from "../../harness/judge/needs.ts";
import { withDefaults } from "../../harness/profile/defaults.ts";

const supplies = (control: readonly string[]): Supplies => ({
  profile: withDefaults({ target: { baseUrl: "http://payment.test" } }),
  keys: {},
  liveKeyAllowed: false,
  control: new Set(control),
});

test("control replaces no other port of the same name", () => {
  expect(isMet("port.voidInvoice", supplies(["voidInvoice"]))).toBe(false);
});
