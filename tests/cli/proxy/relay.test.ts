import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { openRelay, type Passing } from "../../../cli/proxy/relay.ts";
import { dispatcherFor } from "../../../harness/http/connection.ts";
import { onBody, serving } from "../../local-server.ts";

/** A relay to an address; `passed` has what it saw, in order. */
async function relayToUrl(target: string, headers: Readonly<Record<string, string>> = {}) {
  const closing = new AbortController();
  const connection = { network: {}, access: { headers: {} }, withinMs: 5_000 };
  const dispatcher = dispatcherFor({ headersTimeout: 0, bodyTimeout: 0 }, connection, closing.signal);
  const passed: string[] = [];
  let over = (_passing: Passing): void => undefined;
  const ended = new Promise<Passing>((resolve) => (over = resolve));
  const tap = {
    begins: () => void passed.push("begins"),
    isSent: () => void passed.push("is sent"),
    ends: (passing: Passing) => {
      passed.push("ends");
      over(passing);
    },
  };
  const relay = await openRelay({ host: "127.0.0.1", port: 0, target, dispatcher, headers, tap });
  onTestFinished(async () => {
    closing.abort();
    await relay.close();
    await dispatcher.destroy();
  });
  return { url: relay.url, port: Number(new URL(relay.url).port), target, passed, ended };
}

/** A relay to a server that answers with a listener. */
async function relayTo(
  listener: RequestListener,
  { headers = {}, base = "" }: { headers?: Readonly<Record<string, string>>; base?: string } = {},
) {
  const server = await serving(listener);
  onTestFinished(server.close);
  return relayToUrl(`${server.url}${base}`, headers);
}

/** A client that writes and reads bytes. */
function client(port: number) {
  const socket: Socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1"))).on("error", () => undefined);
  const until = async (isTrue: (text: string) => boolean): Promise<string> => {
    while (!isTrue(received)) await once(socket, "data");
    return received;
  };
  return {
    socket,
    send: (data: string | Buffer) => void socket.write(Buffer.from(data as string, "latin1")),
    until,
  };
}

/** A server that answers each request with these bytes; `end` closes its connections. */
async function rawServer(answer: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", () => socket.write(Buffer.from(answer, "latin1")));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const end = (): void => sockets.forEach((socket) => void socket.destroy());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end };
}

describe("what passes", () => {
  test("a request keeps its path, and the names, order and repetitions of its headers", async () => {
    let raw: readonly string[] = [];
    let path = "";
    const { port, target } = await relayTo((request, response) => {
      raw = request.rawHeaders;
      path = request.url ?? "";
      response.end("ok");
    });
    const { send, until } = client(port);
    send(
      "GET /v1/x?b=%20c&a=[1]&a= HTTP/1.1\r\nHost: shop.test\r\nX-ODD: 1\r\nx-odd: 2\r\nAccept: */*\r\nX-Latin: \xe9\r\nX-Empty:\r\nConnection: keep-alive, x-hop\r\nX-Hop: 1\r\nTE: trailers\r\n\r\n",
    );
    await until((text) => text.includes("ok"));
    expect(path).toBe("/v1/x?b=%20c&a=[1]&a=");
    const own = ["host", new URL(target).host, "connection", "keep-alive"];
    expect(raw).toEqual([
      ...own,
      ...["X-ODD", "1", "x-odd", "2", "Accept", "*/*", "X-Latin", "\xe9", "X-Empty", ""],
    ]);
  });

  test("a response keeps its status text, and the names, order and repetitions of its headers", async () => {
    const head =
      "HTTP/1.1 299 Made Up\r\nSet-Cookie: a=1\r\nX-ODD: \xe9\r\nset-cookie: b=2\r\ndate: yesterday\r\nContent-Length: 2\r\nKeep-Alive: timeout=9\r\n";
    const target = await rawServer(`${head}\r\nok`);
    const { port } = await relayToUrl(target.url);
    const { send, until } = client(port);
    send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const received = await until((text) => text.endsWith("ok"));
    expect(received).toBe(`${head.replace("Keep-Alive: timeout=9\r\n", "")}Connection: keep-alive\r\n\r\nok`);
  });

  test.each([
    ["with a length", 'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{"a":', '{"a":'],
    [
      "in chunks",
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\0\xff\xfe\r\n0\r\n\r\n",
      "\0\xff\xfe",
    ],
    ["of a GET", "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi", "hi"],
    ["of a DELETE", "DELETE /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi", "hi"],
    ["that is empty", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", ""],
    [
      "after Expect",
      "POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
      "hi",
    ],
    [
      "after an unknown Expect",
      "POST /a HTTP/1.1\r\nHost: x\r\nExpect: more\r\nContent-Length: 2\r\n\r\nhi",
      "hi",
    ],
    ["without Host", "POST /a HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi", "hi"],
    ["to a whole URL", "POST http://shop.test/a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi", "hi"],
  ])("the body of a request %s", async (_what, sent, body) => {
    const got: string[] = [];
    const { port, ended } = await relayTo((request, response) =>
      onBody(request, (bytes) => {
        got.push(`${request.url} ${bytes.toString("latin1")}`);
        response.end();
      }),
    );
    client(port).send(Buffer.from(sent, "latin1"));
    const { isSent, answer, fault, body: copy } = await ended;
    expect(got).toEqual([`/a ${body}`]);
    expect([isSent, answer?.status, fault]).toEqual([true, 200, null]);
    expect(copy.take()?.toString("latin1")).toBe(body);
  });

  test("a compressed body stays compressed", async () => {
    const bytes = gzipSync('{"ok":true}');
    const { url, ended } = await relayTo((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bytes),
    );
    const answer = await fetch(url);
    expect(await answer.json()).toEqual({ ok: true });
    expect((await ended).answer?.body.take()).toEqual(bytes);
  });

  test("each part as it comes, in both directions", async () => {
    const { port } = await relayTo((request, response) => {
      request.on("data", (chunk: Buffer) => response.write(`<${chunk.toString()}>`));
      request.on("end", () => response.end("over"));
    });
    const { send, until } = client(port);
    send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
    await until((text) => text.includes("<a>"));
    send("1\r\nb\r\n");
    await until((text) => text.includes("<b>"));
    send("0\r\n\r\n");
    await until((text) => text.includes("over"));
  });

  test("the head of a response before its body", async () => {
    let finish = (): void => undefined;
    const { url } = await relayTo((_request, response) => {
      response.writeHead(201, { "x-early": "1" }).flushHeaders();
      finish = () => void response.end("late");
    });
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get("x-early")]).toEqual([201, "1"]);
    finish();
    expect(await answer.text()).toBe("late");
  });

  test("a redirect, which is not followed", async () => {
    const { url } = await relayTo((_request, response) =>
      response.writeHead(308, { location: "https://shop.test/new" }).end(),
    );
    const answer = await fetch(url, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "https://shop.test/new"]);
  });

  test("the headers of the profile, unless the client sends them itself", async () => {
    const got: (string | undefined)[] = [];
    const { url } = await relayTo(
      (request, response) => {
        got.push(request.headers["x-gateway"] as string);
        response.end();
      },
      { headers: { "X-Gateway": "profile" } },
    );
    await fetch(url);
    await fetch(url, { headers: { "x-gateway": "client" } });
    expect(got).toEqual(["profile", "client"]);
  });

  test("a path below that of the target", async () => {
    let path = "";
    const { url } = await relayTo(
      (request, response) => {
        path = request.url ?? "";
        response.end();
      },
      { base: "/api/" },
    );
    await fetch(`${url}/v1/x`);
    expect(path).toBe("/api/v1/x");
  });

  test("a body that is larger than what is judged, without a copy of it", async () => {
    const size = 9 * 1024 * 1024;
    const { url, ended } = await relayTo((request, response) =>
      onBody(request, (bytes) => response.end(Buffer.alloc(bytes.length, 1))),
    );
    const answer = await fetch(url, { method: "POST", body: Buffer.alloc(size) });
    expect((await answer.arrayBuffer()).byteLength).toBe(size);
    const passing = await ended;
    expect([passing.body.take(), passing.answer?.body.take()]).toEqual([null, null]);
  });
});

