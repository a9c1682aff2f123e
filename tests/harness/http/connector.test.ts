import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { socketTransport } from "../../../harness/http/socket.ts";

/** A server with room for one connection that it has not accepted. Stopped, it lets further ones wait, as a distant machine does. */
const SERVER = `const server = require("node:http").createServer((request, response) => response.end("here"));
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => process.send(server.address().port));
process.on("disconnect", () => process.exit());`;

async function slowServer(): Promise<{ port: number; wake: () => void }> {
  const child = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [port] = (await once(child, "message")) as [number];
  child.kill("SIGSTOP");
  const waiting: Socket[] = [];
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
    child.kill("SIGCONT");
    child.disconnect();
  });
  // Connections succeed without the server until its room is used up.
  for (let isFull = false; !isFull;) {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    waiting.push(socket);
    isFull = await Promise.race([
      once(socket, "connect").then(() => false),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 200)),
    ]);
  }
  return { port, wake: () => void child.kill("SIGCONT") };
}

async function ask(port: number, addresses: readonly string[], withinMs: number): Promise<string> {
  const resolve = (): Promise<readonly string[]> => Promise.resolve(addresses);
  const connection = { network: {}, access: { headers: {} }, withinMs, resolve };
  const transport = socketTransport({ connections: 1, connection });
  try {
    const answer = await transport.send(
      { method: "GET", url: new URL(`http://target.test:${port}`), headers: [], body: null },
      { deadlineMs: 20_000, signal: new AbortController().signal },
    );
    return Buffer.from(answer.body).toString("utf8");
  } finally {
    await transport.close();
  }
}

test("an address that connects slowly is used if the others refuse", { timeout: 30_000 }, async () => {
  const { port, wake } = await slowServer();
  // Later than Node tries an address before it drops it.
  setTimeout(wake, 600);
  expect(await ask(port, ["127.0.0.1", "127.0.0.2"], 20_000)).toBe("here");
});

test("an address that does not answer does not keep the next one waiting", { timeout: 30_000 }, async () => {
  const slow = await slowServer();
  const { port } = slow;
  const server = (await import("node:http")).createServer((_request, response) => void response.end("other"));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.2", resolve));
  onTestFinished(() => void server.close());
  expect(await ask(port, ["127.0.0.1", "127.0.0.2"], 20_000)).toBe("other");
});

test("a connection has as long as the profile gives a request", { timeout: 30_000 }, async () => {
  const { port } = await slowServer();
  await expect(ask(port, ["127.0.0.1"], 300)).rejects.toThrow("no connection within 300 ms");
});
