import { expect, test } from "vitest";
import { Recognizer } from "../../../harness/traffic/recognize.ts";

const target = {
  baseUrl: "https://pay.test/api",
  checkoutUrl: "https://checkout.test",
  controlUrl: "http://127.0.0.1:4012/control",
};

test.each([
  ["GET https://pay.test/api/v1/payment-intents/pi_1", "retrievePaymentIntent"],
  ["GET https://pay.test/api/v1/payment-intents/a%2Fb?expand=x", "retrievePaymentIntent"],
  ["POST https://checkout.test/v1/test-helpers/test-clocks/simulate", "simulateTestClock"],
  ["POST https://checkout.test/v1/test-helpers/test-clocks/c/advance", "advanceTestClock"],
  // Not documented: another method, an empty id, a deeper path, no prefix, the other host.
  ["DELETE https://pay.test/api/v1/payment-intents/pi_1", null],
  ["GET https://pay.test/api/v1/payment-intents/", null],
  ["GET https://pay.test/api/v1/payment-intents/pi_1/more", null],
  ["POST https://pay.test/api/v1/sessions", null],
  ["POST http://127.0.0.1:4012/control/merchants", "control createMerchant"],
  ["GET http://127.0.0.1:4012/control", "control describeControl"],
  // To another server.
  ["GET https://pay.test/v1/payment-intents/pi_1", "elsewhere"],
  ["GET https://pay.test.evil.test/api/v1/payment-intents/pi_1", "elsewhere"],
  ["GET http://pay.test/api/v1/payment-intents/pi_1", "elsewhere"],
])("%s is %s", (request, expected) => {
  const [method = "", url = ""] = request.split(" ");
  const found = new Recognizer({ target }).recognize({ method, url: new URL(url), headers: [], body: null });
  const { operation = null, control = null } = found ?? {};
  expect(found === null ? "elsewhere" : (operation ?? (control === null ? null : `control ${control}`))).toBe(
    expected,
  );
});

test("both hosts may be one", () => {
  const url = "http://127.0.0.1:8080";
  const recognizer = new Recognizer({ target: { baseUrl: url, checkoutUrl: url } });
  const of = (method: string, path: string) =>
    recognizer.recognize({ method, url: new URL(`${url}${path}`), headers: [], body: null })?.operation;
  expect([of("POST", "/v1/payment-intents"), of("POST", "/v1/sessions")]).toEqual([
    "createPaymentIntent",
    "createSession",
  ]);
});
