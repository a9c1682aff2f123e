import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { signatureHeaders } from "../../../emulator/http/webhooks.ts";
import { type StartedEmulator, startEmulator } from "../../../emulator/start.ts";
import type { Ended } from "../../child-process.ts";
import { listening, onBody, serving } from "../../local-server.ts";
import { allocate } from "../../emulator/started.ts";
import { begun, emptyFolder, inThisProcess } from "../command-line.ts";

const type = "connect.transfer.created";

/** A server that answers with these statuses, and repeats the last one. */
async function shop(...statuses: number[]) {
  const got: { body: string; headers: IncomingHttpHeaders }[] = [];
  const { url, close } = await serving((request, response) =>
    onBody(request, (body) => {
      got.push({ body: body.toString(), headers: request.headers });
      response.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200).end();
    }),
  );
  onTestFinished(close);
  return { got, url: `${url}/webhooks/` };
}

const controlUrlOf = ({ address }: StartedEmulator): string => String(address.controlUrl);

const endpointsOf = async (emulator: StartedEmulator): Promise<readonly { events: string[] }[]> =>
  (await emulator.control("GET", "/webhook-endpoints"))["data"] as { events: string[] }[];

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isTrue()); await after(20))
    if (Date.now() > deadline) throw new Error("it did not happen in a minute");
}

const listened = (emulator: StartedEmulator, args: readonly string[], env = {}) =>
  inThisProcess(["listen", "--control-url", controlUrlOf(emulator), ...args], { env });

/** Listens in another process. */
const startListening = (emulator: StartedEmulator, args: readonly string[]) =>
  begun(["listen", "--control-url", controlUrlOf(emulator), ...args]);

/** Lets an emulator emit an event. */
async function emit(emulator: StartedEmulator) {
  await allocate(emulator);
  return emulator.nextEvent(type);
}

