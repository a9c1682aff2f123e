import { expect, it } from "vitest";
import { type EmulatorOptions, manualTime } from "../../../emulator/index.ts";
import { createEngine } from "../../../emulator/kernel/engine.ts";
import { wallClock } from "../../../emulator/kernel/timeline.ts";
import { createParts } from "../../../emulator/parts.ts";
import { start } from "../client.ts";
import { createShop, type Shop } from "../subscriptions/shop.ts";

const ACTIVE = 20;
const YEAR_LATER = "2027-01-31T10:00:00.000Z";

/** Time that stands still, in which others have their turn between two slices. */
const yielding = (): ReturnType<typeof manualTime> => ({
  ...manualTime(start),
  soon: (call) => void setImmediate(call),
});

/** Resolves when the clock of an account is being moved. */
async function moving({ emulator: { engine } }: Shop): Promise<void> {
  await expect.poll(() => engine.image()["moves"], { interval: 0 }).not.toEqual([]);
}

interface Prepared {
  shop: Shop;
  clock: string;
  ids: string[];
}

/** Subscriptions on a clock: a year of them takes several slices. */
async function prepared(options: EmulatorOptions = {}): Promise<Prepared> {
  const shop = await createShop({ time: yielding(), ...options });
  const clock = await shop.clock();
  const ids: string[] = [];
  for (let made = 0; made < ACTIVE; made += 1) {
    const id = await shop.subscribe();
    await shop.attach(clock, { subscriptionId: id });
    ids.push(id);
  }
  return { shop, clock, ids };
}

const periodEnds = async ({ shop, ids }: Prepared): Promise<unknown[]> =>
  Promise.all(ids.map(async (id) => (await shop.show(id))["currentPeriodEnd"]));

/** Names in the order in which their promises ended. */
async function inOrder(running: Readonly<Record<string, Promise<unknown>>>): Promise<string[]> {
  const ended: string[] = [];
  await Promise.all(Object.entries(running).map(async ([name, one]) => ended.push((await one, name))));
  return ended;
}

it("answers other merchants while one clock moves a year, and its own merchant afterwards", async () => {
  const { shop, clock, ids } = await prepared();
  const year = shop.advance(clock, YEAR_LATER);
  await moving(shop);
  const own = shop.show(String(ids[0]));
  const authorization = `Bearer ${shop.emulator.merchants[1]?.keys.test}`;
  const other = shop.call("GET", "/v1/payment-intents/none", undefined, { authorization });
  expect((await inOrder({ year, own, other }))[0]).toBe("other");
  expect(((await year).json["triggeredEvents"] as unknown[]).length).toBeGreaterThan(100);
  expect((await own)["currentPeriodEnd"]).toBe("2027-02-28T10:00:00.000Z");
  await shop.emulator.close();
});

it("cuts years of a wall clock, too, and resets after them", async () => {
  const shop = await createShop({ time: yielding() });
  for (let made = 0; made < ACTIVE; made += 1) await shop.subscribe();
  const path = `/merchants/${shop.accountId}/clock`;
  const years = shop.control("POST", path, { to: YEAR_LATER });
  await moving(shop);
  const reset = shop.control("POST", "/reset");
  const other = shop.control("GET", `/merchants/${shop.emulator.merchants[1]?.accountId}/clock`);
  expect((await inOrder({ reset, years, other }))[0]).toBe("other");
  expect((await years).json).toMatchObject({ now: YEAR_LATER });
  expect((await shop.control("GET", path)).json["now"]).toBe(new Date(start).toISOString());
  await shop.emulator.close();
});

it("ends a movement whose timers fail, so that other requests continue", async () => {
  const parts = createParts();
  let ran = 0;
  parts.timers["tick"] = ({ timer, ids }) => {
    ran += 1;
    if (ran > 150) throw new TypeError("the timer is broken");
    return { timers: [{ do: "schedule", timer: { ...timer, id: ids.id("timer_"), at: timer.at + 1 } }] };
  };
  const engine = createEngine({ seed: 1, parts, time: yielding() });
  const timer = {
    id: "t",
    clock: wallClock("a"),
    at: start,
    kind: "tick",
    accountId: "a",
    subject: "s",
    payload: {},
  };
  engine.act("a", () => ({ timers: [{ do: "schedule", timer }] }));
  const move = engine.moveWallClock("a", start + 1_000);
  const after = engine.afterMoves("a", () => "answered");
  await expect(move).rejects.toThrow("the timer is broken");
  expect(await after).toBe("answered");
});

it("finishes a year of a test clock that another emulator began", async () => {
  const whole = await prepared();
  await whole.shop.advance(whole.clock, YEAR_LATER);
  const ends = await periodEnds(whole);
  expect(new Set(ends)).toEqual(new Set(["2027-02-28T10:00:00.000Z"]));

  const cut = await prepared();
  const year = cut.shop.advance(cut.clock, YEAR_LATER);
  await moving(cut.shop);
  const image = structuredClone(cut.shop.emulator.engine.image());
  await year;
  const other = await createShop({ time: yielding() });
  other.emulator.engine.restore(image);
  expect(await periodEnds({ ...cut, shop: other })).toEqual(ends);
  await Promise.all([whole.shop, cut.shop, other].map(({ emulator }) => emulator.close()));
});
