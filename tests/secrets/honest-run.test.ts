import { expect, test } from "vitest";
import { emulatorKeys, emulatorProfile } from "../../cli/targets/emulator.ts";
import { startEmulator } from "../../emulator/start.ts";
import type { RuleResult } from "../../harness/results.ts";
import { judgeUrl } from "../harness/judge-url.ts";

const MARK = "[redacted]";
/** Where an honest run has secrets, in lowercase: headers can have any case. */
const SECRET_NAMES = ["clientsecret", "client_secret", "key", "test", "live", "authorization"];

/** Every text that is shown of a result and is no secret, with where it stands. */
function* textsOf(value: unknown, place: string): Generator<readonly [string, string]> {
  if (SECRET_NAMES.includes((place.split(".").at(-1) ?? "").toLowerCase())) return;
  if (typeof value === "string") {
    const inner = jsonIn(value);
    if (inner === undefined) yield [place, value];
    else yield* textsOf(inner, place);
  } else if (Array.isArray(value)) {
    const [name, header] = value as unknown[];
    if (value.length === 2 && typeof name === "string" && typeof header === "string")
      yield* textsOf(header, `${place}.${name}`);
    else for (const [index, entry] of value.entries()) yield* textsOf(entry, `${place}.${index}`);
  } else if (typeof value === "object" && value !== null)
    for (const [name, entry] of Object.entries(value)) yield* textsOf(entry, `${place}.${name}`);
}

function jsonIn(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

test("a run redacts only its secrets: no id, no sentence, no amount", async () => {
  await using started = await startEmulator({ seed: 3 });
  const { test: testKey = "", ...keys } = emulatorKeys(started.emulator);
  const judged = await judgeUrl({
    profile: emulatorProfile(started.address),
    testKey,
    keys,
    liveKeyAllowed: true,
    patterns: [
      "payment-intents",
      "authentication",
      "checkout-sessions",
      "allocations",
      "vendors",
      "subscription-events",
    ],
    runs: 3,
  });
  const results: readonly RuleResult[] = [...judged.results.values()];
  const shown = results.flatMap((result) => [...textsOf(result, result.id)]);
  expect(results.length).toBeGreaterThan(300);
  expect(shown.length).toBeGreaterThan(20_000);
  expect(shown.filter(([, text]) => text.includes(MARK)).slice(0, 20)).toEqual([]);
});
