import { Agent, request } from "undici";
import { sendAll, type Measure, median, ROUNDS } from "./measure.ts";
import { type Server, startServer } from "./start-server.ts";

const IN_FLIGHT = 32;
const REQUESTS = 4_000;

/** Requests per second of the server's CPU time. */
async function perCpuSecond(server: Server, send: () => Promise<unknown>): Promise<number> {
  const before = await server.cpu();
  await sendAll(send, { requests: REQUESTS, inFlight: IN_FLIGHT });
  return (REQUESTS / ((await server.cpu()) - before)) * 1000;
}

/** The CPU time of requests to the emulator, compared with plain `node:http`. Both are in their own processes. */
export async function emulatorMeasures(): Promise<Record<string, readonly Measure[]>> {
  const servers = [await startServer("bare"), await startServer("emulator")];
  const agent = new Agent({ connections: IN_FLIGHT });
  const call = async ({ url, key }: Server, method: "POST" | "GET", path: string): Promise<unknown> => {
    const answer = await request(`${url}${path}`, {
      dispatcher: agent,
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(method === "POST" ? { body: '{"amount":5000,"currency":"xaf"}' } : {}),
    });
    const body: unknown = await answer.body.json();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} was answered ${answer.statusCode}`);
    return body;
  };
  const creates = servers.map((server) => () => call(server, "POST", "/v1/payment-intents"));
  const reads = await Promise.all(
    servers.map(async (server, index) => {
      const { id } = (await creates[index]?.()) as { id: string };
      return () => call(server, "GET", `/v1/payment-intents/${id}`);
    }),
  );
  const measured = async (title: string, sends: readonly (() => Promise<unknown>)[]) => {
    const rounds: number[][] = [];
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const rates: number[] = [];
      for (const [index, server] of servers.entries())
        rates.push(await perCpuSecond(server, sends[index] ?? (() => Promise.resolve())));
      if (round > 0) rounds.push(rates);
    }
    return ["node:http alone", "the emulator"].map((what, index) => ({
      what: `${title}, ${what}`,
      value: median(rounds.map((rates) => rates[index] ?? 0)),
      unit: "requests/s of CPU",
      ratio: median(rounds.map((rates) => (rates[index] ?? 0) / (rates[0] ?? 1))),
    }));
  };
  try {
    return {
      [`POST /v1/payment-intents, ${IN_FLIGHT} in flight`]: await measured("create", creates),
      [`GET /v1/payment-intents/{id}, ${IN_FLIGHT} in flight`]: await measured("read", reads),
    };
  } finally {
    for (const server of servers) server.close();
    await agent.destroy();
  }
}
