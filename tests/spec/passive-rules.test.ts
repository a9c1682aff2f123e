import { expect, test } from "vitest";
import { passiveRules } from "../../scripts/generate/passive-rules.ts";

// What is derived is in `spec/rules.lock`, id by id; here is what is refused.
const member = (type: string) => ({ type, "x-rule": "things/a" });

test.each([
  [
    "a rule without a section",
    { type: "string", "x-subject": "A thing", "x-rule": "things/a" },
    "no section",
  ],
  ["a rule without a sentence", { "x-section": "1", "x-rule": "things/a" }, "no sentence"],
  [
    "a rule that differs between its places",
    {
      ...{ type: "object", "x-subject": "A thing", "x-section": "2.1" },
      properties: { a: member("string"), b: member("number") },
    },
    "is written differently at several places",
  ],
])("%s is refused", (_what, Thing, message) => {
  expect(() => passiveRules({ paths: {}, components: { schemas: { Thing } } })).toThrow(message);
});
