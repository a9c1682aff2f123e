import { expect, test } from "vitest";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { resolveKeys } from "../../../harness/profile/secrets.ts";

const env = { PAYCONFORM_KEY: "sk_test_usual", PAYCONFORM_LIVE_KEY: "sk_live_usual", OURS: "sk_test_ours" };
const target = { baseUrl: "http://127.0.0.1:1" };
const keysOf = (keys: Record<string, { env: string }> | undefined) =>
  resolveKeys(withDefaults({ target, ...(keys === undefined ? {} : { keys }) }), {
    env,
    folder: ".",
    live: true,
  });

test("each key that a profile does not name is read from its usual variable", () => {
  expect(keysOf(undefined)).toEqual({ test: "sk_test_usual", live: "sk_live_usual" });
  expect(keysOf({ test: { env: "OURS" } })).toEqual({ test: "sk_test_ours", live: "sk_live_usual" });
  expect(keysOf({ live: { env: "NOT_SET" } })).toEqual({ test: "sk_test_usual" });
});
