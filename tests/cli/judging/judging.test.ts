import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as undici from "undici";
import {
  ConformanceError,
  judging,
  type Judging,
  type JudgingOptions,
  UsageError,
} from "../../../cli/api.ts";
import { TrafficJudge } from "../../../harness/traffic/traffic-judge.ts";
import { startEmulator } from "../../../emulator/start.ts";
import { listening } from "../../local-server.ts";

const KEY = "sk_test_Zq7WvN3kXb5RtY9mHc2J";
const INTENT = {
  ...{ id: "pi_0123456789abcdefghijklmn", label: "payment_intent", amount: 5000, currency: "xaf" },
  ...{ description: null, metadata: {}, accountId: "acct_0123456789abcdefghijklmn", liveMode: false },
  ...{ clientSecret: "pi_0123456789abcdefghijklmn_secret_zyxwvutsrqponmlkjihgfedc" },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
};
const PATH = "/v1/payment-intents";
const READ = `${PATH}/${INTENT.id}`;

/** A server, and the judge of what is sent to it. */
async function judged(
  serve: (request: IncomingMessage, response: ServerResponse) => unknown,
  options: JudgingOptions = {},
): Promise<{ judge: Judging; url: string }> {
  const server = await listening(createServer((request, response) => void serve(request, response)));
  onTestFinished(() => server.close());
  return { url: server.url, judge: await judging({ target: server.url, ...options }) };
}

