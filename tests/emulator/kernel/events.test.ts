import { describe, expect, it } from "vitest";
import { manualTime } from "../../../emulator/kernel/clock.ts";
import { createDispatcher } from "../../../emulator/kernel/dispatcher.ts";
import { createEngine } from "../../../emulator/kernel/engine.ts";
import { type EventDraft, type WebhookEndpoint, webhookEndpoints } from "../../../emulator/kernel/events.ts";
import { put } from "../../../emulator/kernel/table.ts";
import { createParts } from "../../../emulator/parts.ts";

const draft = (type: string, n = 0): EventDraft => ({
  type,
  accountId: "acct_1",
  mode: "test",
  envelope: "subscription",
  data: { n },
  to: ["acct_1"],
});

const endpoint = (over: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: "we_1",
  accountId: "acct_1",
  url: "http://hook.test/",
  events: ["invoice.paid"],
  delivery: "ordered",
  ...over,
});

const turn = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

const setUp = (endpoints: WebhookEndpoint[], outcome: () => boolean = () => true) => {
  const time = manualTime(0);
  const parts = createParts();
  const engine = createEngine({ seed: 1, parts, time });
  const sent: { url: string; body: { id: string; data: { n: number } } }[] = [];
  const dispatcher = createDispatcher({
    engine,
    parts,
    time,
    send: async ({ url, body }) => {
      sent.push({ url, body: JSON.parse(body) as (typeof sent)[number]["body"] });
      return { status: outcome() ? 200 : 500 };
    },
    onFault: (fault) => {
      throw fault;
    },
  });
  engine.act("acct_1", () => ({
    writes: endpoints.map((one) => put(webhookEndpoints, one)),
  }));
  const emit = (...events: EventDraft[]) => engine.act("acct_1", () => ({ events }));
  return { time, engine, sent, dispatcher, emit };
};

describe("events", () => {
  it("gives up after the last attempt", async () => {
    const { sent, emit, engine } = setUp([endpoint()], () => false);
    emit(draft("invoice.paid"));
    for (let step = 1; step <= 10; step += 1) {
      await turn();
      await engine.moveWallClock("acct_1", step * 4_000_000);
    }
    expect(sent).toHaveLength(5);
  });

  it("can shuffle, repeat, delay and drop", async () => {
    const batch = Array.from({ length: 20 }, (_, n) => draft("invoice.paid", n));
    const numbers = async (delivery: string) => {
      const { sent, emit, time } = setUp([endpoint({ delivery })]);
      emit(...batch);
      await turn();
      await turn();
      await turn();
      const before = sent.length;
      time.advance(1_000);
      for (let i = 0; i < 10; i += 1) await turn();
      return { before, after: sent.map(({ body }) => body.data.n) };
    };
    const all = batch.map((_, n) => n);
    const shuffled = await numbers("shuffled");
    expect(shuffled.after).not.toEqual(all);
    expect(shuffled.after.toSorted((a, b) => a - b)).toEqual(all);
    expect((await numbers("duplicated")).after).toHaveLength(40);
    const delayed = await numbers("delayed");
    expect(delayed.before).toBe(0);
    expect(delayed.after).toHaveLength(20);
    expect((await numbers("dropped")).after).toEqual([]);
  });
});
