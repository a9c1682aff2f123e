import { spawn } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { Agent, request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { createExecution } from "../../../harness/run/execution.ts";
import { socketTransport } from "../../../harness/http/socket.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { bareRules, bareSession } from "../run/one-rule.ts";

/** Measured: 0.31 to 0.47 on Node 20, of which the trace judge takes a quarter. */
const LEAST_SHARE = 0.2;
const KEY = "sk_test_0123456789abcdef";
const IN_FLIGHT = 12;
const REQUESTS = 600;
const ROUNDS = 7;

/** Another process: its CPU time is not ours. */
const SERVER = `require("node:http").createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: "pi_" + "a".repeat(24), label: "payment_intent", amount: 5000, currency: "xaf", accountId: "acct_1",
      liveMode: false, clientSecret: "pi_a_secret_0123456789", metadata: {}, createdAt: "2026-01-31T10:00:00.000Z", updatedAt: "2026-01-31T10:00:00.000Z" }));
  });
}).listen(0, "127.0.0.1", function () { process.send(this.address().port); });
process.on("disconnect", () => process.exit());`;

async function server(): Promise<string> {
  const child = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  onTestFinished(() => child.disconnect());
  const [port] = (await once(child, "message")) as [number];
  return `http://127.0.0.1:${port}`;
}

/** µs of CPU for each request. */
async function cost(send: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  let left = REQUESTS;
  const worker = async (): Promise<void> => {
    for (; left > 0; left -= 1) await send();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

test("a request that is recorded and judged costs at most five times the CPU of one that undici alone sends", async () => {
  const url = await server();
  const agent = new Agent({ connections: IN_FLIGHT });
  const session = await bareSession({
    profile: withDefaults({ target: { baseUrl: url } }),
    keys: { test: KEY },
    transport: socketTransport({ connections: IN_FLIGHT }),
  });
  onTestFinished(() => Promise.all([session.close(), agent.destroy()]).then(() => undefined));
  const [rule] = bareRules;
  if (rule === undefined) throw new Error("the catalogue has no rule without a need");
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const { check } = createExecution({ session, rule, signal, attempt: 1 });
  const body = { amount: 5000, currency: "xaf" };
  const alone = async (): Promise<unknown> => {
    const answer = await request(`${url}/v1/payment-intents`, {
      dispatcher: agent,
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.body.json();
  };
  const judged = (): Promise<unknown> => check.api.createPaymentIntent({ body });
  const shares: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Side by side, so that what else the machine does meets both. The first round warms up.
    const [bare, own] = [await cost(alone), await cost(judged)];
    if (round > 0) shares.push(bare / own);
  }
  shares.sort((a, b) => a - b);
  expect(shares[ROUNDS >> 1], shares.join(" ")).toBeGreaterThan(LEAST_SHARE);
});
