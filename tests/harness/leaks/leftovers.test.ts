import { appendFileSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { JOURNAL_FILE, openJournal, readLeftovers } from "../../../cli/leaks/journal.ts";
import type { Exchange } from "../../../harness/http/answer.ts";
import { type JournalEntry, Leftovers } from "../../../harness/leaks/leftovers.ts";

const base = "http://checkout.test/v1/test-helpers/test-clocks";
function exchange(
  operation: string,
  options: { path?: string; status: number; body?: unknown; key?: string },
): Exchange {
  return {
    sequence: 1,
    operation,
    request: {
      method: "POST",
      url: new URL(base + (options.path ?? "")),
      headers: [["authorization", `Bearer ${options.key ?? "sk_test_own"}`]],
      body: null,
    },
    answer: {
      status: options.status,
      headers: [],
      body: new TextEncoder().encode(JSON.stringify(options.body ?? {})),
    },
    fault: null,
    startedAt: 0,
    calledAt: 0,
    returnedAt: 0,
  };
}

describe("what a run makes", () => {
  test("is left over until it is deleted, with whose key made it and why it is still there", () => {
    const journal: JournalEntry[] = [];
    const leftovers = new Leftovers({
      keys: { test: "sk_test_own" },
      journal: (entry) => journal.push(entry),
    });
    leftovers.see(exchange("createTestClock", { status: 201, body: { id: "clock_1" } }));
    leftovers.see(exchange("simulateTestClock", { status: 201, body: { testClock: { id: "clock_2" } } }));
    leftovers.see(
      exchange("createTestClock", { status: 201, body: { id: "clock_3" }, key: "sk_test_foreign" }),
    );
    leftovers.see(exchange("createTestClock", { status: 422, body: { id: "clock_4" } }));
    leftovers.see(exchange("deleteTestClock", { path: "/clock_1", status: 204 }));
    leftovers.see(exchange("deleteTestClock", { path: "/clock_2", status: 500 }));
    expect(leftovers.list()).toEqual([
      { kind: "test clock", id: "clock_2", key: "test", why: "its deletion answered 500" },
      { kind: "test clock", id: "clock_3", key: null, why: null },
    ]);
    expect(journal.map(({ did, id }) => `${did} ${id}`)).toEqual([
      "created clock_1",
      "created clock_2",
      "created clock_3",
      "deleted clock_1",
    ]);
  });
});

describe("the journal", () => {
  const outDir = mkdtempSync(join(tmpdir(), "payconform-journal-"));
  const file = join(outDir, JOURNAL_FILE);

  test("keeps what is left, survives a torn line, and goes when nothing is left", () => {
    const journal = openJournal({ outDir, target: "http://a.test" });
    journal.write({ did: "created", kind: "test clock", id: "clock_1", key: "test" });
    journal.write({ did: "created", kind: "webhook endpoint", id: "we_1", key: null });
    journal.write({ did: "deleted", kind: "test clock", id: "clock_1" });
    appendFileSync(file, '{"did":"crea');
    expect(readLeftovers(file)).toEqual([
      { kind: "webhook endpoint", id: "we_1", key: null, why: null, target: "http://a.test" },
    ]);
    journal.close();
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(1);
    journal.write({ did: "deleted", kind: "webhook endpoint", id: "we_1" });
    journal.close();
    expect(existsSync(file)).toBe(false);
  });
});
