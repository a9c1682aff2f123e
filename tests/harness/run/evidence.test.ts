import { expect, test, vi } from "vitest";
import type { Check } from "../../../harness/check.ts";
import { Redactor } from "../../../harness/redaction/redactor.ts";
import { decisive } from "../../../reports/evidence/decisive-requests.ts";
import { transcriptText } from "../../../reports/evidence/transcript.ts";
import { judgedAs } from "./one-rule.ts";

test("the exchange that a violation names decides", async () => {
  const result = await judgedAs(async (check) => {
    const first = await check.send({ method: "GET", to: "/first" });
    await check.send({ method: "GET", to: "/second" });
    check.expect.that("the status", first.status, first).toBe(201);
  });
  expect(decisive(result)).toMatchObject({ named: true, exchange: { url: "http://target.test/first" } });
});

test("a clean-up is shown as such, and never as the last exchange of a check", async () => {
  const result = await judgedAs(async (check) => {
    check.cleanUp((cleaning) => cleaning.send({ method: "DELETE", to: "/made" }));
    await check.send({ method: "POST", to: "/made" });
    check.expect.that("the number", 1).toBe(2);
  });
  expect(result.transcript.map(({ method, cleanUp = false }) => [method, cleanUp])).toEqual([
    ["POST", false],
    ["DELETE", true],
  ]);
  expect(decisive(result)).toMatchObject({ named: false, exchange: { method: "POST" } });
});

test("exchanges that show nothing are left out of the transcript", async () => {
  const result = await judgedAs(async (check) => {
    await check.send({ method: "GET", to: "/poll", aside: true });
    await check.send({ method: "GET", to: "/thing" });
  });
  expect(result.transcript.map(({ url }) => url)).toEqual(["http://target.test/thing"]);
});

/** Answers of 2 KB each. */
const target = async (): Promise<Response> => Response.json({ text: "x".repeat(2_000) });

/** Sends so many requests, and a violation if wanted. */
const sending =
  (number: number, { fails = false } = {}) =>
  async (check: Check): Promise<void> => {
    for (let sent = 1; sent <= number; sent += 1) await check.send({ method: "GET", to: `/${sent}` });
    if (fails) check.expect.that("the number", 1).toBe(2);
  };

test("which answers came is known of exchanges that are not kept, too, and of those of a shared result", async () => {
  const result = await judgedAs(
    async (check) => {
      await check.once("many requests", sending(120));
      await sending(1)(check);
    },
    { target: async ({ url }) => new Response(null, { status: url.endsWith("/30") ? 404 : 204 }) },
  );
  expect(result.transcript.map(({ status }) => status)).not.toContain(404);
  expect(result.answers).toEqual([" 204", " 404"]);
});

test("of a rule that passed, only the newest exchanges are kept and searched for secrets: as many as reports show", async () => {
  const search = vi.spyOn(Redactor.prototype, "body");
  const whole = await judgedAs(sending(30), { target });
  const searchesOfWhole = search.mock.calls.length;
  search.mockClear();
  const proof = await judgedAs(sending(30), { target, transcripts: "proof" });
  expect([searchesOfWhole, search.mock.calls.length]).toEqual([30, 4]);
  search.mockRestore();
  expect(proof).toMatchObject({ verdict: "passed", exchanges: 30, earlier: 26 });
  expect(proof.transcript.map(({ url }) => new URL(url).pathname)).toEqual(["/27", "/28", "/29", "/30"]);
  const shown = (result: typeof whole): string =>
    transcriptText(result, 8 * 1024).replace(/\S+Z {2}\S+ ms|traceparent: \S+/g, "");
  expect(shown(proof)).toBe(shown(whole));
  expect(shown(proof)).toMatch(/^### 2[67] earlier exchanges and events are left out$/m);
});

test("of a violated rule, all exchanges are kept", async () => {
  const result = await judgedAs(sending(30, { fails: true }), { target, transcripts: "proof" });
  expect(result.transcript).toHaveLength(30);
  expect(result.earlier).toBeUndefined();
});

test.each(["plain", "base64", "hex"] as const)(
  "a secret (%s) across the end of what is shown of a body is not shown in part",
  async (form) => {
    const secret = "Zq81Lk20Xw93Vb74Nm65Tr56";
    const written = form === "plain" ? secret : Buffer.from(secret).toString(form);
    for (let before = 8 * 1024 - written.length; before <= 8 * 1024; before += 3) {
      const result = await judgedAs(
        async (check) => {
          await check.api.createPaymentIntent({ body: { amount: 1, currency: "xaf" } });
          await check.send({ method: "GET", to: "/1" });
        },
        {
          transcripts: "proof",
          target: async ({ method }) =>
            method === "POST"
              ? Response.json({ clientSecret: secret })
              : new Response(`${".".repeat(before)}${written}${".".repeat(9_999)}`),
        },
      );
      const last = result.transcript.at(-1)?.responseBody ?? "";
      expect(last).toContain("...");
      for (let from = 0; from + 12 <= written.length; from += 1)
        expect(last).not.toContain(written.slice(from, from + 12));
    }
  },
);

test("the check says whether it judges a field; one word in words is none", async () => {
  const symptomOf = async (judge: (check: Check) => void) =>
    (await judgedAs((check) => Promise.resolve(judge(check)))).symptom;
  expect(await symptomOf((check) => check.expect.field("data.amount", 1).toBe(2))).toMatchObject({
    kind: "field",
    field: "/data/amount",
  });
  expect(await symptomOf((check) => check.expect.that("quantity", 1).toBe(2))).toMatchObject({
    kind: "value",
    what: "quantity",
  });
});

test("a violation names each permitted value in full", async () => {
  const result = await judgedAs((check) =>
    Promise.resolve(check.expect.that("the mode", "other").toBeOneOf(["platform", "seller", null])),
  );
  expect(result.violation?.expected).toBe('the mode to be "platform" or "seller" or null');
});
