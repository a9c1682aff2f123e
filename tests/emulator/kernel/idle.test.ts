import { afterEach, expect, test } from "vitest";
import { type Emulator, manualTime } from "../../../emulator/index.ts";
import { createBench, disbursement, start } from "../client.ts";

let emulator: Emulator | undefined;
afterEach(() => emulator?.close());

/** An emulator on a clock that stands still, whose deliveries end when the test says so. */
function still() {
  const time = manualTime(start);
  let passed = 0;
  const under: ((taken: boolean) => void)[] = [];
  const bench = createBench({
    time: { ...time, now: () => time.now() + passed },
    send: ({ signal }) =>
      new Promise((resolve) => {
        under.push((taken) => resolve({ status: taken ? 200 : 500 }));
        signal.addEventListener("abort", () => resolve({ reason: "closed" }));
      }),
  });
  ({ emulator } = bench);
  const call = async (path: string, body: unknown = {}): Promise<Record<string, unknown>> =>
    path.startsWith("/v1")
      ? (await bench.call("POST", path, body)).json
      : (await bench.control("POST", `/merchants/${bench.accountId}${path}`, body)).json;
  /** Lets time pass without waking what waits, as on a machine that is busy. */
  const pass = (milliseconds: number): void => void (passed += milliseconds);
  return { time, pass, call, arrive: (taken = true) => under.shift()?.(taken) };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function allocate(call: ReturnType<typeof still>["call"]): Promise<void> {
  await call("/webhook-endpoints", { url: "http://localhost/inbox", events: ["connect.transfer.created"] });
  const { acct } = await call("/vendors", { country: "CG", currency: "XAF" });
  const allocated = await call("/v1/connect/allocations", { destination: acct, amount: 1_000 });
  expect(allocated).toMatchObject({ object: "connect_allocation" });
}

/** Asks for a merchant that is busy; the returned function waits until it is idle. */
async function busy(call: ReturnType<typeof still>["call"]): Promise<() => Promise<void>> {
  let answer: unknown = null;
  const waiting = call("/idle").then((body) => (answer = body));
  await turns();
  expect(answer).toBeNull();
  return async () => {
    await waiting;
    expect(answer).toEqual({ idle: true });
  };
}

test("a merchant is idle before any request", async () => {
  expect(await still().call("/idle")).toEqual({ idle: true });
});

test("a delivery in progress keeps a merchant busy until it arrives", async () => {
  const { call, arrive } = still();
  await allocate(call);
  const idle = await busy(call);
  arrive();
  await idle();
});

test("a failed delivery keeps a merchant busy until it is repeated", async () => {
  const { time, call, arrive } = still();
  await allocate(call);
  await turns();
  arrive(false);
  await turns();
  const idle = await busy(call);
  time.advance(5_000);
  await turns();
  arrive();
  await idle();
});

test("a delivery that becomes due during the question keeps a merchant busy", async () => {
  const { pass, call, arrive } = still();
  await allocate(call);
  await turns();
  arrive(false);
  await turns();
  pass(5_000);
  const idle = await busy(call);
  arrive();
  await idle();
});

test("a payout that settles soon keeps a merchant busy, and one that is due is reported", async () => {
  const { time, call } = still();
  await call("/v1/disbursements", disbursement);
  let answer: unknown = null;
  const waiting = call("/idle", { withinMs: 1_000 }).then((body) => (answer = body));
  await turns();
  expect(answer).toBeNull();
  time.advance(1_000);
  await waiting;
  expect(answer).toEqual({ idle: false });
  time.advance(5_000);
  expect(await call("/idle")).toEqual({ idle: true });
});
