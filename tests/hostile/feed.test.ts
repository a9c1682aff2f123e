import { expect, test } from "vitest";
import type { Check, FreeRequest } from "../../harness/check.ts";
import { Answer } from "../../harness/http/answer.ts";
import type { Inbox } from "../../harness/inbox/inbox.ts";
import { createEventSources } from "../../harness/run/event-sources.ts";
import type { Merchant } from "../../harness/api.ts";
import { withDefaults } from "../../harness/profile/defaults.ts";
import { TransportFault } from "../../harness/verdicts.ts";

const event = (id: string): object => ({ id, type: "invoice.paid", data: { invoiceId: "inv_1" } });

/** An inbox that polls these bodies one after the other, the last one forever; the first one contains its old events. */
async function polled(
  bodies: readonly (string | Error)[],
): Promise<{ inbox: Inbox; asked: () => number; close: () => Promise<void> }> {
  let asked = 0;
  const end = new AbortController();
  const check = {
    signal: end.signal,
    send: (_request: FreeRequest) => {
      const body = bodies[Math.min(asked, bodies.length - 1)] ?? "";
      asked += 1;
      if (body instanceof Error) return Promise.reject(body);
      const request = { method: "GET", url: new URL("http://target.test/feed"), headers: [], body: null };
      const answer = { status: 200, headers: [], body: Buffer.from(body) };
      const times = { startedAt: 0, calledAt: 0, returnedAt: 0 };
      return Promise.resolve(
        new Answer({ sequence: asked, operation: null, request, answer, fault: null, ...times }),
      );
    },
  } as unknown as Check;
  const profile = withDefaults({
    target: { baseUrl: "http://target.test" },
    events: { feed: { path: "/feed", list: "/data", intervalMs: 5 } },
    deadlines: { eventMs: 300 },
  });
  const post = createEventSources({ profile, judge: () => undefined });
  const merchant = { testKey: "sk_test_1" } as Merchant;
  const inbox = await post.inbox(check, { merchant, names: ["invoice.paid"] });
  return {
    inbox,
    asked: () => asked,
    close: () => {
      end.abort();
      return post.close();
    },
  };
}

const page = (...events: readonly object[]): string => JSON.stringify({ data: events });

test.each<[string, readonly (string | Error)[]]>([
  ["a feed that fails and comes back", [new TransportFault("reset", "gone"), "", page(event("evt_1"))]],
  ["a feed that times out and comes back", [new TransportFault("timeout", "late"), page(event("evt_1"))]],
  ["a feed that speaks HTML for a while", ["<html>", "[1,2", page(event("evt_1"))]],
  [
    "a feed with things that are no events",
    [JSON.stringify({ data: [null, 1, "x", [], {}, event("evt_1")] })],
  ],
  ["a feed with an invalid list", ['{"data":{"length":3}}', '{"data":"evt"}', page(event("evt_1"))]],
  ["a feed nested without end", [`{"data":${"[".repeat(100_000)}`, page(event("evt_1"))]],
  [
    "a feed with keys of prototypes",
    [`{"__proto__":{"data":[]},"data":[{"__proto__":1,"id":"evt_1","type":"invoice.paid"}]}`],
  ],
])("%s gives its events", async (_what, bodies) => {
  const { inbox, close } = await polled([page(), ...bodies]);
  expect((await inbox.next({ type: "invoice.paid" })).id).toBe("evt_1");
  await close();
});

test.each<[string, readonly (string | Error)[]]>([
  ["fails", [new TransportFault("reset", "gone"), page(event("evt_0"))]],
  ["times out", [new TransportFault("timeout", "late"), page(event("evt_0"))]],
  ["speaks HTML", ["<html>", page(event("evt_0"))]],
  ["gives no list", ["{}", page(event("evt_0"))]],
])("a feed that first %s does not report old events as new", async (_what, first) => {
  const { inbox, close } = await polled([...first, page(event("evt_0")), page(event("evt_1"))]);
  expect((await inbox.next({ type: "invoice.paid" })).id).toBe("evt_1");
  await close();
});

test("a feed that never answers is reported", async () => {
  await expect(polled([new TransportFault("reset", "gone")])).rejects.toThrow("gone");
});

test("a feed that repeats everything reports each event once", async () => {
  const { inbox, asked, close } = await polled([page(), page(event("evt_1"), event("evt_2"))]);
  await inbox.atLeast(2, { type: "invoice.paid" });
  while (asked() < 10) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(inbox.deliveries().map(({ id }) => id)).toEqual(["evt_1", "evt_2"]);
  await close();
});

test("a feed of a hundred thousand events stays within bounds", async () => {
  const flood = Array.from({ length: 100_000 }, (_unused, index) => event(`evt_${index}`));
  const { inbox, close } = await polled([page(), page(...flood), page()]);
  await inbox.next({ type: "invoice.paid" });
  expect(inbox.deliveries().length).toBeLessThanOrEqual(5_000);
  await close();
});
