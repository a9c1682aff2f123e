import { connect, type Socket } from "node:net";
import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ReceivedEvent } from "../../harness/event.ts";
import { createInbox, type Inbox } from "../../harness/inbox/inbox.ts";
import { Mailbox } from "../../harness/inbox/mailbox.ts";
import type { Receiver } from "../../harness/http/wire.ts";
import { openReceiver } from "../../harness/inbox/receiver.ts";
import { Inconclusive, NeedMissing, Violation } from "../../harness/verdicts.ts";
import { pour } from "./wire-server.ts";

const TYPE = "invoice.paid";
let mailbox: Mailbox;
let receiver: Receiver;
const sockets: Socket[] = [];

beforeEach(async () => {
  mailbox = new Mailbox();
  receiver = await openReceiver({ mailbox });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await receiver.close();
});

const event = (id: string, invoiceId: string, more: object = {}): object => ({
  id,
  type: TYPE,
  created_at: "2024-01-01T00:00:00Z",
  data: { invoiceId, ...more },
});

async function post(address: string, body: string | Uint8Array): Promise<number> {
  const answer = await request(receiver.urlFor(address), { method: "POST", body });
  await answer.body.dump();
  return answer.statusCode;
}

function inboxAt(address: string, eventMs = 150): { inbox: Inbox; judged: ReceivedEvent[] } {
  const judged: ReceivedEvent[] = [];
  const signal = new AbortController().signal;
  const inbox = createInbox({ mailbox, address, eventMs, signal, judge: (seen) => judged.push(seen) });
  return { inbox, judged };
}

const raw = (): Socket => {
  const { port } = new URL(receiver.urlFor(""));
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  return socket;
};

const outcome = async (inbox: Inbox): Promise<unknown> =>
  inbox.next({ type: TYPE }).then(
    (seen) => seen.id,
    (error: unknown) => error,
  );

test("a hundred thousand events stay within bounds, and a lost one causes no false violation", async () => {
  const { inbox } = inboxAt("mine");
  inbox.own("inv_1");
  const bytes = Buffer.from(JSON.stringify(event("evt_0", "inv_other")));
  for (let count = 0; count < 100_000; count += 1) mailbox.put(bytes, "mine");
  expect(mailbox.at("mine").length).toBeLessThanOrEqual(5_000);
  expect(await outcome(inbox)).toBeInstanceOf(Inconclusive);
});

test("the events of one address leave memory for those of others, or report that they did not", async () => {
  const { inbox } = inboxAt("mine");
  const large = Buffer.from(JSON.stringify(event("evt_0", "inv_1", { filler: "a".repeat(200_000) })));
  for (let count = 0; count < 400; count += 1) mailbox.put(large, "mine");
  expect(mailbox.at("mine").length).toBeLessThan(400);
  expect(mailbox.droppedAt("mine")).toBeGreaterThan(0);
  expect(await outcome(inbox)).toBe("evt_0");
});

test("events to unregistered addresses are ignored", async () => {
  const { inbox } = inboxAt("mine");
  const forged = Buffer.from(JSON.stringify(event("evt_forged", "inv_1")));
  for (let count = 0; count < 20_000; count += 1) mailbox.put(forged, `other-${count}`);
  expect(await outcome(inbox)).toBeInstanceOf(NeedMissing);
  expect(await post("mine", JSON.stringify(event("evt_1", "inv_1")))).toBe(200);
  expect(await outcome(inbox)).toBe("evt_1");
});

test("forged events without an object of the check decide nothing", async () => {
  const { inbox, judged } = inboxAt("");
  inbox.own("inv_mine");
  for (let count = 0; count < 50; count += 1)
    await post("", JSON.stringify({ ...event(`evt_${count}`, "inv_theirs"), data: 17, type: 5 }));
  expect(await outcome(inbox)).toBeInstanceOf(NeedMissing);
  expect(judged).toEqual([]);
});

test("an event that never comes is a violation once another one of the check came", async () => {
  const { inbox } = inboxAt("mine");
  await post("mine", JSON.stringify({ ...event("evt_1", "inv_1"), type: "invoice.finalized" }));
  await post("mine", '{"id":"evt_2","type":"invoice.paid"');
  const error = await outcome(inbox);
  expect(error).toBeInstanceOf(Violation);
  expect((error as Violation).message).toContain("invoice.finalized, 1 deliveries that are not JSON objects");
});

