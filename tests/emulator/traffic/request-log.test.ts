import { describe, expect, it } from "vitest";
import { createRequestLog } from "../../../emulator/traffic/logs.ts";
import { createBench } from "../client.ts";

describe("the log of requests", () => {
  it("has the caller, the request and the answer, without any key", async () => {
    const bench = createBench();
    const made = await bench.call("POST", "/v1/payment-intents", { amount: 5_000, currency: "xaf" });
    expect(made.headers.get("request-id")).toBe("req_1");
    await bench.call("GET", "/v1/coffee?size=2");
    await bench.call("POST", "/v1/payment-intents", {}, { authorization: null });
    const { json } = await bench.control("GET", "/requests");
    expect(json["data"]).toMatchObject([
      { id: "req_3", operationId: "createPaymentIntent", answer: { status: 401 } },
      { id: "req_2", method: "GET", path: "/v1/coffee?size=2", answer: { status: 404 } },
      {
        id: "req_1",
        at: "2026-01-31T10:00:00.000Z",
        accountId: bench.accountId,
        mode: "test",
        body: { amount: 5_000, currency: "xaf" },
        answer: { status: 200, body: { amount: 5_000 } },
      },
    ]);
    expect(JSON.stringify(json)).not.toContain("sk_test_");
    expect((await bench.control("GET", "/requests/req_1")).json["id"]).toBe("req_1");
    expect((await bench.control("GET", "/requests/req_9")).status).toBe(404);
    const own = await bench.control("GET", `/requests?accountId=${bench.accountId}`);
    expect(own.json["data"]).toHaveLength(1);
  });

  it("keeps the latest, and calls back until it is stopped", () => {
    const log = createRequestLog(2);
    const seen: string[] = [];
    const stop = log.onRequest(({ id }) => void seen.push(id));
    const record = {
      at: 0,
      durationMs: 1,
      host: "payment",
      method: "GET",
      path: "/",
      answer: { status: 200, body: {} },
    };
    for (let count = 0; count < 3; count += 1) log.add(record);
    stop();
    log.add(record);
    expect(seen).toEqual(["req_1", "req_2", "req_3"]);
    expect(log.latest({ most: 10 }).map(({ id }) => id)).toEqual(["req_4", "req_3"]);
    expect(log.get("req_1")).toBeUndefined();
  });
});
