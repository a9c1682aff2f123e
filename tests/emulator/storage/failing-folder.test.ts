import { expect, it } from "vitest";
import { KeepingFailure } from "../../../emulator/kernel/keeper.ts";
import { openStore, type Store } from "../../../emulator/storage/level.ts";
import type { createBench } from "../client.ts";
import { disbursement, intent } from "../client.ts";
import { createShop, shopOf } from "../connect/bench.ts";
import { emptyFolder } from "../../empty-folder.ts";
import { begin, everything } from "./folder.ts";

/** A disk that can be full: then nothing is written, and no store can be opened. It can also be slow: then writes wait. */
function disk() {
  let isFull = false;
  let fillsNext = false;
  let writes = 0;
  let waiting: Promise<void> | undefined;
  const check = (): void => {
    if (isFull) throw new Error("IO error: No space left on device");
  };
  const open = async (folder: string): Promise<Store> => {
    check();
    const store = await openStore(folder);
    return {
      ...store,
      write: async (changes) => {
        writes += 1;
        await waiting;
        check();
        await store.write(changes);
        isFull ||= fillsNext;
      },
    };
  };
  return {
    open,
    writes: () => writes,
    fill: () => {
      isFull = true;
    },
    fillWithTheNextWrite: () => {
      fillsNext = true;
    },
    slow: () => {
      let go = (): void => undefined;
      waiting = new Promise((resolve) => (go = resolve));
      return () => {
        waiting = undefined;
        go();
      };
    },
    free: () => {
      isFull = fillsNext = false;
    },
  };
}

const recovered = (bench: ReturnType<typeof createBench>): Promise<void> =>
  expect.poll(async () => (await bench.control("GET", "/merchants")).status, { timeout: 10_000 }).toBe(200);

it("acknowledges nothing that is not written, changes nothing, and continues when there is space", async () => {
  const folder = emptyFolder();
  const { open, fill, free, slow, writes } = disk();
  const sent: string[] = [];
  const send = ({ body }: { body: string }) => (sent.push(body), Promise.resolve({ status: 200 }));
  const first = await begin(folder, { open, send });
  const { bench } = first;
  const shop = await createShop(bench);
  const hook = { url: "http://shop.test/", events: ["connect.transfer.created"] };
  await bench.control("POST", `/merchants/${shop.accountId}/webhook-endpoints`, hook);
  const vendor = await shop.vendor();
  const kept = await bench.call("POST", "/v1/payment-intents", intent);
  const before = await everything(bench);
  const end = slow();
  const began = writes();
  const waiting = [
    shop.allocate(vendor, 1_000, "k-1"),
    bench.call("POST", "/v1/payment-intents", intent),
    bench.control("POST", "/merchants", {}),
  ];
  await expect.poll(writes).toBeGreaterThan(began);
  // A read shows what is being written, and so must wait for it.
  waiting.push(bench.call("GET", "/v1/payment-intents/none"));
  waiting.push(bench.control("GET", "/merchants"));
  await new Promise((resolve) => setImmediate(resolve));
  fill();
  end();
  const refused = await Promise.all(waiting);
  for (const { status, json } of [...refused, await bench.call("POST", "/v1/payment-intents", intent)])
    expect([status, json.message]).toEqual([
      500,
      `Cannot write to --state ${folder} (IO error: No space left on device): nothing was changed; send the request again when the folder can be written`,
    ]);
  // Reported once.
  expect(bench.faults).toEqual([expect.any(KeepingFailure)]);
  free();
  await recovered(bench);
  expect(await everything(bench)).toBe(before);
  await bench.emulator.idle();
  expect(sent).toEqual([]);
  // The key of the refused request is free, and its event is delivered when the request succeeds.
  expect((await shop.allocate(vendor, 1_000, "k-1")).status).toBe(201);
  await bench.emulator.idle();
  expect(sent).toHaveLength(1);
  const after = await everything(bench);
  await first.stop();
  const again = await begin(folder, { time: bench.time });
  expect(await everything(again.bench)).toBe(after);
  expect((await again.bench.call("GET", `/v1/payment-intents/${String(kept.json["id"])}`)).status).toBe(200);
  expect((await shopOf(again.bench, shop).allocate(vendor, 1_000, "k-1")).status).toBe(409);
  await again.stop();
});

it("runs a timer again that became due while nothing could be written", async () => {
  const { open, fill, free } = disk();
  const { bench, stop } = await begin(emptyFolder(), { open });
  const { json } = await bench.call("POST", "/v1/disbursements", disbursement);
  fill();
  bench.time.advance(3_000);
  await expect.poll(() => bench.faults).toHaveLength(1);
  free();
  await recovered(bench);
  bench.time.advance(0);
  const read = await bench.call("GET", `/v1/disbursement/${String(json["id"])}`);
  expect(read.json["status"]).toBe("succeeded");
  await stop();
});

/** A merchant whose clock takes several slices to move: a subscription is renewed each day. */
async function beginMove({ bench }: Awaited<ReturnType<typeof begin>>) {
  const host = { host: "checkout" } as const;
  const { json: customer } = await bench.call("POST", "/v1/customers", {}, host);
  const { json: price } = await bench.call("POST", "/v1/prices", { amount: 100, interval: "day" }, host);
  const items = [{ priceId: price["id"] }];
  await bench.call("POST", "/v1/subscriptions", { customerId: customer["id"], items }, host);
  const path = `/merchants/${bench.accountId}/clock`;
  const at = (await bench.control("GET", path)).json["now"];
  const due = new Date(Date.parse(String(at)) + 120 * 86_400_000).toISOString();
  return { move: () => bench.control("POST", path, { to: due }), path, due };
}

it("finishes a long move of a clock that a full disk interrupted", async () => {
  const folder = emptyFolder();
  const { open, fillWithTheNextWrite, free } = disk();
  const first = await begin(folder, { open });
  const { move, path, due } = await beginMove(first);
  // The first slice is written, and the others are not.
  fillWithTheNextWrite();
  expect((await move()).status).toBe(500);
  free();
  await recovered(first.bench);
  expect((await first.bench.control("GET", path)).json["now"]).toBe(due);
  const ledger = (await first.bench.control("GET", "/ledger")).text;
  await first.stop();
  const whole = await begin(emptyFolder());
  await (await beginMove(whole)).move();
  expect(ledger).toBe((await whole.bench.control("GET", "/ledger")).text);
  await whole.stop();
});

it("closes during a long move of a clock, which the next start ends", async () => {
  const folder = emptyFolder();
  const first = await begin(folder);
  const { move, path, due } = await beginMove(first);
  const moved = move();
  void moved.catch(() => undefined);
  // Requests to control are read asynchronously, so that the move has begun only then.
  await new Promise((resolve) => setImmediate(resolve));
  await first.stop();
  const again = await begin(folder);
  expect((await again.bench.control("GET", path)).json["now"]).toBe(due);
  await again.stop();
});
