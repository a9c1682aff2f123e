import { describe, expect, test } from "vitest";
import type { Handler } from "../../../mutants/mutant.ts";
import { contractOperations } from "../../../harness/contract.ts";
import { requestFaults, requestOperators } from "../../../cli/faults/requests.ts";
import { Survey } from "../../../cli/faults/survey.ts";
import { parametersOf } from "../../../mutants/faults/parameters.ts";

const INTENTS = "http://payment.test/v1/payment-intents";
const CLOCKS = "http://checkout.test/v1/test-helpers/test-clocks";

interface Received {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
}

/** A target that accepts and records every request, and creates the requested objects. */
function recorder(): { handler: Handler; received: Received[] } {
  const received: Received[] = [];
  const handler: Handler = async (request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    received.push({
      method: request.method,
      path: pathname + search,
      key: request.headers.get("idempotency-key"),
      body,
    });
    if (request.method === "POST")
      return Response.json({ id: `pi_made${received.length}`, ...(body as object) });
    if (!pathname.endsWith("/remittance")) return Response.json({});
    return Response.json({ data: [{ id: "pi_made1" }, { id: "pi_made2" }] });
  };
  return { handler, received };
}

const ask = (url: string, body?: unknown, headers: Record<string, string> = {}): Request =>
  new Request(
    url,
    body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) },
  );

const surveyed = await (async () => {
  const survey = new Survey();
  const handler = survey.wrap(recorder().handler);
  await handler(ask(INTENTS, { amount: 1 }));
  await handler(ask(`${INTENTS}/pi_made1`));
  await handler(ask("http://payment.test/v1/remittance"));
  await handler(ask(`${CLOCKS}/simulate`, { subscriptionId: "pi_made1" }));
  return survey.uses;
})();

function faulty(id: string) {
  const fault = requestFaults(surveyed).find((candidate) => candidate.id === id);
  if (fault === undefined) throw new Error(`no fault ${id}`);
  const target = recorder();
  return { send: fault.wrap(target.handler), received: target.received };
}

test("the survey records which operations use the objects that others create", () => {
  expect(surveyed).toEqual([
    { creator: "createPaymentIntent", user: "listRemittances", relation: "listed" },
    { creator: "createPaymentIntent", user: "retrievePaymentIntent", relation: "named in the path" },
    { creator: "createPaymentIntent", user: "simulateTestClock", relation: "named in the body" },
  ]);
});

test("every operation has faults, and no two faults have the same id", () => {
  const faults = requestFaults(surveyed);
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(new Set(faults.map(({ operation }) => operation))).toEqual(new Set(contractOperations.keys()));
  expect(new Set(faults.map(({ operator }) => operator))).toEqual(new Set(requestOperators));
});

test("parameters and their documented values come from the contract", () => {
  const values = Object.fromEntries(
    [...parametersOf("replacePayoutSchedule"), ...parametersOf("createTestClock")].map(
      ({ path, required, values: all }) => [
        path.join("/"),
        { required, values: all.filter(({ kind }) => kind !== "example").map(({ name }) => name) },
      ],
    ),
  );
  expect(values).toEqual({
    cadence: { required: true, values: ["daily", "weekly"] },
    enabled: { required: false, values: ["true", "false"] },
    frozenTime: { required: true, values: [] },
    name: { required: false, values: ["255 characters"] },
  });
  expect(parametersOf("createSession").map(({ path }) => path.join("/"))).toContain("items/*/price");
});

describe("a faulty target", () => {
  test("refuses one documented value by making it invalid, and no other value", async () => {
    const { send, received } = faulty("createPaymentIntent: refuse currency (XAF)");
    await send(ask(INTENTS, { amount: 1, currency: "xaf" }));
    await send(ask(INTENTS, { amount: 1, currency: "XAF" }));
    expect(received.map(({ body }) => body)).toEqual([
      { amount: 1, currency: "xaf" },
      { amount: 1, currency: { not: "text" } },
    ]);
  });

  test("refuses a GET without an optional parameter", async () => {
    const { send } = faulty("retrieveOverview: refuse range (left out)");
    const overview = "http://payment.test/v1/connect/overview";
    expect((await send(ask(overview))).status).toBe(422);
    expect((await send(ask(`${overview}?range=30d`))).status).toBe(200);
  });

  test("ignores a field", async () => {
    const { send, received } = faulty("createPaymentIntent: ignore metadata");
    await send(ask(INTENTS, { amount: 1, metadata: { a: "b" } }));
    expect(received[0]?.body).toEqual({ amount: 1 });
  });

  test("uses another value, and returns the value that was sent", async () => {
    const { send, received } = faulty("createPaymentIntent: misapply amount");
    const answer = await send(ask(INTENTS, { amount: 1000 }));
    expect(received[0]?.body).toEqual({ amount: 1001 });
    expect(await answer.json()).toMatchObject({ amount: 1000 });
  });

  test.each([
    ["forget", [false, false], []],
    ["forget earlier", [false, true], [{ id: "pi_made2" }]],
  ])("%s: the created object is no longer known", async (operator, known, left) => {
    const path = faulty(`retrievePaymentIntent: ${operator} (of createPaymentIntent, named in the path)`);
    for (const amount of [1, 2]) await path.send(ask(INTENTS, { amount }));
    for (const id of ["pi_made1", "pi_made2"]) await path.send(ask(`${INTENTS}/${id}`));
    const asked = path.received.slice(2).map((one) => one.path);
    expect(asked.map((one, index) => one === `/v1/payment-intents/pi_made${index + 1}`)).toEqual(known);
    const list = faulty(`listRemittances: ${operator} (of createPaymentIntent, listed)`);
    for (const amount of [1, 2]) await list.send(ask(INTENTS, { amount }));
    const answer = await list.send(ask("http://payment.test/v1/remittance"));
    expect(await answer.json()).toEqual({ data: left });
  });

  test("applies a request twice with two keys, and returns the first answer", async () => {
    const { send, received } = faulty("createAllocation: apply twice (with a key)");
    const url = "http://payment.test/v1/connect/allocations";
    const answer = await send(ask(url, { amount: 5 }, { "idempotency-key": "k" }));
    expect(received.map(({ key }) => key)).toEqual(["k", "k-again"]);
    expect(await answer.json()).toMatchObject({ id: "pi_made1" });
    await send(ask(url, { amount: 5 }));
    expect(received).toHaveLength(3);
  });

  test("applies a request, and returns another answer", async () => {
    const refused = faulty("createPaymentIntent: lose answer (a refusal)");
    expect((await refused.send(ask(INTENTS, { amount: 1 }))).status).toBe(422);
    expect(refused.received).toHaveLength(1);
  });
});
