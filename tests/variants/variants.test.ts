import { describe, expect, test } from "vitest";
import { createEmulator, createParts, manualTime } from "../../emulator/index.ts";
import { variants } from "../../variants/index.ts";
import type { Handler } from "../../mutants/mutant.ts";
import type { Description, Hosts, Variant } from "../../variants/variant.ts";
import { openPoints } from "../../spec/index.ts";

const START = Date.UTC(2026, 0, 15, 12);

interface Probe {
  readonly path: string;
  readonly host?: keyof Hosts;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `null` sends no key. */
  readonly key?: string | null;
  readonly body?: string;
}

const json = (body: unknown): string => JSON.stringify(body);
const INTENT = json({ amount: 5000, currency: "xaf" });
const CLOCK = json({ frozenTime: "2026-02-01T00:00:00Z" });
const CLOCKS = "/v1/test-helpers/test-clocks";

/** Requests that meet the choices which are made in front of the emulator. */
const probes: readonly Probe[] = [
  { path: "/v1/payment-intents", method: "POST", body: INTENT },
  { path: "/v1/payment-intents", method: "POST", body: "{", headers: { "content-type": "text/plain" } },
  { path: "/v1/payment-intents" },
  { path: "/v1/payment-intents/another-form" },
  { path: "/v1/remittance" },
  { path: "/v1/remittance?limit=1000&page=0" },
  { path: "/v1/connect/activations", key: null, headers: { "service-account": "x" } },
  {
    path: "/v1/connect/activations",
    key: "sk_test_unknown",
    headers: { "service-account": "x" },
  },
  { path: "/v1/connect/activations", headers: { "x-partner-account": "x" } },
  { path: "/v1/connect/accounts" },
  { path: "/v1/connect/accounts/acct_x", method: "DELETE" },
  { path: `/v1/connect/accounts/acct_${"x".repeat(120)}` },
  { path: "/v1/connect/payout_schedule", method: "POST", body: json({ cadence: "hourly" }) },
  {
    path: "/v1/connect/accounts",
    method: "POST",
    headers: { "idempotency-key": "" },
    body: json({ name: "A" }),
  },
  { path: "/v1/connect/allocations", method: "DELETE" },
  { path: CLOCKS, host: "checkout", method: "POST", body: CLOCK },
  { path: CLOCKS, host: "checkout", method: "POST", body: json({ frozenTime: START }) },
  { path: `${CLOCKS}/clock_unknown`, host: "checkout" },
  { path: CLOCKS, host: "checkout", key: null },
  { path: CLOCKS },
];