function answer(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** A server that shows an intent with another amount each time. */
const drifting = () => {
  let answers = 0;
  return ({ method }: IncomingMessage, response: ServerResponse): void => {
    const { id, label, currency } = INTENT;
    const amount = INTENT.amount + answers++;
    const status = { status: "requires_payment_method", client_secret: INTENT.clientSecret };
    answer(response, method === "POST" ? { ...INTENT, amount } : { id, label, currency, amount, ...status });
  };
};

/** What `expectConforming` says; null if it finds nothing. */
async function found(judge: Judging): Promise<ConformanceError | null> {
  try {
    await judge.expectConforming();
    return null;
  } catch (error) {
    if (error instanceof ConformanceError) return error;
    throw error;
  }
}
const ids = (error: ConformanceError | null): readonly string[] => (error?.results ?? []).map(({ id }) => id);

const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
const post = { method: "POST", headers, body: JSON.stringify({ amount: 5000, currency: "xaf" }) };

describe("what is judged", () => {
  test("traffic of a conforming server passes, and says what it has not shown", async () => {
    const emulator = await startEmulator();
    onTestFinished(() => emulator.close());
    const judge = await judging({ target: emulator.paymentUrl, checkoutUrl: emulator.checkoutUrl });
    const own = { ...headers, authorization: `Bearer ${emulator.merchant.testKey}` };
    const created = await judge.fetch(`${emulator.paymentUrl}${PATH}`, { ...post, headers: own });
    const { id } = (await created.json()) as { id: string };
    const read = await judge.fetch(`${emulator.paymentUrl}${PATH}/${id}`, { headers: own });
    expect(await read.json()).toMatchObject({ id, amount: 5000 });
    await judge.expectConforming();
    const verdicts = new Map((await judge.results()).map(({ id: rule, verdict }) => [rule, verdict]));
    expect(verdicts.get("payment-intents/same-everywhere")).toBe("passed");
    expect(verdicts.get("payment-intents/created-amount")).toBe("passed");
    expect(verdicts.get("reversals/totals-add-up-everywhere")).toBe("could_not_run");
  });

  test("a contradiction between two answers is shown with both requests", async () => {
    const { judge, url } = await judged(drifting());
    await judge.fetch(`${url}${PATH}`, post);
    await judge.fetch(`${url}${READ}`, { headers });
    const error = await found(judge);
    expect(ids(error)).toContain("payment-intents/same-everywhere");
    const message = error?.message ?? "";
    expect(message).toMatch(/^1 rule is violated\n\n/);
    expect(message).toContain("payment-intents/same-everywhere §2.1");
    expect(message).toMatch(/expected +.*5000/);
    expect(message).toMatch(/actual +.*5001/);
    expect(message).toContain("request 1 of 2: createPaymentIntent, answered 200");
    expect(message).toContain("request 2 of 2: retrievePaymentIntent, answered 200, this is the violation");
    expect(message).toContain(`curl -isS ${url}${READ}`);
    expect(message).not.toContain(KEY);
  });

  test("known keys are named", async () => {
    const { judge, url } = await judged(drifting(), { keys: { test: KEY } });
    await judge.fetch(`${url}${PATH}`, post);
    await judge.fetch(`${url}${READ}`, { headers });
    expect((await found(judge))?.message).toContain("Bearer $PAYCONFORM_KEY");
  });

  test("rules with one cause are one cause", async () => {
    const { judge, url } = await judged((_request, response) => answer(response, { amount: 5000 }));
    await judge.fetch(`${url}${PATH}`, post);
    const error = await found(judge);
    expect(ids(error).length).toBeGreaterThan(1);
    expect(error?.message.match(/^ +\d+ {2}/gm)).toHaveLength(1);
  });

  test("a violation is reported once, to the test that saw it; what was seen is remembered", async () => {
    const { judge, url } = await judged(drifting());
    await judge.fetch(`${url}${PATH}`, post);
    expect(await found(judge)).toBeNull();
    await judge.fetch(`${url}${READ}`, { headers });
    expect(ids(await found(judge))).toContain("payment-intents/same-everywhere");
    expect(await found(judge)).toBeNull();
    await judge.fetch(`${url}${READ}`, { headers });
    expect(await found(judge)).toBeNull();
  });

  test("a server that starts again without its data is not compared with what it was", async () => {
    const { judge, url } = await judged(drifting());
    await judge.fetch(`${url}${PATH}`, post);
    await judge.reset();
    await judge.fetch(`${url}${READ}`, { headers });
    expect(await found(judge)).toBeNull();
    await judge.fetch(`${url}${READ}`, { headers });
    expect(ids(await found(judge))).toContain("payment-intents/same-everywhere");
  });

  test("what is sent after an answer was read is sent after it", async () => {
    const { judge, url } = await judged((_request, response) =>
      answer(response, { error: "Unauthorized" }, 401),
    );
    const begins = vi.spyOn(TrafficJudge.prototype, "begin");
    const ends = vi.spyOn(TrafficJudge.prototype, "end");
    for (const body of [post.body, new Blob([post.body])]) {
      await (await judge.fetch(`${url}${PATH}`, { ...post, body })).text();
      await (await judge.fetch(`${url}${READ}`, { headers })).text();
    }
    await judge.expectConforming();
    const order = begins.mock.invocationCallOrder.flatMap((begin, index) => [
      begin,
      ends.mock.invocationCallOrder[index] ?? 0,
    ]);
    expect(order).toHaveLength(8);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    begins.mockRestore();
    ends.mockRestore();
  });

  test("requests to other hosts are passed on only", async () => {
    const { url } = await judged(drifting());
    const judge = await judging({ target: "https://pay.test" });
    await judge.fetch(`${url}${PATH}`, post);
    await judge.fetch(`${url}${READ}`, { headers });
    expect(await found(judge)).toBeNull();
    expect((await judge.results()).every(({ exchanges }) => exchanges === 0)).toBe(true);
  });

  test("the target is named by an option or a profile", async () => {
    await expect(judging({})).rejects.toThrow(UsageError);
    await expect(judging({ target: "pay.test" })).rejects.toThrow(UsageError);
    const { judge } = await judged(drifting(), { profile: { name: "mine" } });
    expect(await found(judge)).toBeNull();
  });
});

describe("the client sends and gets what it would without a judge", () => {
  const SENT = JSON.stringify({ amount: 1200, currency: "xaf", description: "é" });
  const form = new FormData();
  form.set("amount", "1200");
  /** Sends its bytes in two pieces. */
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(SENT);
    yield bytes.subarray(0, 20);
    yield bytes.subarray(20);
  }
  const half = { duplex: "half" as const };
  const bodies: readonly (readonly [string, () => RequestInit, string])[] = [
    ["a string", () => ({ body: SENT }), SENT],
    ["bytes", () => ({ body: Buffer.from(SENT) }), SENT],
    ["a blob", () => ({ body: new Blob([SENT]) }), SENT],
    ["parameters", () => ({ body: new URLSearchParams({ amount: "1200" }) }), "amount=1200"],
    ["a form", () => ({ body: form }), 'name="amount"\r\n\r\n1200'],
    ["a stream", () => ({ body: ReadableStream.from(pieces()), ...half }), SENT],
    ["an iterable", () => ({ body: pieces(), ...half }), SENT],
    ["nothing", () => ({}), ""],
  ];

  /** Answers wrongly, so that evidence shows what the judge has seen, and remembers what arrived. */
  async function echo() {
    const arrived: string[] = [];
    const { judge, url } = await judged(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      arrived.push(Buffer.concat(chunks).toString());
      answer(response, { ...INTENT, amount: "much" });
    });
    const seen = async (): Promise<string> =>
      (await found(judge))?.results.flatMap(({ transcript }) => transcript)[0]?.requestBody ?? "";
    return { judge, url: `${url}${PATH}`, arrived, seen };
  }

  test.each(bodies)("a body from %s, by itself or in a request", async (_name, init, expected) => {
    const { judge, url, arrived, seen } = await echo();
    const sent = () => ({ method: "POST", headers: { authorization: `Bearer ${KEY}` }, ...init() });
    const request = new Request(url, sent());
    for (const send of [() => judge.fetch(url, sent()), () => judge.fetch(request)]) {
      expect(await (await send()).json()).toMatchObject({ amount: "much" });
      expect(arrived.shift()).toContain(expected);
      expect(await seen()).toContain(expected.replaceAll("\r\n", "\n").split("\n").at(-1));
      await judge.reset();
    }
    expect(request.bodyUsed).toBe(expected !== "");
    if (expected !== "") await expect(judge.fetch(request)).rejects.toThrow(TypeError);
  });

  test("undici's own fetch, requests and types", async () => {
    const { url, arrived } = await echo();
    const judge = await judging({ target: new URL(url).origin, fetch: undici.fetch });
    const init = { method: "POST", headers: { authorization: `Bearer ${KEY}` }, body: SENT };
    const got: undici.Response = await judge.fetch(new undici.Request(url, init));
    expect(got).toBeInstanceOf(undici.Response);
    expect(await got.json()).toMatchObject({ amount: "much" });
    expect(arrived).toEqual([SENT]);
    await expect(judge.expectConforming()).rejects.toThrow(ConformanceError);
    await judge.fetch(url, { ...init, dispatcher: new undici.Agent() });
    expect(arrived).toEqual([SENT, SENT]);
  });

  test("an answer is read as it comes", async () => {
    let goOn = (): void => undefined;
    const { judge, url } = await judged((_request, response) => {
      const text = JSON.stringify({ ...INTENT, amount: "much" });
      response.writeHead(200, { "content-type": "application/json" }).write(text.slice(0, 30));
      goOn = () => response.end(text.slice(30));
    });
    const got = await judge.fetch(`${url}${READ}`, { headers });
    for (const one of [got, got.clone()])
      expect([one.url, one.redirected, one.type]).toEqual([`${url}${READ}`, false, "basic"]);
    const reader = got.body?.getReader();
    const first = await reader?.read();
    expect((first?.value as Uint8Array).byteLength).toBe(30);
    goOn();
    expect((await reader?.read())?.done).toBe(false);
    expect((await reader?.read())?.done).toBe(true);
    expect(ids(await found(judge))).not.toEqual([]);
  });

  test("an answer that never ends is judged without its body", async () => {
    const { judge, url } = await judged(
      (_request, response) => response.writeHead(201, { "content-type": "application/json" }).write("{"),
      { profile: { deadlines: { exchangeMs: 100 } } },
    );
    const end = new AbortController();
    const got = await judge.fetch(`${url}${READ}`, { headers, signal: end.signal });
    expect(ids(await found(judge))).toEqual(["payment-intents/retrieve-status"]);
    end.abort();
    await expect(got.text()).rejects.toThrow("aborted");
  });

  test("an answer that is aborted, or of which the connection ends, is no answer", async () => {
    const { judge, url } = await judged((_request, response) => {
      response.writeHead(201, { "content-type": "application/json" }).write("{");
      setTimeout(() => response.destroy(), 20);
    });
    const got = await judge.fetch(`${url}${READ}`, { headers });
    await expect(got.text()).rejects.toThrow("terminated");
    expect(await found(judge)).toBeNull();
  });

  test("an error is that of fetch", async () => {
    const { judge, url } = await judged(() => undefined);
    const end = new AbortController();
    const waiting = judge.fetch(`${url}${READ}`, { headers, signal: end.signal });
    end.abort(new Error("the test is over"));
    await expect(waiting).rejects.toThrow("the test is over");
    await expect(judge.fetch("no url")).rejects.toThrow("Failed to parse URL");
    const nothing = await judging({ target: "http://127.0.0.1:9" });
    await expect(nothing.fetch("http://127.0.0.1:9/v1/sessions", post)).rejects.toThrow("fetch failed");
    expect([await found(judge), await found(nothing)]).toEqual([null, null]);
  });

  test("an answer after a redirect is that of another request", async () => {
    const { judge, url } = await judged((request, response) => {
      if (request.url === READ) response.writeHead(302, { location: "/moved" }).end();
      else answer(response, { amount: "much" });
    });
    const got = await judge.fetch(`${url}${READ}`, { headers });
    expect([got.redirected, await got.json()]).toEqual([true, { amount: "much" }]);
    expect(await found(judge)).toBeNull();
  });
});

