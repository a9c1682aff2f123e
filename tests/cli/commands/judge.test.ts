import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder, inThisProcess, outcomeIn } from "../command-line.ts";

const KEY = "sk_test_0123456789abcdefghij";

const TIMES = { createdAt: "2026-11-02T09:00:00.000Z", updatedAt: "2026-11-02T09:00:00.000Z" };
const BODY = {
  label: "payment_intent",
  id: "pi_1",
  amount: 5000,
  currency: "xaf",
  description: null,
  metadata: {},
};
/** A payment intent as its creation and as its retrieval show it, with these fields changed. */
const CREATED = {
  ...BODY,
  status: "processing",
  clientSecret: "pi_1_secret_a1b2c3d4e5f6",
  accountId: "acct_1",
  liveMode: false,
  ...TIMES,
};
const retrieved = (changes: object): object => ({
  ...BODY,
  status: "processing",
  client_secret: "pi_1_secret_a1b2c3d4e5f6",
  ...changes,
});

/** A recorded exchange, `at` seconds after nine. */
const line = (
  [method, path]: readonly [string, string],
  {
    at,
    status = 200,
    body = CREATED,
    key = KEY,
    host = "https://pay.test",
  }: Partial<Record<"key" | "host", string>> & {
    readonly at: number;
    readonly status?: number;
    readonly body?: object;
  },
): string =>
  JSON.stringify({
    method,
    url: `${host}${path}`,
    requestHeaders: key === "" ? [] : [["Authorization", `Bearer ${key}`]],
    ...(method === "POST" && { requestBody: JSON.stringify({ amount: 5000, currency: "xaf" }) }),
    status,
    responseHeaders: [["Content-Type", "application/json"]],
    responseBody: JSON.stringify(body),
    startedAt: new Date(Date.UTC(2026, 10, 2, 9, 0, at)).toISOString(),
    durationMs: 20,
  });

const CREATE = ["POST", "/v1/payment-intents"] as const;
const READ = ["GET", "/v1/payment-intents/pi_1"] as const;

/** Judges recordings, each a file of these lines. */
async function judged(recordings: Readonly<Record<string, readonly string[]>>, ...flags: readonly string[]) {
  const folder = emptyFolder();
  for (const [name, lines] of Object.entries(recordings))
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  const args = ["judge", ...Object.keys(recordings), "--no-allure", ...flags];
  const ended = await inThisProcess(args, { folder });
  return { ...ended, folder };
}

const verdictOf = (folder: string, id: string) => outcomeIn(folder).rules.find((rule) => rule.id === id);

describe("payconform judge", () => {
  test("says what held, what is violated and what was not seen", async () => {
    const { code, stdout, folder } = await judged({
      "a.jsonl": [line(CREATE, { at: 1 }), line(READ, { at: 2, body: retrieved({ currency: "XAF" }) })],
    });
    expect(code).toBe(1);
    expect(stdout).toContain("payconform judges a.jsonl, traffic of https://pay.test");
    expect(stdout).toMatch(/^payment-intents( +(\d+|·)){4}$/m);
    expect(stdout).toMatch(/^ {2}GET \/v1\/payment-intents\/\{id\} +200 × 1$/m);
    expect(stdout).toContain("never: createSession");
    expect(stdout).toMatch(/\d+ held, \d+ violated, \d+ not seen/);
    expect(verdictOf(folder, "payment-intents/retrieved-currency-lowercase")).toMatchObject({
      verdict: "violated",
    });
    expect(verdictOf(folder, "payment-intents/created-amount")).toMatchObject({
      verdict: "passed",
      exchanges: 1,
    });
    expect(verdictOf(folder, "disbursements/amount")).toMatchObject({
      verdict: "could_not_run",
      needs: [{ id: "traffic" }],
    });
    expect(outcomeIn(folder).traffic).toMatchObject({
      source: "a.jsonl",
      requests: 2,
      recognized: 2,
      events: 0,
    });
    expect(stdout).toContain(`-H "Authorization: Bearer $TRAFFIC_KEY_1"`);
    expect(stdout).not.toContain(KEY);
  });

  test("silence is neither a violation nor a pass", async () => {
    const { code, stdout } = await judged({ "a.jsonl": [line(CREATE, { at: 1 })] }, "--quiet");
    expect(stdout).toContain("exit code 0: no violation in 1 documented request and 0 events");
    expect(code).toBe(0);
    const gate = join(emptyFolder(), "gate.yaml");
    writeFileSync(gate, "schemaVersion: 1\nmustPass:\n  - disbursements/amount\n");
    expect((await judged({ "a.jsonl": [line(CREATE, { at: 1 })] }, "--gate", gate)).code).toBe(1);
  });

  test("compares what one recording says of an object with what another says, in order of time", async () => {
    const recordings = {
      "b.jsonl": [line(READ, { at: 2, body: retrieved({ amount: 6000 }) })],
      "a.jsonl": [line(CREATE, { at: 1 })],
    };
    const { folder } = await judged(recordings);
    const violated = outcomeIn(folder).rules.filter(
      ({ kind, verdict }) => kind === "trace" && verdict === "violated",
    );
    expect(violated.map(({ id }) => id)).toEqual(["payment-intents/same-everywhere"]);
  });

  test.each<[what: string, lines: readonly string[], flags: readonly string[], says: RegExp]>([
    [
      "a host that got nothing",
      [line(CREATE, { at: 1 })],
      ["--target", "https://other.test"],
      /no recorded request goes to https:\/\/other\.test; requests go to https:\/\/pay\.test/,
    ],
    [
      "two hosts to choose from",
      [line(CREATE, { at: 1 }), line(CREATE, { at: 2, host: "https://b.test" })],
      [],
      /several hosts get documented requests: https:\/\/pay\.test, https:\/\/b\.test; name the one to judge with --target/,
    ],
    [
      "requests below a path only",
      [line(["GET", "/api/v1/remittance"], { at: 1 })],
      [],
      /name the target with --target, with its path/,
    ],
    ["a rule that does not exist", [line(CREATE, { at: 1 })], ["--rules", "nothing/here"], /nothing\/here/],
  ])("names the cure for %s", async (_what, lines, flags, says) => {
    const { code, stderr } = await judged({ "a.jsonl": lines }, ...flags);
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
  });
});
