import { expect, test } from "vitest";
import { CircuitBreaker } from "../../harness/http/client.ts";
import { TransportFault } from "../../harness/verdicts.ts";

const USUAL_MS = 40;
const HOST = "http://target.test";

/** A host that answers or not, as the test sets it. */
function host(): { answers: boolean; asked: number; request: (deadlineMs?: number) => Promise<string> } {
  const patience = new CircuitBreaker({ usualMs: USUAL_MS });
  const state = {
    answers: true,
    asked: 0,
    request: (deadlineMs = USUAL_MS): Promise<string> =>
      patience.run(HOST, deadlineMs, async (allowedMs) => {
        state.asked += 1;
        if (state.answers) return "answered";
        await new Promise((resolve) => setTimeout(resolve, allowedMs));
        throw new TransportFault("timeout", `no complete answer within ${allowedMs} ms`);
      }),
  };
  return state;
}

const inARow = async (times: number, request: () => Promise<string>): Promise<void> => {
  for (let count = 0; count < times; count += 1) await request().catch(() => undefined);
};

test("a host that hangs is not tried again and again", async () => {
  const target = host();
  target.answers = false;
  await inARow(200, target.request);
  expect(target.asked).toBeLessThan(30);
  await expect(target.request()).rejects.toThrow("not sent: the target let");
});

test("a host that answers again is used immediately", async () => {
  const target = host();
  target.answers = false;
  await inARow(9, target.request);
  target.answers = true;
  await expect(Promise.all(Array.from({ length: 20 }, () => target.request()))).resolves.toHaveLength(20);
  expect(target.asked).toBe(29);
});

test("an abandoned host is tried again after a while", async () => {
  const target = host();
  target.answers = false;
  await inARow(50, target.request);
  target.answers = true;
  await new Promise((resolve) => setTimeout(resolve, USUAL_MS + 10));
  await expect(target.request()).resolves.toBe("answered");
  await expect(target.request()).resolves.toBe("answered");
});

test("a check that waits less than usual says nothing about the host", async () => {
  const target = host();
  target.answers = false;
  await inARow(30, () => target.request(1));
  expect(target.asked).toBe(30);
});