describe("webhooks", () => {
  const event = {
    ...{ id: "evt_0123456789abcdefghijklmn", type: "connect.transfer.created", created: 1_767_225_600 },
    ...{ livemode: false, data: { object: { id: "ctr_0123456789abcdefghijklmn", amount: "much" } } },
  };
  const text = JSON.stringify(event);
  const request = (): Request => new Request("http://shop.test/hooks", { method: "POST", body: text });

  test.each([
    ["a text", () => text],
    ["bytes", () => Buffer.from(text)],
    ["a request", request],
  ])("are judged from %s", async (_name, webhook) => {
    const { judge } = await judged(drifting());
    await judge.arrive(webhook(), "/hooks");
    const error = await found(judge);
    expect(ids(error).length).toBeGreaterThan(0);
    expect(ids(error).every((id) => id.startsWith("connect-events/"))).toBe(true);
  });

  test("can be read by the test as well", async () => {
    const { judge } = await judged(drifting());
    const webhook = request();
    await judge.arrive(webhook);
    expect(await webhook.json()).toEqual(event);
  });
});

test("the global fetch stays what it was", async () => {
  const { fetch } = globalThis;
  const { judge, url } = await judged(drifting());
  await judge.fetch(`${url}${READ}`, { headers });
  expect(globalThis.fetch).toBe(fetch);
});