describe("listen", () => {
  test("forwards events unchanged, prints a line for each, relays refusals, and removes its endpoint", async () => {
    await using emulator = await startEmulator({ signWebhooks: true });
    const { got, url } = await shop(503, 200);
    const { end } = startListening(emulator, ["--forward-to", url, "--events", type]);
    await until(async () => (await endpointsOf(emulator)).length === 1);
    expect((await endpointsOf(emulator))[0]?.events).toEqual([type]);
    const { id, body } = await emit(emulator);
    await until(() => got.length === 1);
    await emulator.emulator.idle();
    // The emulator retries events that the server refused.
    await emulator.advance(5_000);
    await until(() => got.length === 2);
    await emulator.emulator.idle();
    const { code, stdout, stderr } = await end();
    expect([code, stdout.split("\n").length]).toEqual([0, 3]);
    expect(stdout).toMatch(
      new RegExp(`^[\\d:.]{12}  ${id}  ${type}  503  \\d+ ms\n[\\d:.]{12}  ${id}  ${type}  200  `),
    );
    expect(stderr).toContain(`forwards to ${url}`);
    expect(got.map((request) => JSON.parse(request.body) as unknown)).toEqual([body, body]);
    expect(got[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
    expect(await endpointsOf(emulator)).toEqual([]);
  });

  test("registers again when the emulator was reset, and when it was restarted with other merchants", async () => {
    const started = await startEmulator();
    onTestFinished(() => started.close());
    const { got, url } = await shop(200);
    const { end } = startListening(started, ["--forward-to", url, "--events", type]);
    const arrives = async (emulator: StartedEmulator, events: number) => {
      await until(async () => (await endpointsOf(emulator)).length === 1);
      await allocate(emulator);
      await until(() => got.length === events);
    };
    await arrives(started, 1);
    await fetch(`${controlUrlOf(started)}/reset`, { method: "POST" });
    await arrives(started, 2);
    await started.close();
    const port = Number(new URL(started.paymentUrl).port);
    await using restarted = await startEmulator({ seed: 2, listen: { port } });
    await arrives(restarted, 3);
    const { code, stdout, stderr } = await end();
    expect([code, stdout.split("\n").length]).toEqual([0, 4]);
    expect(
      stderr.match(/The emulator began again: listens to the events of acct_\w+ as we_\w+/g),
    ).toHaveLength(2);
    expect(await endpointsOf(restarted)).toEqual([]);
  });

  test("sends an earlier event again, with a new signature if there is a secret", async () => {
    await using emulator = await startEmulator();
    const { got, url } = await shop(200);
    const { id, body } = await emit(emulator);
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const env = { PAYCONFORM_WEBHOOK_SECRET: secret };
    const { code, stdout } = await listened(emulator, ["--forward-to", url, "--replay", id], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${id}  ${type}  200`)]);
    const [request] = got;
    expect(JSON.parse(request?.body ?? "")).toEqual(body);
    const at = Number(request?.headers["webhook-timestamp"]) * 1000;
    expect(request?.headers).toMatchObject(signatureHeaders(secret, { id, at, body: request?.body ?? "" }));
    expect(await endpointsOf(emulator)).toEqual([]);
  });

  test("signs an earlier event as the emulator signs what it delivers to the same URL", async () => {
    await using emulator = await startEmulator({ signWebhooks: true });
    const { got, url } = await shop(200);
    const { id: endpointId } = await emulator.control("POST", "/webhook-endpoints", {
      url,
      events: ["invoice.paid"],
    });
    const { secret } = await emulator.control("GET", `/webhook-endpoints/${String(endpointId)}/secret`);
    const { id } = await emit(emulator);
    const replay = async (to: string) =>
      (await listened(emulator, ["--forward-to", to, "--replay", id])).code;
    expect(await replay(url)).toBe(0);
    const at = Number(got[0]?.headers["webhook-timestamp"]) * 1000;
    expect(got[0]?.headers).toMatchObject(
      signatureHeaders(String(secret), { id, at, body: got[0]?.body ?? "" }),
    );
    // The emulator has no secret for another URL.
    expect(await replay(url.replace("webhooks", "others"))).toBe(0);
    expect(got[1]?.headers["webhook-signature"]).toBeUndefined();
  });

  test("ends with 1 if the server refuses an earlier event", async () => {
    await using emulator = await startEmulator();
    const { id } = await emit(emulator);
    const replay = (url: string) => listened(emulator, ["--forward-to", url, "--replay", id]);
    expect((await replay((await shop(500)).url)).code).toBe(1);
    const { code, stdout } = await replay("http://127.0.0.1:1/");
    expect([code, stdout]).toEqual([1, expect.stringMatching(/ECONNREFUSED|no answer/)]);
  });

  test("says what is wrong and what to do", async () => {
    await using emulator = await startEmulator();
    const stderrOf = async (...args: string[]) => {
      const waiting = process.listenerCount("SIGTERM");
      const { code, stderr } = await listened(emulator, args);
      expect([code, process.listenerCount("SIGTERM")]).toEqual([2, waiting]);
      return stderr;
    };
    expect(await stderrOf("--events", "invoice.payed")).toContain(
      '"invoice.payed" is not an event. Did you mean invoice.',
    );
    expect(await stderrOf("--replay", "evt_1")).toContain("--replay needs --forward-to");
    const to = ["--forward-to", "http://127.0.0.1:1/"];
    expect(await stderrOf(...to, "--replay", "evt_1")).toContain("has no event evt_1");
    expect(await stderrOf("--account", "acct_1")).toContain("answered 404");
    expect((await inThisProcess(["listen", "--control-url", "http://127.0.0.1:1/control"])).stderr).toContain(
      "nothing answers at http://127.0.0.1:1/control: nothing listens there (ECONNREFUSED); start `payconform emulate --port 4010`",
    );
  });

  test("names where a redirect leads, of control and of the server", async () => {
    await using emulator = await startEmulator();
    await using elsewhere = await serving((_request, response) =>
      response.writeHead(308, { location: "https://shop.test/new" }).end(),
    );
    const moved = await inThisProcess(["listen", "--control-url", elsewhere.url]);
    expect([moved.code, moved.stderr]).toEqual([
      2,
      `payconform: ${elsewhere.url}/merchants redirects to https://shop.test/new (308), and no redirect is followed; ` +
        "give the controlUrl to which it leads as --control-url\n",
    ]);
    const { id } = await emit(emulator);
    const { code, stdout } = await listened(emulator, ["--forward-to", elsewhere.url, "--replay", id]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`${type}  308 redirects to https://shop.test/new, which is not followed  `),
    ]);
  });

  test("names the address on which it cannot listen", async () => {
    const { url } = await shop(200);
    const { port } = new URL(url);
    const { code, stderr } = await inThisProcess(["listen", "--no-register", "--port", port]);
    expect([code, stderr]).toEqual([
      2,
      `payconform: Cannot listen on 127.0.0.1:${port}: the port is in use; use another --host or --port, or --port 0 for any free port\n`,
    ]);
  });

  test("prints text of an unknown sender on one line", async () => {
    const { got, url } = await shop(200);
    const { until, end } = begun(["listen", "--no-register", "--forward-to", url]);
    const [, own = ""] = /^Register (\S+) at your server/.exec(await until(/^Register .*\n/)) ?? [];
    await fetch(own, { method: "POST", body: JSON.stringify({ id: "evt\n\u001b[31m", type: "::error::" }) });
    const { code, stdout } = await end();
    expect(got).toHaveLength(1);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n[\d:.]{12} {2}evt\\n\\u001b\[31m {2}::error:: {2}200 {2}\d+ ms\n$/);
  });
});

