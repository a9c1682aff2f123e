import { expect, test } from "vitest";
import type { Answer } from "../../../harness/http/answer.ts";
import { identityOf } from "../../../suites/expect/observed.ts";

const identity = (value: unknown) => identityOf({ read: { kind: "json", value } } as Answer);

test("a withdrawal is identified by its id alone, if it has one", () => {
  expect(identity({ id: "cwd_1", trace: "t-72" })).toEqual(["cwd_1"]);
});

test.each([
  ["a text with a digit", "t-72", true],
  ["a generated text without a digit", "cwd_atMAFXlZfJobtXYicwMPGcOw", true],
  ["a date", "2026-04-10T09:30:09.052000+00:00", false],
  ["a vendor", "acct_8xzG2wbVXXwrh8rSsA6AMzs3", false],
  ["a word", "connect_withdrawal", false],
  ["a word in camelCase", "requiresPaymentMethod", false],
  ["a word in capitals", "WITHDRAWAL_REQUESTED", false],
])("whether %s identifies a withdrawal", (_what, text, identifies) => {
  expect(identity({ details: { text } })).toEqual(identifies ? [text] : []);
});
