import { expect, it } from "vitest";
import { type EmulatorOptions, manualTime } from "../../../emulator/index.ts";
import type { LoggedCommand } from "../../../emulator/kernel/commands.ts";
import { createEngine } from "../../../emulator/kernel/engine.ts";
import type { Answer } from "../../../emulator/kernel/request.ts";
import { wallClock } from "../../../emulator/kernel/timeline.ts";
import { createParts } from "../../../emulator/parts.ts";
import { keptIn, start } from "../client.ts";
import { createShop, type Shop } from "../subscriptions/shop.ts";

const ACTIVE = 20;
const YEAR_LATER = "2027-01-31T10:00:00.000Z";

/** Time that stands still, in which others have their turn between two slices. */
const yielding = (): ReturnType<typeof manualTime> => ({
  ...manualTime(start),
  soon: (call) => void setImmediate(call),
});

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

/** A log that resolves when a movement goes on. */
function watched() {
  const commands: LoggedCommand[] = [];
  let begun = (): void => undefined;
  const moving = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const log = keptIn(commands, ({ kind }) => {
    if (kind === "slice") begun();
  });
  return { commands, moving, log };
}

/** Names in the order in which their promises ended. */
async function inOrder(running: Readonly<Record<string, Promise<unknown>>>): Promise<string[]> {
  const ended: string[] = [];
  await Promise.all(Object.entries(running).map(async ([name, one]) => ended.push((await one, name))));
  return ended;
}

it("answers other merchants while one clock moves a year, and its own merchant afterwards", async () => {
  const { moving, log } = watched();
  const { shop, clock, ids } = await prepared({ state: log });
  const year = shop.advance(clock, YEAR_LATER);
  await moving;
  const own = shop.show(String(ids[0]));
  const authorization = `Bearer ${shop.emulator.merchants[1]?.keys.test}`;
  const other = shop.call("GET", "/v1/payment-intents/none", undefined, { authorization });
  expect((await inOrder({ year, own, other }))[0]).toBe("other");
  expect(((await year).json["triggeredEvents"] as unknown[]).length).toBeGreaterThan(100);
  expect((await own)["currentPeriodEnd"]).toBe("2027-02-28T10:00:00.000Z");
  await shop.emulator.close();
});

it("cuts years of a wall clock, too, and resets after them", async () => {
  const { moving, log } = watched();
  const shop = await createShop({ time: yielding(), state: log });
  for (let made = 0; made < ACTIVE; made += 1) await shop.subscribe();
  const path = `/merchants/${shop.accountId}/clock`;
  const years = shop.control("POST", path, { to: YEAR_LATER });
  await moving;
  const reset = shop.control("POST", "/reset");
  const other = shop.control("GET", `/merchants/${shop.emulator.merchants[1]?.accountId}/clock`);
  expect((await inOrder({ reset, years, other }))[0]).toBe("other");
  expect((await years).json).toMatchObject({ now: YEAR_LATER });
  expect((await shop.control("GET", path)).json["now"]).toBe(new Date(start).toISOString());
  await shop.emulator.close();
});

/** What a log wrote, and an emulator that repeats the first commands of it. */
async function repeated(commands: readonly LoggedCommand[]): Promise<{ shop: Shop; answers: string[] }> {
  const answers: string[] = [];
  const answered = (operationId: string, answer: Answer): void =>
    void answers.push(`${operationId} ${JSON.stringify(answer.body)}`);
  const shop = await createShop({
    time: yielding(),
    state: keptIn([...commands]),
    onReplayed: (replayed) => {
      if (replayed.kind === "answer" && replayed.command.kind === "request")
        answered(replayed.command.command.operationId, replayed.answer);
    },
  });
  await shop.emulator.restored;
  return { shop, answers };
}

it("ends a movement whose next slice cannot be logged, so that other requests continue", async () => {
  const parts = createParts();
  parts.timers["tick"] = ({ timer, ids }) => ({
    timers: [{ do: "schedule", timer: { ...timer, id: ids.id("timer_"), at: timer.at + 1 } }],
  });
  const log = ({ kind }: LoggedCommand): void => {
    if (kind === "slice") throw new TypeError("the log is broken");
  };
  const engine = createEngine({ seed: 1, parts, time: yielding(), log });
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
  await expect(move).rejects.toThrow("the log is broken");
  expect(await after).toBe("answered");
});

it("repeats a year from its log with the same answer, and finishes one that a kill interrupted", async () => {
  const { commands, log } = watched();
  const first = await prepared({ state: log });
  const { text } = await first.shop.advance(first.clock, YEAR_LATER);
  const slices = commands.filter(({ kind }) => kind === "slice");
  expect(slices.length).toBeGreaterThan(1);
  const ends = await periodEnds(first);
  expect(new Set(ends)).toEqual(new Set(["2027-02-28T10:00:00.000Z"]));

  const whole = await repeated(commands);
  expect(whole.answers).toContain(`advanceTestClock ${text}`);
  expect(await periodEnds({ ...first, shop: whole.shop })).toEqual(ends);

  const cut = await repeated(commands.slice(0, commands.findIndex(({ kind }) => kind === "slice") + 1));
  expect(cut.answers).toContain(`advanceTestClock ${text}`);
  expect(await periodEnds({ ...first, shop: cut.shop })).toEqual(ends);
});
