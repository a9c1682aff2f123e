import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { allocate } from "./started.ts";

const DAY = 86_400_000;

describe("a started emulator", () => {
  it("listens, moves its clock, and yields the events that follow", async () => {
    await using emulator = await startEmulator();
    await allocate(emulator);
    const before = await emulator.now();
    const after = await emulator.advance(2 * DAY);
    expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(2 * DAY);
    const available = await emulator.nextEvent("connect.funds.available");
    expect(available.body).toMatchObject({ event: { id: available.id, type: "connect.funds.available" } });
    for await (const event of emulator.events({ type: "connect.funds.available" })) {
      expect(event).toEqual(available);
      break;
    }
  });

  it("gives each test a merchant of its own, with its own clock and events", async () => {
    await using emulator = await startEmulator();
    const other = await emulator.newMerchant({ connectMode: "marketplace", funds: 50_000 });
    const before = await emulator.now();
    await allocate({ ...emulator, ...other });
    await other.advance(2 * DAY);
    expect((await other.nextEvent("connect.funds.available")).type).toBe("connect.funds.available");
    expect((await emulator.now()).getTime() - before.getTime()).toBeLessThan(DAY);
    expect((await emulator.control("GET", "/events"))["data"]).toEqual([]);
  });

  it("waits for an event that has not happened yet", async () => {
    await using emulator = await startEmulator();
    await allocate(emulator);
    const awaited = emulator.nextEvent("connect.funds.available");
    await emulator.advance(2 * DAY);
    expect((await awaited).type).toBe("connect.funds.available");
  });

  it("reports the other events if an expected one does not arrive", async () => {
    await using emulator = await startEmulator();
    await expect(emulator.nextEvent("invoice.paid", { withinMs: 20 })).rejects.toThrow(
      "no further invoice.paid within 20 ms; no event came",
    );
  });

  it("ends its events when it closes", async () => {
    const emulator = await startEmulator();
    const ended = (async () => {
      const types: string[] = [];
      for await (const { type } of emulator.events()) types.push(type);
      return types;
    })();
    await emulator.close();
    expect(await ended).toEqual([]);
  });

  it("says why control refuses", async () => {
    await using emulator = await startEmulator();
    await expect(emulator.nextPayment("declined", 0)).rejects.toThrow(
      /control refused POST \/acct_\w+\/next-payment-outcome with 422: .*times/,
    );
  });
});
