import { createServer } from "node:http";
import { expect, test } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { allocate } from "../emulator/started.ts";
import { listening, receiving } from "../local-server.ts";
import { inThisProcess, refusalOf } from "./command-line.ts";

test("a receiver that was down for a hundred events gets each of them, in order", async () => {
  // No retry is due by itself.
  await using emulator = await startEmulator({ clock: { isStill: true } });
  const control = ["--control-url", String(emulator.address.controlUrl)];
  const shut = await listening(createServer(), 0);
  const url = `${shut.url}/webhooks`;
  expect(await refusalOf(["redeliver", ...control])).toContain("has no webhook endpoint\n");
  const { id } = await emulator.control("POST", "/webhook-endpoints", {
    url,
    events: ["connect.transfer.created"],
  });
  await shut.close();

  const { acct } = await emulator.control("POST", "/vendors", {});
  for (let sent = 0; sent < 100; sent += 1) await allocate(emulator, String(acct));
  await emulator.emulator.idle();

  const got: string[] = [];
  await using _open = await receiving(
    (body) => void got.push((JSON.parse(body) as { event: { id: string } }).event.id),
    Number(new URL(url).port),
  );
  const wrong = await inThisProcess(["redeliver", "we_none", ...control]);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining(`has no webhook endpoint we_none; it has ${url}`),
  ]);
  const { code, stdout } = await inThisProcess(["redeliver", url, ...control]);
  expect([code, stdout]).toEqual([0, `${String(id)}  ${url}  100\n`]);
  await expect.poll(() => got.length).toBe(100);
  const { data } = (await emulator.control("GET", "/events")) as unknown as {
    data: readonly { readonly body: { readonly event: { readonly id: string } } }[];
  };
  expect(got).toEqual(data.map(({ body }) => body.event.id));
  // What arrived is not repeated by the retries that were due.
  await emulator.advance(60_000);
  await emulator.emulator.idle();
  expect(got.length).toBe(100);
  expect((await inThisProcess(["redeliver", ...control])).stdout).toBe(`${String(id)}  ${url}  0\n`);
});
