import { expect, test } from "vitest";
import { deliveryLine, requestLine } from "../../../cli/emulate/log-lines.ts";

const at = Date.UTC(2026, 0, 31, 10, 0, 0, 5);

test("a line about a request is always a single line, whatever the path contains", () => {
  const request = {
    id: "req_1",
    at,
    durationMs: 3,
    host: "payment",
    method: "GET",
    path: "/v1/\n\u001b[31m",
  };
  const line = requestLine({ ...request, answer: { status: 404, body: {} } });
  expect(line).toBe("10:00:00.005  req_1  GET /v1/\\n\\u001b[31m  no route  404  3 ms");
});

test("a line about a request shows the page to which the answer links", () => {
  const body = { id: "session_1", url: "http://127.0.0.1:4011/pay/session_1" };
  const request = { id: "req_2", at, durationMs: 1, host: "checkout", method: "POST", path: "/v1/sessions" };
  const line = requestLine({ ...request, operationId: "createSession", answer: { status: 200, body } });
  expect(line).toBe(
    "10:00:00.005  req_2  POST /v1/sessions  createSession  200  1 ms  http://127.0.0.1:4011/pay/session_1",
  );
  const endpoint = { id: "we_1", url: "http://127.0.0.1:3000/webhooks" };
  expect(requestLine({ ...request, answer: { status: 201, body: endpoint } })).not.toContain("3000");
});

test("a line about a delivery says whether it is retried", () => {
  const entry = {
    sequence: 1,
    accountId: "acct_1",
    mode: "test",
    type: "invoice.paid",
    eventId: "evt_1",
    body: {},
  } as const;
  const outcome = {
    delivery: { endpointId: "we_1", entry, attempt: 2 },
    url: "http://127.0.0.1:9/",
    taken: false,
  };
  const begin = "10:00:00.005  evt_1  invoice.paid to http://127.0.0.1:9/  attempt 2  ";
  expect(deliveryLine({ ...outcome, retryMs: 60_000 }, at)).toBe(
    `${begin}not accepted, next attempt in 60 s`,
  );
  expect(deliveryLine(outcome, at)).toBe(`${begin}not accepted, not repeated`);
  expect(deliveryLine({ ...outcome, status: 401, durationMs: 7 }, at)).toBe(
    `${begin}401, not accepted, not repeated  7 ms`,
  );
  expect(deliveryLine({ ...outcome, reason: "no answer within 30 s", durationMs: 30_000 }, at)).toBe(
    `${begin}no answer within 30 s, not accepted, not repeated  30000 ms`,
  );
  expect(deliveryLine({ ...outcome, taken: true, status: 204 }, at)).toBe(`${begin}204, accepted`);
  expect(deliveryLine({ ...outcome, fault: "drop-event" }, at)).toBe(
    `${begin}drop-event, not accepted, not repeated`,
  );
});
