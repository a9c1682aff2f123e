import { describe, expect, it } from "vitest";
import type { Check } from "../../../harness/check.ts";
import { Answer } from "../../../harness/http/answer.ts";
import type { Merchant } from "../../../harness/merchants.ts";
import { Inconclusive, Violation } from "../../../harness/verdicts.ts";
import { clockIn, holds, listClocks, listedClock } from "../../../suites/test-clocks/listing.ts";

const seen: string[] = [];
const check = {
  profile: { deadlines: { consistencyMs: 0, settleMs: 0 } },
  eventually: async ({ read }: { read: () => Promise<unknown> }) => read(),
  succeeded: (answer: Answer) => answer,
  observe: (_id: string, what: string) => seen.push(what),
} as unknown as Check;

const merchantWhoLists = (value: unknown): Merchant =>
  ({
    api: {
      listTestClocks: async () =>
        new Answer({
          sequence: 1,
          operation: "listTestClocks",
          request: { method: "GET", url: new URL("http://x.test/clocks"), headers: [], body: null },
          answer: { status: 200, headers: [], body: Buffer.from(JSON.stringify(value)) },
          fault: null,
          startedAt: 0,
          calledAt: 0,
          returnedAt: 0,
        }),
    },
  }) as unknown as Merchant;

const clock = { id: "clock_1", subscriptions: [] };

describe("listClocks", () => {
  it.each([
    ["a bare array", [clock]],
    ["data", { data: [clock] }],
    ["clocks", { clocks: [clock], count: 1 }],
    ["data", { data: [clock], warnings: [] }],
  ])("finds the clocks in %s", async (member, value) => {
    const listed = await listClocks(check, merchantWhoLists(value));
    expect(clockIn(listed, "clock_1")).toEqual(clock);
    expect(seen.at(-1)).toBe(member);
    expect(listed.partial).toBe(false);
  });

  it.each([[{ a: [clock], b: [clock] }], [{ clocks: clock }], ["text"]])(
    "finds none in %j",
    async (value) => {
      await expect(listClocks(check, merchantWhoLists(value))).rejects.toThrow(Inconclusive);
    },
  );

  it.each([
    [{ data: [clock], has_more: true }],
    [{ data: [clock], next_cursor: "abc" }],
    [{ data: [clock], meta: { total: 12, page: 1, limit: 1, pages: 12 } }],
    [Array.from({ length: 10 }, () => clock)],
  ])("takes %j for a page", async (value) => {
    expect((await listClocks(check, merchantWhoLists(value))).partial).toBe(true);
  });
});

describe("listedClock", () => {
  it("accuses a whole list alone", async () => {
    await expect(listedClock(check, merchantWhoLists([clock]), "clock_2")).rejects.toThrow(Violation);
    const page = merchantWhoLists({ data: [clock], has_more: true });
    await expect(listedClock(check, page, "clock_2")).rejects.toThrow(Inconclusive);
  });
});

describe("holds", () => {
  it("finds an id that is the entry or one of its members", () => {
    expect(holds(["sub_1"], "sub_1")).toBe(true);
    expect(holds([{ reference: "sub_1" }], "sub_1")).toBe(true);
    expect(holds([{ id: "sub_2" }], "sub_1")).toBe(false);
    expect(holds("sub_1", "sub_1")).toBe(false);
  });
});
