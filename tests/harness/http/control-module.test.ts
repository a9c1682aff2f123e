import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { withControlModule } from "../../../harness/http/control-module.ts";
import type { Transport, WireAnswer } from "../../../harness/http/wire.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { blockEventLoop } from "../block-event-loop.ts";
import { emptyFolder } from "../../empty-folder.ts";

const elsewhere: Transport = {
  kind: "socket",
  send: () => Promise.reject(new Error("this is no request to control")),
  close: () => Promise.resolve(),
};
const open: Transport[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
});

/** A module with this text, in its thread, until the end of the test. */
function started(text: string, opened = open, exchangeMs = 15_000) {
  const controlModule = join(emptyFolder(), "control.mjs");
  writeFileSync(controlModule, text);
  const profile = withDefaults({
    target: { baseUrl: "http://target.test", checkoutUrl: "http://checkout.test", controlModule },
    deadlines: { exchangeMs },
  });
  const { transport, profile: changed, loaded } = withControlModule({ profile, transport: elsewhere });
  opened.push(transport);
  const send = (path = "", body?: string, deadlineMs = 60_000): Promise<WireAnswer> =>
    transport.send(
      {
        method: body === undefined ? "GET" : "POST",
        url: new URL((changed.target.controlUrl ?? "") + path),
        headers: [["content-type", "application/json"]],
        body: body === undefined ? null : Buffer.from(body),
      },
      { deadlineMs, signal: new AbortController().signal },
    );
  return { loaded, send };
}

/** Blocks the thread for a minute, as a loop without end does, and takes no processor from the other tests. */
const BLOCKED = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);";

const answering = (first: string): string =>
  `export default async (request, context) => { if (request.method === "POST") { ${first} } return Response.json({ operations: [] }); };`;

describe("a control module", () => {
  const hanging: Transport[] = [];
  let neverLoaded: Promise<void>;
  beforeAll(() => {
    neverLoaded = started(BLOCKED, hanging, 2_000).loaded();
    neverLoaded.catch(() => undefined);
  });
  afterAll(() => Promise.all(hanging.map((transport) => transport.close())));

  it("gets whole requests and the target's URLs", async () => {
    const { loaded, send } = started(`export default { name: "mine", async fetch(request, { target }) {
      const { method, url, headers } = request;
      const seen = [this.name, method, new URL(url).pathname, headers.get("content-type"), await request.text(), target];
      return Response.json(seen, { status: 201, headers: { "x-own": "1" } });
    } };`);
    await loaded();
    const answer = await send("/merchants", '{"funds":1}');
    expect(answer.status).toBe(201);
    expect(answer.headers).toContainEqual(["x-own", "1"]);
    expect(JSON.parse(Buffer.from(answer.body).toString())).toEqual([
      "mine",
      "POST",
      "/merchants",
      "application/json",
      '{"funds":1}',
      { baseUrl: "http://target.test", checkoutUrl: "http://checkout.test" },
    ]);
  });

  it.each([
    ["throws", 'throw new Error("no database");', "cannot be loaded: no database"],
    ["throws nothing", "throw undefined;", "cannot be loaded: undefined"],
    ["is no JavaScript", "export default (", "cannot be loaded: "],
    ["ends the process", "process.exit(0);", "ended its thread with 0"],
    [
      "leaves a rejection",
      'Promise.reject(new Error("no socket")); await new Promise(() => {});',
      "no socket",
    ],
    [
      "throws a moment later",
      'setTimeout(() => { throw new Error("late"); }); await new Promise(() => {});',
      "threw outside of any request: late",
    ],
    ["waits for nothing", "await new Promise(() => {});", "ended its thread with 13"],
    ["exports nothing", "export const fetch = () => {};", "has no usable default export"],
  ])("that %s while it loads is refused", async (_what, text, why) => {
    const { loaded, send } = started(text);
    await expect(loaded()).rejects.toThrow(/^target\.controlModule: \S+control\.mjs [^\n]+$/);
    await expect(loaded()).rejects.toThrow(why);
    await expect(send()).rejects.toThrow("the control module has ended");
  });

  it.each([
    ["ends the process with 0", "process.exit(0);", "ended its thread with 0"],
    ["ends the process with 1", "process.exit(1);", "ended its thread with 1"],
    [
      "throws outside of a request",
      'setTimeout(() => { throw new Error("too late"); }); await new Promise(() => {});',
      "threw outside of any request: too late",
    ],
    [
      "leaves a rejection",
      'void Promise.reject(new Error("forgotten")); await new Promise(() => {});',
      "threw outside of any request: forgotten",
    ],
  ])("that %s later does not answer any more", async (_what, first, why) => {
    const { loaded, send } = started(answering(first));
    await loaded();
    expect((await send()).status).toBe(200);
    const both = await Promise.allSettled([send("/a", "{}"), send("/b", "{}")]);
    for (const { status } of both) expect(status).toBe("rejected");
    await expect(send()).rejects.toMatchObject({
      name: "TransportFault",
      message: `the control module has ended: ${why}`,
    });
  });

  it.each([
    ["never returns", "for (;;);"],
    ["never answers", "await new Promise(() => {});"],
  ])("that %s has as long as a request may take", async (_what, first) => {
    const { loaded, send } = started(answering(first));
    await loaded();
    await expect(send("/a", "{}", 1_000)).rejects.toThrow("no complete answer within 1000 ms");
  });

  it.each([
    ["throws", 'throw new Error("no database\\nat line 3");', "no database"],
    ["answers with no Response", "return { status: 200 };", "it answered with no Response"],
  ])("that %s answers as a failing server does", async (_what, first, why) => {
    const { loaded, send } = started(answering(first));
    await loaded();
    const answer = await send("/a", "{}");
    expect(answer.status).toBe(500);
    expect(Buffer.from(answer.body).toString()).toBe(`{"message":"the control module threw: ${why}"}`);
    expect((await send()).status).toBe(200);
  });

  it("that is ready while it is closed keeps the process running until its thread has ended", async () => {
    const ready = join(emptyFolder(), "ready");
    const unref = vi.spyOn(Worker.prototype, "unref");
    try {
      started(
        `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(ready)}, ""); ${answering("")}`,
      );
      // Its message that it is ready waits while the event loop is blocked, and arrives after the call of close.
      for (let waits = 0; waits < 3_000 && !existsSync(ready); waits += 1) blockEventLoop(10);
      expect(existsSync(ready)).toBe(true);
      blockEventLoop(200);
      await open.pop()?.close();
      expect(unref).not.toHaveBeenCalled();
    } finally {
      unref.mockRestore();
    }
  });

  it("that answers without end is cut off", async () => {
    const { loaded, send } = started(answering('return new Response("x".repeat(20_000_000));'));
    await loaded();
    await expect(send("/a", "{}")).rejects.toThrow("the body is larger than");
  });

  it("that never loads is refused", async () => {
    await expect(neverLoaded).rejects.toThrow("does not load within 2 seconds");
  });
});