describe("what fails", () => {
  test("a client that leaves ends the request to the target", async () => {
    let left = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => (left = resolve));
    const { url, ended } = await relayTo((_request, response) => {
      response.write("half");
      response.once("close", left);
    });
    const abort = new AbortController();
    const answer = await fetch(url, { signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    await isLeft;
    expect(await ended).toMatchObject({ fault: "the client ended the request before the answer" });
  });

  test("a target that is not there is a 502 with a plain sentence", async () => {
    const gone = await serving(() => undefined);
    await gone.close();
    const { url, ended } = await relayToUrl(gone.url);
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(url, { method, ...(method === "POST" ? { body: "{}" } : {}) });
      expect([answer.status, await answer.text()]).toEqual([
        502,
        `payconform proxy: ${gone.url} gave no answer: no connection to the target (ECONNREFUSED)\n`,
      ]);
    }
    expect(await ended).toMatchObject({ answer: null, fault: "no connection to the target (ECONNREFUSED)" });
  });

  test("a response that ends too early ends so for the client", async () => {
    const target = await rawServer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
    const { url, ended } = await relayToUrl(target.url);
    const answer = await fetch(url);
    target.end();
    await expect(answer.text()).rejects.toThrow();
    expect((await ended).fault).toContain("the connection ended before the answer was complete");
  });

  test("a client goes on after an answer that came before the end of its body", async () => {
    const { port } = await relayTo((request, response) => {
      if (request.url === "/early") response.writeHead(413).end("early");
      else onBody(request, (body) => response.end(`got ${body.toString()}`));
    });
    const { send, until } = client(port);
    const size = 4_000_000;
    send(`POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: ${size + 1}\r\n\r\nx`);
    await until((text) => text.includes("early"));
    send(Buffer.alloc(size));
    send("POST /next HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
    await until((text) => text.includes("got hi"));
  });

  test.each([
    ["BAD / HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request", "Invalid method encountered"],
    ["GET / HTTP/1.1\r\nbad name: 1\r\n\r\n", "400 Bad Request", "Invalid header token"],
    [
      `GET / HTTP/1.1\r\nX: ${"x".repeat(200_000)}\r\n\r\n`,
      "431 Request Header Fields Too Large",
      "Header overflow",
    ],
  ])("what is not HTTP is refused with a sentence", async (sent, status, why) => {
    const { port, passed } = await relayTo(() => undefined);
    const { send, until, socket } = client(port);
    send(sent);
    const over = once(socket, "close");
    await over;
    const received = await until(() => true);
    expect(received).toContain(`HTTP/1.1 ${status}\r\n`);
    expect(received).toMatch(
      new RegExp(`payconform proxy: the request cannot be read as HTTP, so it was not passed on \\(.*${why}`),
    );
    expect(passed).toEqual([]);
  });
});
