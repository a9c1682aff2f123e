import { createHook } from "node:async_hooks";
import { Session } from "node:inspector";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator } from "../../../emulator/index.ts";

/*
 * What a request costs as counts, which no busy machine changes; `npm run bench` measures the time. A request on a socket is answered without
 * waiting for anything, so the emulator's code makes no promise and no timer for it. Raise a limit only for work that a request needs.
 */

const REQUESTS = 100;

const emulator = createEmulator({ seed: 5 });
const session = new Session();
let socket: Socket;

beforeAll(async () => {
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const { paymentUrl } = await emulator.listen({ control: false });
  socket = connect(Number(new URL(paymentUrl).port), "127.0.0.1");
});
afterAll(async () => {
  session.disconnect();
  socket.destroy();
  await emulator.close();
});

const headers = `host: localhost\r\nauthorization: Bearer ${emulator.merchants[0]?.keys.test}\r\ncontent-type: application/json\r\n`;
const body = '{"amount":5000,"currency":"xaf"}';
const create = `POST /v1/payment-intents HTTP/1.1\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;
const read = (id: string): string => `GET /v1/payment-intents/${id} HTTP/1.1\r\n${headers}\r\n`;

/** Sends a request so many times, one after the other; the last answer. */
function send(request: string, times: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let left = times;
    socket.removeAllListeners("data");
    socket.once("error", reject);
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString();
      const [head = "", text] = answer.split("\r\n\r\n");
      if (text === undefined || text.length < Number(/content-length: (\d+)/.exec(head)?.[1])) return;
      if (!head.startsWith("HTTP/1.1 200")) return reject(new Error(answer));
      left -= 1;
      if (left === 0) return resolve(answer);
      answer = "";
      socket.write(request);
    });
    socket.write(request);
  });
}

/** How often the emulator's functions were called since the last time. */
function calls(): number {
  let sum = 0;
  session.post("Profiler.takePreciseCoverage", (fault, answer) => {
    if (fault !== null) throw fault;
    for (const { url, functions } of answer.result)
      if (/\/emulator\/[^?]*\.tsx?$/.test(url) && !url.includes("/tests/"))
        for (const { functionName, ranges } of functions)
          // Those without a name are mostly the test runner's, which reads every import through one.
          if (functionName !== "") sum += ranges[0]?.count ?? 0;
  });
  return sum;
}

/** What a request costs: calls of the emulator's functions, and what these made to be waited for. */
async function costOf(request: string): Promise<{ calls: number; waits: Record<string, number> }> {
  await send(request, REQUESTS);
  const waits: Record<string, number> = {};
  const hook = createHook({
    init: (_id, type) => {
      const [, , made = ""] = (new Error().stack ?? "").split("\n").filter((line) => !line.includes("node:"));
      if (/\/emulator\//.test(made) && !made.includes("/tests/")) waits[type] = (waits[type] ?? 0) + 1;
    },
  });
  calls();
  hook.enable();
  await send(request, REQUESTS);
  hook.disable();
  return { calls: Math.round(calls() / REQUESTS), waits };
}

it("a creation calls few functions, and waits only for its body", async () => {
  const cost = await costOf(create);
  expect(cost.waits).toEqual({ TickObject: REQUESTS });
  expect(cost.calls).toBeLessThanOrEqual(215);
});

it("a read calls fewer functions, and waits for nothing", async () => {
  const [, id = ""] = /"id":"(\w+)"/.exec(await send(create, 1)) ?? [];
  const cost = await costOf(read(id));
  expect(cost.waits).toEqual({});
  expect(cost.calls).toBeLessThanOrEqual(95);
});
