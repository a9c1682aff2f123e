import { describe, expect, it } from "vitest";
import { createFaults } from "../../../emulator/traffic/faults.ts";
import { createBench } from "../client.ts";
import { emulatorOfTest } from "../started.ts";

const intent = { amount: 5_000, currency: "xaf" };

async function listening() {
  const emulator = emulatorOfTest();
  const { paymentUrl, controlUrl } = await emulator.listen();
  const authorization = `Bearer ${emulator.merchants[0]?.keys.test}`;
  const post = (url: string, body: unknown) =>
    fetch(url, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", connection: "close" },
      body: JSON.stringify(body),
    });
  return {
    emulator,
    createIntent: () => post(`${paymentUrl}/v1/payment-intents`, intent),
    addFault: (rule: object) => post(`${controlUrl}/faults`, rule),
    intents: async (): Promise<number> => {
      const requests = (await (await fetch(`${controlUrl}/requests`)).json()) as {
        data: { answer: { status: number } }[];
      };
      return requests.data.filter(({ answer }) => answer.status === 200).length;
    },
  };
}

describe("faults of routes", () => {
  it("answer an error to the next requests, and then stop", async () => {
    const bench = createBench();
    const added = await bench.control("POST", "/faults", { effect: "error", status: 503, times: 2 });
    expect(added.status).toBe(201);
    const create = async () => (await bench.call("POST", "/v1/payment-intents", intent)).status;
    expect([await create(), await create(), await create()]).toEqual([503, 503, 200]);
    // It is used up, and still shows that it was met.
    const path = `/faults/${String(added.json["id"])}`;
    expect((await bench.control("GET", path)).json).toMatchObject({ times: 2, met: 2 });
  });

  it("meet only the operation and the account that they name", async () => {
    const bench = createBench();
    const [, second] = bench.emulator.merchants;
    await bench.control("POST", "/faults", {
      effect: "error",
      operationId: "createPaymentIntent",
      accountId: second?.accountId,
    });
    expect((await bench.call("POST", "/v1/payment-intents", intent)).status).toBe(200);
    const authorization = `Bearer ${second?.keys.test}`;
    expect((await bench.call("POST", "/v1/payment-intents", intent, { authorization })).status).toBe(500);
    expect((await bench.call("GET", "/v1/remittance", undefined, { authorization })).status).toBe(200);
  });

  it("delay a request in the emulator's time", async () => {
    const bench = createBench();
    await bench.control("POST", "/faults", { effect: "delay", delayMs: 3_000, times: 1 });
    let status: number | undefined;
    const answered = bench.call("POST", "/v1/payment-intents", intent).then((reply) => {
      status = reply.status;
    });
    await new Promise((resolve) => setImmediate(resolve));
    bench.time.advance(2_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(status).toBeUndefined();
    bench.time.advance(1);
    await answered;
    expect(status).toBe(200);
  });

  it("are removed by their id", async () => {
    const bench = createBench();
    const { json } = await bench.control("POST", "/faults", { effect: "error" });
    expect((await bench.control("DELETE", `/faults/${String(json["id"])}`)).status).toBe(200);
    expect((await bench.control("DELETE", `/faults/${String(json["id"])}`)).status).toBe(404);
    expect((await bench.call("POST", "/v1/payment-intents", intent)).status).toBe(200);
  });

  it.each([
    [{}, "effect", "must be given"],
    [{ effect: "explode" }, "effect", "must be one of lose-request, lose-answer, "],
    [{ effect: "error", status: 418 }, "status", "must be one of 429, 500, 503"],
    [{ effect: "error", rate: 1.5 }, "rate", "must be above 0 and at most 1"],
    [{ effect: "error", times: 0 }, "times", "must be greater than 0"],
    [{ effect: "error", operationId: "createCoffee" }, "operationId", "Choose one of activateConnect, "],
    [{ effect: "error", accountId: "acct_0" }, "accountId", "There is no such account; "],
  ])("are refused when nothing can hold them: %j", async (rule, field, text) => {
    const refused = await createBench().control("POST", "/faults", rule);
    expect(refused.status).toBe(422);
    expect(refused.json.errors?.[0]?.field).toBe(field);
    expect(refused.text).toContain(text);
  });

  it("are chosen by the seed at the given rate", () => {
    const chosen = (seed: number): string => {
      const faults = createFaults(seed);
      faults.add({ effect: "error", rate: 0.3 });
      const request = { operationId: "createPaymentIntent", accountId: "acct_1" };
      return Array.from({ length: 1_000 }, () => (faults.meet(request) === undefined ? "." : "x")).join("");
    };
    const count = chosen(1).replaceAll(".", "").length;
    expect(count).toBeGreaterThan(240);
    expect(count).toBeLessThan(360);
    expect(chosen(1)).toBe(chosen(1));
    expect(chosen(2)).not.toBe(chosen(1));
  });
});

describe("over a socket", () => {
  it("a lost answer leaves the effect, and a lost request does not", async () => {
    const { createIntent, addFault, intents } = await listening();
    await addFault({ effect: "lose-answer", times: 1 });
    await expect(createIntent()).rejects.toThrow("fetch failed");
    expect(await intents()).toBe(1);
    await addFault({ effect: "lose-request", times: 1 });
    await expect(createIntent()).rejects.toThrow("fetch failed");
    expect(await intents()).toBe(1);
    expect((await createIntent()).status).toBe(200);
    expect(await intents()).toBe(2);
  });

  it("a cut answer ends in the middle", async () => {
    const { createIntent, addFault, intents } = await listening();
    await addFault({ effect: "cut-answer", times: 1 });
    await expect(createIntent().then((response) => response.text())).rejects.toThrow();
    expect(await intents()).toBe(1);
  });
});

describe("in the same process", () => {
  it.each(["lose-answer", "cut-answer"])("fetch fails as over a socket: %s", async (effect) => {
    const bench = createBench();
    await bench.control("POST", "/faults", { effect, times: 1 });
    await expect(bench.call("POST", "/v1/payment-intents", intent)).rejects.toThrow("fetch failed");
    const requests = (await bench.control("GET", "/requests")).json["data"] as object[];
    expect(requests[0]).toMatchObject({ fault: effect, answer: { status: 200 } });
  });
});

it("lists the faults in force, and keeps the latest that are used up", async () => {
  const bench = createBench();
  for (let made = 0; made < 103; made += 1) {
    await bench.control("POST", "/faults", { effect: "error", times: 1 });
    expect((await bench.call("POST", "/v1/payment-intents", intent)).status).toBe(500);
  }
  expect((await bench.call("POST", "/v1/payment-intents", intent)).status).toBe(200);
  expect((await bench.control("GET", "/faults")).json).toEqual({ data: [] });
  expect((await bench.control("GET", "/faults/fault_4")).json).toMatchObject({ met: 1 });
  expect((await bench.control("GET", "/faults/fault_3")).status).toBe(404);
});
