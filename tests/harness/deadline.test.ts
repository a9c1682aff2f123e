import { afterEach, expect, test } from "vitest";
import { socketTransport } from "../../harness/http/socket.ts";
import { createInbox } from "../../harness/inbox/inbox.ts";
import { Mailbox } from "../../harness/inbox/mailbox.ts";
import { type Deadline, startDeadline } from "../../harness/time.ts";
import { serving } from "../local-server.ts";
import { judgedAs } from "./run/one-rule.ts";
import { blockEventLoop } from "./block-event-loop.ts";

let started: Deadline | undefined;
afterEach(() => started?.cancel());

test("a deadline passes", async () => {
  await new Promise<void>((resolve) => {
    started = startDeadline({ ms: 600, onPassed: resolve });
    expect(started.left).toBeGreaterThan(500);
  });
  expect(started?.left).toBe(0);
});

test("a cancelled deadline does not pass", async () => {
  let passed = false;
  startDeadline({ ms: 20, onPassed: () => (passed = true) }).cancel();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(passed).toBe(false);
});

test("a pause of the process does not count", async () => {
  let passed = false;
  started = startDeadline({ ms: 1_000, onPassed: () => (passed = true) });
  blockEventLoop(1_500);
  expect(started.left).toBeGreaterThanOrEqual(750);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(passed).toBe(false);
});

test("an answer that came during a pause of the process is not too late", async () => {
  await using server = await serving((_request, response) => {
    response.end("{}");
    setImmediate(() => blockEventLoop(1_500));
  });
  const transport = socketTransport({ connections: 1 });
  try {
    const answer = await transport.send(
      { method: "GET", url: new URL(server.url), headers: [], body: null },
      { deadlineMs: 1_000, signal: new AbortController().signal },
    );
    expect(answer.status).toBe(200);
  } finally {
    await transport.close();
  }
});

test("an event that came during a pause of the process is not absent", async () => {
  const mailbox = new Mailbox();
  const inbox = createInbox({
    mailbox,
    address: "mine",
    eventMs: 1_000,
    signal: new AbortController().signal,
    judge: () => undefined,
  });
  setTimeout(() => {
    blockEventLoop(1_500);
    setImmediate(() => mailbox.put(Buffer.from('{"id":"evt_1","type":"invoice.paid","data":{}}'), "mine"));
  }, 50);
  expect((await inbox.next({ type: "invoice.paid" })).id).toBe("evt_1");
});

/** The verdict of a check that waits for a reading of this number. */
async function verdictOn(number: number, withinMs: number, reading: (number: number) => unknown) {
  let reads = 0;
  const { verdict } = await judgedAs(
    async (check) => {
      await check.eventually({
        expected: `reading ${number}`,
        withinMs,
        read: async () => {
          reads += 1;
          const own = reads;
          await reading(own);
          return own;
        },
        holds: (own) => own === number,
      });
    },
    { rule: { deadlineMs: 1_200 } },
  );
  return verdict;
}

test("a check that waited during a pause of the process continues and sees later events", async () => {
  const paused = (number: number): void => (number === 2 ? blockEventLoop(1_500) : undefined);
  expect(await verdictOn(3, 1_000, paused)).toBe("passed");
});

test("a reading that was sent before the deadline is not the last one", async () => {
  const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
  expect(await verdictOn(2, 50, slow)).toBe("passed");
});
