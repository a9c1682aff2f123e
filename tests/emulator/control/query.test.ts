import { expect, it } from "vitest";
import { controlOperations } from "../../../emulator/control/index.ts";
import { createBench, intent } from "../client.ts";

it("refuses query parameters that an operation does not have, and names those that it has", async () => {
  const bench = createBench();
  const refused = await bench.control("GET", "/requests?method=POST");
  const message = "The query parameters are: accountId, operationId, status";
  expect([refused.status, refused.json["errors"]]).toEqual([
    422,
    [{ rule: "unknown", field: "method", message }],
  ]);
  const params = { ":accountId": bench.accountId };
  for (const { path } of controlOperations.filter(({ method }) => method === "GET")) {
    const known = path.replace(/:accountId/, params[":accountId"]);
    if (!known.includes(":"))
      expect([path, (await bench.control("GET", `${known}?x=1`)).status]).toEqual([path, 422]);
  }
});

it("selects logged requests by their status and their operation", async () => {
  const bench = createBench();
  await bench.call("POST", "/v1/payment-intents", intent);
  await bench.call("POST", "/v1/payment-intents", {});
  await bench.call("GET", "/v1/payment-intents/none");
  const selected = async (query: string) =>
    ((await bench.control("GET", `/requests?${query}`)).json["data"] as { id: string }[]).map(({ id }) => id);
  expect(await selected("status=422")).toEqual(["req_2"]);
  expect(await selected("status=422&status=200")).toEqual(["req_2", "req_1"]);
  expect(await selected("operationId=retrievePaymentIntent")).toEqual(["req_3"]);
  expect(await selected(`operationId=createPaymentIntent&status=200&accountId=${bench.accountId}`)).toEqual([
    "req_1",
  ]);
});
