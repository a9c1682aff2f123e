import { join } from "node:path";
import { expect, test } from "vitest";
import { readRecording } from "../../../harness/recording/recording.ts";
import { readSteps, stepsOf } from "./recording.ts";

const fileOf = (name: string): string => join(import.meta.dirname, "files", name);

test("Chrome: what the target received and answered, without the browser's own", async () => {
  expect(await readSteps(fileOf("chrome.har"))).toEqual([
    { what: "begin GET /checkout.html", ms: 0 },
    { what: "end GET /checkout.html: 200 <html></html", ms: 11.5 },
    { what: "begin POST /v1/payment-intents", ms: 120 },
    { what: 'end POST /v1/payment-intents: 200 {"id":"pi_1"', ms: 161.25 },
    { what: "begin GET /v1/payment-intents/pi_1", ms: 200 },
    { what: "end GET /v1/payment-intents/pi_1: 200 unknown body", ms: 211.5 },
    { what: "begin GET /v1/payment-intents/pi_2", ms: 400 },
    { what: "end GET /v1/payment-intents/pi_2: net::ERR_CONNECTION_RESET", ms: 404 },
  ]);
});

test("Chrome: a request is as it was sent, without what HTTP/2 writes as headers", async () => {
  const begun = (await stepsOf(fileOf("chrome.har"))).filter(({ kind }) => kind === "begin");
  expect(begun[1]).toMatchObject({
    request: {
      method: "POST",
      url: new URL("https://api.shop.test/v1/payment-intents"),
      headers: [["content-type", "application/json"]],
      body: Buffer.from('{"label":"Ticket","amount":5000,"currency":"XOF"}'),
    },
  });
});

test("Chrome: an end has the request of its beginning", async () => {
  const steps = await stepsOf(fileOf("chrome.har"));
  const requests = steps.flatMap((step) => (step.kind === "event" ? [] : [step.request]));
  expect(new Set(requests).size).toBe(requests.length / 2);
});

test("Firefox: an answer from its cache is left out, and a body that it cut is unknown", async () => {
  expect(await readSteps(fileOf("firefox.har"))).toEqual([
    { what: "begin GET /v1/payment-intents/pi_1", ms: 0 },
    { what: 'end GET /v1/payment-intents/pi_1: 200 {"id":"pi_1"', ms: 6 },
    { what: "begin GET /v1/payment-intents/pi_9", ms: 200 },
    { what: "end GET /v1/payment-intents/pi_9: 200 unknown body", ms: 206 },
  ]);
});

test("mitmproxy: entries in another order, compressed answers and bytes that are no text", async () => {
  const steps = await readSteps(fileOf("mitmproxy.har"));
  expect(steps.map(({ what }) => what)).toEqual([
    "begin POST /v1/payment-intents",
    'end POST /v1/payment-intents: 200 {"id":"pi_1"',
    "begin GET /v1/payment-intents/pi_1",
    'end GET /v1/payment-intents/pi_1: 200 {"id":"pi_1"',
    "begin GET /v1/payment-intents/pi_3",
    "end GET /v1/payment-intents/pi_3: 200 ��\0\u0001",
    "begin POST /v1/payment-intents",
    "end POST /v1/payment-intents: 400 {}",
  ]);
});

test("mitmproxy: a request that is no valid UTF-8 has an unknown body", async () => {
  const last = (await stepsOf(fileOf("mitmproxy.har"))).at(-1);
  expect(last).toMatchObject({ request: { body: null, wholeBytes: 13 } });
});

test("Playwright: bodies in other files are unknown, and a request that ended with the page has no answer", async () => {
  expect(await readSteps(fileOf("playwright.har"))).toEqual([
    { what: "begin POST /v1/payment-intents", ms: 0 },
    { what: "end POST /v1/payment-intents: 200 unknown body", ms: 13.25 },
    { what: "begin GET /v1/payment-intents/pi_1", ms: 50 },
    { what: "begin GET /v1/payment-intents/pi_2", ms: 60 },
    { what: 'end GET /v1/payment-intents/pi_1: 200 {"id":"pi_1"', ms: 60.5 },
    { what: "end GET /v1/payment-intents/pi_2: no answer was recorded", ms: 60.5 },
  ]);
});

test("the origins of all requests are known, and whether some have credentials", async () => {
  expect(await readRecording(fileOf("chrome.har"))).toMatchObject({
    target: null,
    hosts: ["https://shop.test", "https://api.shop.test"],
    hasCredentials: false,
  });
  expect(await readRecording(fileOf("mitmproxy.har"))).toMatchObject({ hasCredentials: true });
});
