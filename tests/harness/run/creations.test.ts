import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isCleanupLog, openCleanupLog, readRemaining } from "../../../cli/reporting/cleanup-log.ts";
import { CLEANUP_FILE } from "../../../reports/output/output-folder.ts";
import type { Exchange } from "../../../harness/http/answer.ts";
import { Creations, type CleanupLogEntry, NAMELESS, Remaining } from "../../../harness/run/cleanup.ts";
import { exchanged } from "../exchanged.ts";
import { emptyFolder } from "../../empty-folder.ts";

const base = "http://checkout.test/v1/test-helpers/test-clocks";
const exchange = (
  operation: string,
  options: { path?: string; status: number; body?: unknown; key?: string },
): Exchange =>
  exchanged({
    operation,
    request: {
      method: "POST",
      url: new URL(base + (options.path ?? "")),
      headers: [["authorization", `Bearer ${options.key ?? "sk_test_own"}`]],
    },
    answer: { status: options.status, body: JSON.stringify(options.body ?? {}) },
  });

describe("what a run creates", () => {
  test("remains until it is deleted, with the key that created it and why it is still there", () => {
    const log: CleanupLogEntry[] = [];
    const leftovers = new Creations({
      keys: { test: "sk_test_own" },
      log: (entry) => log.push(entry),
    });
    leftovers.observe(exchange("createTestClock", { status: 201, body: { id: "clock_1" } }));
    leftovers.observe(exchange("simulateTestClock", { status: 201, body: { testClock: { id: "clock_2" } } }));
    leftovers.observe(
      exchange("createTestClock", { status: 201, body: { id: "clock_3" }, key: "sk_test_foreign" }),
    );
    leftovers.observe(exchange("createTestClock", { status: 422, body: { id: "clock_4" } }));
    leftovers.observe(exchange("deleteTestClock", { path: "/clock_1", status: 204 }));
    leftovers.observe(exchange("deleteTestClock", { path: "/clock_2", status: 500 }));
    expect(leftovers.remaining()).toEqual([
      { kind: "test clock", id: "clock_2", key: "test", why: "its deletion answered 500" },
      { kind: "test clock", id: "clock_3", key: null, why: null },
    ]);
    expect(log.map(({ did, id }) => `${did} ${id}`)).toEqual([
      "created clock_1",
      "created clock_2",
      "created clock_3",
      "deleted clock_1",
    ]);
  });
});

describe("what a run requests", () => {
  const request = { ...exchange("createTestClock", { status: 201 }).request };
  const asked = (body: unknown): typeof request => ({
    ...request,
    body: new TextEncoder().encode(JSON.stringify(body)),
  });

  test("may exist until it is answered, and is recorded before it is sent", () => {
    const log: CleanupLogEntry[] = [];
    const leftovers = new Creations({
      keys: { test: "sk_test_own" },
      log: (entry) => log.push(entry),
    });
    const first = leftovers.beforeRequest("createTestClock", asked({ name: "clock 1" }));
    const second = leftovers.beforeRequest("simulateTestClock", asked({}));
    const third = leftovers.beforePortCall("registerWebhookEndpoint", {
      inputs: { url: "http://inbox.test/x" },
    });
    expect(leftovers.beforeRequest("advanceTestClock", asked({ name: "clock 1" }))).toBeNull();
    expect(leftovers.beforePortCall("createCustomer", {})).toBeNull();
    const why = "the request that created it got no response";
    const clock = { kind: "test clock", key: "test", why, unanswered: true };
    expect(leftovers.remaining()).toEqual([
      { ...clock, id: "clock 1" },
      { ...clock, id: NAMELESS },
      { ...clock, kind: "webhook endpoint", id: "http://inbox.test/x" },
    ]);
    for (const creation of [first, second, third]) leftovers.settle(creation);
    expect(leftovers.remaining()).toEqual([]);
    const left = new Remaining();
    for (const [index, entry] of log.entries()) {
      left.note(entry);
      expect(left.list()).toHaveLength(index < 3 ? index + 1 : 5 - index);
    }
  });
});

describe("the clean-up log", () => {
  const outDir = emptyFolder();
  const file = join(outDir, CLEANUP_FILE);

  test("keeps what remains, survives an incomplete line, and is deleted once nothing remains", () => {
    const log = openCleanupLog({ outDir, target: "http://a.test" });
    log.write({ did: "created", kind: "test clock", id: "clock_1", key: "test" });
    log.write({ did: "created", kind: "webhook endpoint", id: "we_1", key: null });
    log.write({ did: "deleted", kind: "test clock", id: "clock_1" });
    appendFileSync(file, '{"did":"crea');
    expect(readRemaining(file)).toEqual([
      { kind: "webhook endpoint", id: "we_1", key: null, why: null, target: "http://a.test" },
    ]);
    log.close();
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(1);
    log.write({ did: "deleted", kind: "webhook endpoint", id: "we_1" });
    log.close();
    expect(existsSync(file)).toBe(false);
  });

  test("keeps unanswered requests", () => {
    const log = openCleanupLog({ outDir, target: "http://a.test" });
    log.write({ did: "creating", kind: "test clock", id: "clock 1", key: "test", ref: "1" });
    log.write({ did: "creating", kind: "test clock", id: "clock 1", key: "test", ref: "2" });
    log.write({ did: "answered", kind: "test clock", id: "clock 1", ref: "1" });
    for (const written of [1, 2]) {
      log.close();
      expect([written, readRemaining(file)]).toEqual([
        written,
        [expect.objectContaining({ id: "clock 1", unanswered: true, target: "http://a.test" })],
      ]);
    }
    expect(isCleanupLog(file)).toBe(true);
  });
});