/** What one target answers to every probe, bytes and headers. */
async function answersOf(build: (hosts: Hosts) => Hosts): Promise<string> {
  const emulator = createEmulator({
    seed: 1,
    time: manualTime(START),
    send: () => Promise.resolve({ status: 200 }),
  });
  const hosts = build({
    payment: async (request) => emulator.fetch(request),
    checkout: async (request) => emulator.checkoutFetch(request),
  });
  const answers: string[] = [];
  const ask = async ({
    path,
    host = "payment",
    method = "GET",
    headers = {},
    key,
    body,
  }: Probe): Promise<string> => {
    const bearer = key === undefined ? emulator.merchants[0]?.keys.test : key;
    const init: RequestInit = {
      method,
      headers: {
        "content-type": "application/json",
        "accept-encoding": "br, gzip",
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
    };
    if (body !== undefined) init.body = body;
    const answer = await hosts[host](new Request(new URL(path, `http://${host}.test`), init));
    const bytes = Buffer.from(await answer.arrayBuffer());
    answers.push(`${answer.status} ${json([...answer.headers])} ${bytes.toString("base64")}`);
    return bytes.toString("utf8");
  };
  for (const probe of probes) await ask(probe);
  await emulator.close();
  return answers.join("\n");
}

const rewrap =
  (variant: Variant) =>
  (hosts: Hosts): Hosts => {
    const joined = variant.join?.(hosts) ?? hosts;
    const wrap = (handler: Handler): Handler => variant.wrap?.(handler) ?? handler;
    return { payment: wrap(joined.payment), checkout: wrap(joined.checkout) };
  };

/** Choices that only a longer conversation, or time, can show: what shows them. */
const UNSEEN: Readonly<Record<string, string>> = {
  slow: "it only takes time",
  "readings-lag": "it takes a reading, a writing and another reading",
  "creations-known-later": "it takes a creation that is read immediately",
  "balances-lag": "it takes money that moves, and an immediate reading",
  "answers-and-balances-late": "it takes money that moves, and an immediate reading",
  "busy-now-and-then": "it takes a hundred requests",
  "in-chunks": "only the framing on a socket differs",
  "posts-need-a-content-type": "it takes a POST without a body",
  "allocation-keys-cut": "it takes a key of more than 255 characters",
  "keys-on-reversals": "it takes an allocation",
  "advances-processed-later": "it takes a clock that is advanced",
  "advances-shown-by-chance": "it takes a subscription on a clock that is advanced",
  "clocks-linked-by-headers": "it takes two clocks",
  "attached-as-named": "it takes a customer with subscriptions",
  "effects-show-late": "it takes a subscription on a clock",
  "advancing-for-a-while": "it takes an advance",
  "errors-of-other-kinds": "it takes a refusal with a code",
  "services-back-a-moment-later": "it takes an outage",
  "rate-before-the-service": "it takes twenty creations",
  "money-moves-one-at-a-time": "it takes two concurrent requests",
};

describe("the variants", () => {
  test("every open point has one", () => {
    const chosen = new Set<string>(variants.flatMap((variant) => variant.openPoints));
    expect(openPoints.filter(({ id }) => !chosen.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test("each says in one unique line what it decides", () => {
    const lines = variants.map(({ what }) => what);
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
    expect(lines.filter((line) => line.length < 20 || line.includes("\n"))).toEqual([]);
  });

  test("each changes something", () => {
    const idle = variants.filter(
      ({ replace, wrap, join, describe: told }) =>
        replace === undefined && wrap === undefined && join === undefined && told === undefined,
    );
    expect(idle.map(({ id }) => id)).toEqual([]);
  });

  test("each that replaces parts returns others, and does not change the parts that it gets", () => {
    const parts = createParts();
    const before = Object.entries(parts);
    const idle = variants.filter(({ replace }) => replace !== undefined && replace(parts) === parts);
    expect(idle.map(({ id }) => id)).toEqual([]);
    expect(Object.entries(parts)).toEqual(before);
  });

  test("each wrapper answers some request otherwise, or moves a route", async () => {
    const usual = await answersOf((hosts) => hosts);
    expect(await answersOf((hosts) => hosts)).toBe(usual);
    const same: string[] = [];
    for (const variant of variants) {
      const inFront = variant.wrap !== undefined || variant.join !== undefined;
      if (!inFront || variant.describe !== undefined || variant.id in UNSEEN) continue;
      if ((await answersOf(rewrap(variant))) === usual) same.push(variant.id);
    }
    expect(same).toEqual([]);
  });

  test("each that moves a route says so in its profile", () => {
    const usual: Description = {
      target: { baseUrl: "http://payment.test", checkoutUrl: "http://checkout.test" },
      fields: { "vendor-name": "/name", "accounts-limit-parameter": "limit" },
      fixtures: {},
      ports: Object.fromEntries(
        ["activateConnect", "createDirectCharge", "createOnboardingLink", "registerWebhookEndpoint"].map(
          (name) => [name, { method: "POST", path: "/v1/x", body: {}, outputs: { id: "/id" } }],
        ),
      ),
    };
    const silent = variants.filter(
      ({ describe: told, replace }) => told !== undefined && replace === undefined && told(usual) === usual,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test("what needs another profile is never combined", () => {
    const mixed = variants.filter(({ describe: told, alone }) => told !== undefined && alone !== true);
    expect(mixed.map(({ id }) => id)).toEqual([]);
  });
});
