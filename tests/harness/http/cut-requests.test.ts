import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { inProcessTransport } from "../../../harness/http/in-process.ts";
import { socketTransport } from "../../../harness/http/socket.ts";
import type { Transport } from "../../../harness/http/wire.ts";
import { listening } from "../../local-server.ts";

const cutAt = (transport: Transport, url: string) =>
  transport.send(
    { method: "POST", url: new URL(url), headers: [], body: Buffer.from("whole") },
    { deadlineMs: 5_000, signal: new AbortController().signal, cut: true },
  );

test("a request that is cut arrives whole over a socket, and its connection ends", async () => {
  const server = createServer();
  const arrived = once(server, "request").then(async ([request]: IncomingMessage[]) => {
    if (request === undefined) return;
    const ended = once(request.socket, "close");
    const body = await text(request);
    await ended;
    return body;
  });
  await using local = await listening(server);
  const transport = socketTransport({ connections: 1 });
  await expect(cutAt(transport, local.url)).rejects.toThrow(/the client cut the request/);
  expect(await arrived).toBe("whole");
  await transport.close();
});

test("a request that is cut reaches a target in this process, which can notice it", async () => {
  let arrived: Request | undefined;
  const transport = inProcessTransport({
    "http://target": (request) => {
      arrived = request;
      return new Promise(() => undefined);
    },
  });
  await expect(cutAt(transport, "http://target/")).rejects.toThrow(/the client cut the request/);
  expect(arrived?.signal.aborted).toBe(true);
  expect(await arrived?.text()).toBe("whole");
});
