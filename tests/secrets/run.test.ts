import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyOf } from "../../harness/http/wire.ts";
import { readRecording } from "../../harness/recording/recording.ts";
import type { Ended } from "../child-process.ts";
import { folderWith, inThisProcess, outcomeIn, payconform } from "../cli/command-line.ts";
import { type Canary, filesIn, found, plant } from "./canaries.ts";
import type { LocalServer } from "../local-server.ts";
import { startEchoServer } from "./echo-server.ts";

const key = plant("the key", (core) => `sk_test_${core}"\\/+=&<>%'~`);
const clientSecret = plant("the client secret", (core) => `pi_1_secret_${core}"\\/&`);
const cookie = plant("the cookie");
const password = plant("a secret field");
const note = plant("another secret field");
const number = "947261503817";
const canaries: readonly Canary[] = [
  key,
  clientSecret,
  cookie,
  password,
  note,
  { what: "the pin", secret: number, core: number },
];

/** Rules whose decisive exchange has a credential that is nearly the key. Whatever form its answer has, it can be shown. */
const NEAR_KEYS = [
  "authentication/altered-key",
  "authentication/key-with-other-prefix",
  "authentication/key-without-prefix",
  "authentication/shortened-key",
  "authentication/wrong-scheme",
];

let server: LocalServer;
let folder: string;
let ended: Ended;

beforeAll(async () => {
  server = await startEchoServer({ key, clientSecret, cookie, fields: { password, note }, number });
  folder = folderWith({
    "payconform.yaml": `target: { baseUrl: "${server.url}" }\nsecretFields: [password, note, pin, card]\ndeadlines: { consistencyMs: 20, settleMs: 50 }\n`,
  });
  const keys = "authentication/*payment-intent* authentication/*key* authentication/wrong-scheme";
  const env = { PAYCONFORM_KEY: key.secret };
  const run = `run --rules payment-intents conventions ${keys} --runs 8 --har run.har`;
  ended = await payconform(run, { folder, env });
});
afterAll(() => server.close());

test("the run judged rules and wrote transcripts", () => {
  expect(ended.code).toBe(1);
  const names = [...filesIn(join(folder, "payconform-out")).keys()];
  expect(names).toContain("conformance.json");
  expect(names).toContain(join("allure-report", "index.html"));
  expect(names.filter((name) => name.startsWith("allure-results"))).toEqual([]);
  expect(names.filter((name) => name.startsWith("transcripts")).length).toBeGreaterThan(3);
});

test("near-keys were sent, echoed, and shown without what is secret", () => {
  const echoed = outcomeIn(folder).rules.filter(
    ({ id, decisiveExchange }) =>
      NEAR_KEYS.includes(id) &&
      /your key i(?:s|\\+u0073) \[redacted\]/.test(JSON.stringify(decisiveExchange)),
  );
  expect(echoed.map(({ id }) => id)).toEqual(NEAR_KEYS);
});

test("no stream contains a secret", () => {
  const streams = new Map([
    ["standard output", Buffer.from(ended.stdout)],
    ["standard error", Buffer.from(ended.stderr)],
  ]);
  expect(found(canaries, streams)).toEqual([]);
});

test("no file contains a secret, in any encoding, packed or split", () => {
  expect(found(canaries, filesIn(join(folder, "payconform-out")))).toEqual([]);
});

test("the recording has pseudonyms instead of the secrets", async () => {
  const file = readFileSync(join(folder, "run.har"));
  expect(found(canaries, new Map([["run.har", file]]))).toEqual([]);
  const { keys, steps } = await readRecording(join(folder, "run.har"));
  expect(keys.test).toMatch(/^sk_test_redacted_/);
  const begun = [...steps].flatMap((step) => (step.kind === "begin" ? [step.request] : []));
  expect(begun.length).toBeGreaterThan(300);
  expect(begun.filter((request) => keyOf(request) === keys.test).length).toBeGreaterThan(100);
});

test("the search would find each of them", () => {
  for (const canary of canaries) {
    for (const disguise of [
      canary.secret,
      encodeURIComponent(canary.secret),
      Buffer.from(`x${canary.secret}`).toString("base64"),
      Buffer.from(canary.secret).toString("hex"),
      canary.core.slice(0, 8),
    ])
      expect(
        found([canary], new Map([["a file", Buffer.from(`"${disguise}"`)]])).length,
        disguise,
      ).toBeGreaterThan(0);
  }
});

test.each([
  ["a password", (url: string) => url.replace("//", `//user:${password.secret}@`)],
  ["a query", (url: string) => `${url}/?token=${password.secret}`],
])("a URL with %s is refused without being shown", async (_what, write) => {
  const refused = await inThisProcess(["run", "--target", write(server.url)], {
    env: { PAYCONFORM_KEY: key.secret },
  });
  expect(refused.code).toBe(2);
  expect(
    found([password, key], new Map([["the streams", Buffer.from(refused.stdout + refused.stderr)]])),
  ).toEqual([]);
});
