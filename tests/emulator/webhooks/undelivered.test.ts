import { expect, it } from "vitest";
import type { Receipt, Send } from "../../../emulator/kernel/sender.ts";
import { createShop, shopOf } from "../connect/bench.ts";
import { emptyFolder } from "../../empty-folder.ts";
import { begin } from "../storage/folder.ts";

const hook = { url: "http://shop.test/", events: ["connect.transfer.created"] };

/** A receiver that answers as `answer` says; `ids` are the events that it accepted. */
function receiver(answer: () => Receipt | Promise<Receipt>) {
  const ids: string[] = [];
  const send: Send = async ({ body, signal }) => {
    const cut = new Promise<Receipt>((resolve) =>
      signal.addEventListener("abort", () => resolve({ reason: "cut" })),
    );
    const receipt = await Promise.race([answer(), cut]);
    if (receipt.status === 200) ids.push((JSON.parse(body) as { event: { id: string } }).event.id);
    return receipt;
  };
  return { ids, send };
}

it("delivers at the next start what was in progress, and on request everything that failed, in order", async () => {
  const folder = emptyFolder();
  const down = receiver(() => ({ status: 503 }));
  const first = await begin(folder, { send: down.send });
  const shop = await createShop(first.bench);
  const endpoints = `/merchants/${shop.accountId}/webhook-endpoints`;
  const { id } = (await first.bench.control("POST", endpoints, hook)).json;
  const vendor = await shop.vendor();
  for (const amount of [1_000, 2_000, 3_000]) await shop.allocate(vendor, amount);
  await first.bench.emulator.idle();
  await first.stop();

  // The second process ends while its receiver has not answered.
  const hanging = receiver(() => new Promise(() => undefined));
  const second = await begin(folder, { send: hanging.send });
  const again = shopOf(second.bench, shop);
  expect((await second.bench.control("POST", `${endpoints}/${String(id)}/deliver-failed`)).json).toEqual({
    id,
    sent: 3,
  });
  await again.allocate(await again.vendor(), 4_000);
  await second.stop();

  const up = receiver(() => ({ status: 200 }));
  const third = await begin(folder, { send: up.send });
  await expect.poll(() => up.ids.length).toBe(4);
  const { data } = (await third.bench.control("GET", `/merchants/${shop.accountId}/events`)).json as {
    data: { body: { event: { id: string } } }[];
  };
  expect(up.ids).toEqual(data.map(({ body }) => body.event.id));
  await third.bench.emulator.idle();
  expect((await third.bench.control("POST", `${endpoints}/${String(id)}/deliver-failed`)).json).toEqual({
    id,
    sent: 0,
  });
  await third.stop();
});