describe("listen from a position", () => {
  /** Listens until the server has this number of events, or until `isDone`. */
  async function listenUntil(
    emulator: StartedEmulator,
    args: readonly string[],
    isDone: () => boolean,
  ): Promise<Ended> {
    const { end } = startListening(emulator, args);
    await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
    // The position is kept after the answer.
    await after(200);
    return end();
  }

  const idsOf = (got: readonly { body: string }[]) =>
    got.map(({ body }) => (JSON.parse(body) as { event: { id: string } }).event.id);

  const emitted = async (emulator: StartedEmulator): Promise<readonly string[]> => {
    const { data } = await emulator.control("GET", "/events");
    return (data as { body: { event: { id: string } } }[]).map(({ body }) => body.event.id);
  };

  test("misses nothing while it, or the server, is away, and sends nothing twice", async () => {
    await using emulator = await startEmulator();
    const file = join(emptyFolder(), "position.json");
    const { got, url } = await shop(200);
    const args = ["--forward-to", url, "--state", file];
    await allocate(emulator);
    // Without a file, it begins at the present, and keeps that although no event follows.
    await listenUntil(emulator, args, () => existsSync(file));
    const first = listenUntil(emulator, args, () => got.length === 1);
    await allocate(emulator);
    expect((await first).code).toBe(0);
    for (let sent = 0; sent < 100; sent += 1) await allocate(emulator);
    const second = await listenUntil(emulator, args, () => got.length === 101);
    expect(second.stderr).toMatch(/after position [1-9]\d*, forwards/);
    expect(idsOf(got)).toEqual((await emitted(emulator)).slice(1));

    // The server is down and then refuses twice: the event waits for it.
    const down = await listening(createServer(), 0);
    await down.close();
    await allocate(emulator);
    const statuses = [503, 503, 200];
    let answered = 0;
    const back = createServer((request, response) => {
      request.resume();
      response.writeHead(statuses[answered] ?? 200).end();
      answered += 1;
    });
    const late = startListening(emulator, ["--forward-to", down.url, "--state", file]);
    await late.until(/ECONNREFUSED/);
    await using _opened = await listening(back, down.port);
    await late.until(/ECONNREFUSED[^]* 200 .*\n$/);
    // The position is kept after the answer.
    await after(200);
    const { stdout } = await late.end();
    expect(stdout).toMatch(/ECONNREFUSED[^]* 503 [^]* 503 [^]* 200 /);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      eventId: (await emitted(emulator)).at(-1),
    });
  });

  test("begins at a position, at a time, or at the start of an emulator that began again", async () => {
    await using emulator = await startEmulator();
    const { got, url } = await shop(200);
    await allocate(emulator);
    await emulator.advance(1_800_000);
    await allocate(emulator);
    const read = async (expected: number, ...args: string[]) => {
      got.length = 0;
      await listenUntil(
        emulator,
        ["--forward-to", url, "--events", type, ...args],
        () => got.length === expected,
      );
      return idsOf(got);
    };
    const [one, two] = await emitted(emulator);
    expect(await read(2, "--from", "start")).toEqual([one, two]);
    expect(await read(1, "--from", "1")).toEqual([two]);
    expect(await read(1, "--since", "10m")).toEqual([two]);
    expect(await read(2, "--since", "2h")).toEqual([one, two]);

    const file = join(emptyFolder(), "position.json");
    expect(await read(2, "--from", "start", "--state", file)).toEqual([one, two]);
    await fetch(`${controlUrlOf(emulator)}/reset`, { method: "POST" });
    for (let sent = 0; sent < 3; sent += 1) await allocate(emulator);
    writeFileSync(
      file,
      JSON.stringify({ ...(JSON.parse(readFileSync(file, "utf8")) as object), eventId: "evt_other" }),
    );
    expect(await read(3, "--state", file)).toHaveLength(3);
  });

  test("says what is wrong", async () => {
    await using emulator = await startEmulator();
    const file = join(emptyFolder(), "position.json");
    const stderrOf = async (...args: string[]) => (await listened(emulator, args)).stderr;
    writeFileSync(file, "{}");
    expect(await stderrOf("--state", file)).toContain("has no position");
    writeFileSync(file, JSON.stringify({ account: "acct_1", sequence: 1 }));
    expect(await stderrOf("--state", file)).toContain("belongs to acct_1");
    expect(await stderrOf("--since", "10")).toContain('"10" is not a time');
    expect(await stderrOf("--state", file, "--replay", "evt_1")).toContain("cannot be used with");
  });
});
