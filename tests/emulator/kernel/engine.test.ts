import { describe, expect, it } from "vitest";
import { json } from "../../../emulator/kernel/answers.ts";
import { manualTime } from "../../../emulator/kernel/clock.ts";
import { createEngine } from "../../../emulator/kernel/engine.ts";
import { webhookEndpoints } from "../../../emulator/kernel/events.ts";
import type { KernelParts } from "../../../emulator/kernel/parts.ts";
import type { Command } from "../../../emulator/kernel/request.ts";
import { put, table } from "../../../emulator/kernel/table.ts";
import type { Operation } from "../../../emulator/kernel/types.ts";
import { createParts } from "../../../emulator/parts.ts";

const counters = table<{ id: string; count: number }>("counters");

const increment: Operation = {
  operationId: "increment",
  method: "POST",
  path: "/increment",
  host: "payment",
  area: "none",
  decide: ({ state }) => {
    const count = (state.get(counters, "c")?.count ?? 0) + 1;
    return { answer: json(200, { count }), writes: [put(counters, { id: "c", count })] };
  },
};

const command: Command = {
  operationId: "increment",
  caller: { accountId: "acct_1", mode: "test" },
  params: {},
  query: {},
  headers: {},
  body: undefined,
};

const setUp = (change: Partial<KernelParts> = {}) =>
  createEngine({ seed: 1, parts: { ...createParts(), ...change }, time: manualTime(1_000) });

const fails = (): never => {
  throw new Error("the part fails");
};

describe("engine", () => {
  it("commits all of a decision or nothing", () => {
    const engine = setUp();
    const writes = [put(counters, { id: "c", count: 1 })];
    const lines = [
      { account: "a", amount: 1 },
      { account: "b", amount: 1 },
    ];
    const unbalanced = { id: "1", at: 0, kind: "k", mode: "test" as const, currency: "xaf", lines };
    const event = { type: "t", accountId: "a", mode: "test", envelope: "none", data: {}, to: [] } as const;
    for (const effects of [{ postings: [unbalanced] }, { events: [event] }]) {
      const broken: Operation = {
        ...increment,
        decide: () => ({ answer: json(200, {}), writes, ...effects }),
      };
      expect(() => engine.answer(broken, command)).toThrow(/out of balance|No envelope/);
      expect(engine.state.all(counters)).toEqual([]);
    }
  });

  it.each<[string, Partial<KernelParts>]>([
    ["envelope", { envelopes: { plain: fails } }],
    ["choice of endpoints", { envelopes: { plain: () => ({}) }, isSubscribed: fails }],
  ])("commits nothing when a replaced %s fails", (_what, change) => {
    const engine = setUp(change);
    const endpoint = { id: "w", accountId: "a", url: "http://x", events: ["t"], delivery: "at once" };
    engine.act("a", () => ({ writes: [put(webhookEndpoints, endpoint)] }));
    const lines = [
      { account: "a", amount: 1 },
      { account: "b", amount: -1 },
    ];
    const timer = { id: "t", clock: "c", at: 5, kind: "k", accountId: "a", subject: "s", payload: {} };
    const event = {
      type: "t",
      accountId: "a",
      mode: "test",
      envelope: "plain",
      data: {},
      to: ["a"],
    } as const;
    const decide: Operation["decide"] = () => ({
      answer: json(200, {}),
      writes: [put(counters, { id: "c", count: 1 })],
      postings: [{ id: "1", at: 0, kind: "k", mode: "test" as const, currency: "xaf", lines }],
      timers: [{ do: "schedule", timer }],
      events: [event],
    });
    expect(() => engine.answer({ ...increment, decide }, command)).toThrow("the part fails");
    expect(engine.state.all(counters)).toEqual([]);
    expect(engine.state.ledger.entries("a")).toEqual([]);
    expect(engine.state.timeline.clocks()).toEqual([]);
    expect(engine.feed.since("a", 0)).toEqual([]);
    expect(engine.takeDeliveries()).toEqual([]);
  });
});