test.each([
  ["broken JSON", "{"],
  ["a list", "[]"],
  ["null", "null"],
  ["nothing", ""],
  ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d])],
  ["a hundred thousand brackets", "[".repeat(100_000)],
])("%s is not an event", async (_what, body) => {
  const { inbox } = inboxAt("mine");
  expect(await post("mine", body)).toBe(200);
  expect(await outcome(inbox)).toBeInstanceOf(NeedMissing);
  await post("mine", JSON.stringify(event("evt_1", "inv_1")));
  expect(await outcome(inbox)).toBe("evt_1");
});

test("prototype keys in an event change nothing", async () => {
  const { inbox } = inboxAt("mine");
  await post(
    "mine",
    '{"__proto__":{"polluted":1},"constructor":{},"id":"evt_1","type":"invoice.paid","data":{"__proto__":[]}}',
  );
  expect(await outcome(inbox)).toBe("evt_1");
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("an event that is too large is refused, and its absence causes no false violation", async () => {
  const { inbox } = inboxAt("mine");
  const status = await post(
    "mine",
    JSON.stringify(event("evt_1", "inv_1", { filler: "a".repeat(1_000_000) })),
  ).catch(() => 413);
  expect(status).toBe(413);
  expect(await outcome(inbox)).toBeInstanceOf(Inconclusive);
});

test("an event without end is cut off", async () => {
  const socket = raw();
  socket.write("POST /mine HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  pour(socket, () => `10000\r\n${" ".repeat(65_536)}\r\n`);
  await closed;
});

test("ten thousand foreign deliveries, to any path, displace no event", async () => {
  const { inbox, judged } = inboxAt("mine", 5_000);
  inbox.own("inv_1");
  const strange = ["{", "[]", "null", "\0", JSON.stringify({ id: 1, type: [], data: "x" }), "1e999"];
  const sent = Array.from({ length: 20 }, async (_unused, sender) => {
    for (let count = 0; count < 500; count += 1) {
      const path = ["mine", "other", "../mine", "mine/..", "%00", "a/b/c", "?mine"][count % 7] ?? "";
      await post(path, strange[(count + sender) % strange.length] ?? "");
    }
  });
  await Promise.all(sent);
  await post("mine", JSON.stringify(event("evt_1", "inv_1")));
  expect(await outcome(inbox)).toBe("evt_1");
  expect(judged.some(({ id }) => id === "evt_1")).toBe(true);
});

test("bodies of a hundred megabytes are not kept", async () => {
  const { inbox } = inboxAt("mine", 5_000);
  const before = process.memoryUsage().arrayBuffers;
  const part = Buffer.alloc(65_536, 32);
  for (let count = 0; count < 5; count += 1) {
    const socket = raw();
    socket.write("POST /mine HTTP/1.1\r\nhost: x\r\ncontent-length: 100000000\r\n\r\n");
    const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
    pour(socket, () => part);
    await closed;
  }
  // Of five of them, less than half: what is garbage counts until it is collected.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200_000_000);
  await post("mine", JSON.stringify(event("evt_1", "inv_1")));
  expect(await outcome(inbox)).toBe("evt_1");
});

test("hundreds of senders that never finish displace no event, and the inbox closes immediately", async () => {
  const { inbox } = inboxAt("mine", 2_000);
  for (let count = 0; count < 300; count += 1) {
    raw().write(
      count % 2 === 0 ? "POST /mine HT" : "POST /mine HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
    );
  }
  await post("mine", JSON.stringify(event("evt_1", "inv_1")));
  expect(await outcome(inbox)).toBe("evt_1");
});

test.each([
  ["a GET", "GET /mine HTTP/1.1\r\nhost: x\r\n\r\n"],
  ["garbage", "\0\x01\x02\xff\r\n\r\n"],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["two lengths", "POST /mine HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}"],
  ["a path of a megabyte", `POST /${"a".repeat(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
])("%s at the inbox does not change it", async (_what, bytes) => {
  const { inbox } = inboxAt("mine", 2_000);
  raw().write(Buffer.from(bytes, "latin1"));
  await post("mine", JSON.stringify(event("evt_1", "inv_1")));
  expect(await outcome(inbox)).toBe("evt_1");
});
