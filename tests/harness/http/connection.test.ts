import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { socketTransport } from "../../../harness/http/socket.ts";
import type { Connection } from "../../../harness/http/connection.ts";
import { listening } from "../../local-server.ts";
import { loopback } from "./certificate.ts";

let tunnels: { to: string; credentials: string | undefined }[] = [];
const tunnelling = createServer().on("connect", (request: IncomingMessage, socket: Socket) => {
  const credentials = request.headers["proxy-authorization"];
  tunnels.push({ to: request.url ?? "", credentials });
  if (credentials === "Basic bm9ib2R5OnJlZnVzZWQ=") {
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    return;
  }
  const [host = "", port = ""] = (request.url ?? "").split(":");
  const through = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    through.pipe(socket);
    socket.pipe(through);
  });
  through.on("error", () => socket.destroy());
  socket.on("error", () => through.destroy());
});
const servers = {
  plain: await listening(createServer((_request, response) => void response.end("plain"))),
  secure: await listening(createTlsServer(loopback, (_request, response) => void response.end("secure"))),
  proxy: await listening(tunnelling),
};
afterAll(() => Promise.all(Object.values(servers).map(({ close }) => close())));
const plain = servers.plain.url;
const secure = `https://127.0.0.1:${servers.secure.port}`;
const proxy = servers.proxy.url;

async function ask(url: string, given: Omit<Connection, "withinMs">): Promise<string> {
  const transport = socketTransport({ connections: 2, connection: { withinMs: 5_000, ...given } });
  try {
    const answer = await transport.send(
      { method: "GET", url: new URL(url), headers: [], body: null },
      { deadlineMs: 5_000, signal: new AbortController().signal },
    );
    return Buffer.from(answer.body).toString("utf8");
  } finally {
    await transport.close();
  }
}

describe("the connection to a target", () => {
  test("trusts an authority that the profile names, and no other", async () => {
    const certificateAuthority = loopback.cert;
    expect(await ask(secure, { network: {}, access: { headers: {}, certificateAuthority } })).toBe("secure");
    await expect(ask(secure, { network: {}, access: { headers: {} } })).rejects.toThrow(
      /certificate is not trusted/,
    );
  });

  test("goes through a proxy, with credentials, also to a target over TLS", async () => {
    const certificateAuthority = loopback.cert;
    const network = { proxy: { url: proxy, credentials: { env: "PROXY" } } };
    const access = { headers: {}, proxyCredentials: "me:word", certificateAuthority };
    tunnels = [];
    expect(await ask(plain, { network, access })).toBe("plain");
    expect(await ask(secure, { network, access })).toBe("secure");
    expect(tunnels).toEqual([
      { to: plain.slice("http://".length), credentials: "Basic bWU6d29yZA==" },
      { to: secure.slice("https://".length), credentials: "Basic bWU6d29yZA==" },
    ]);
  });

  test("that a proxy refuses is a fault of the connection, and shows no credentials", async () => {
    const refused = ask(plain, {
      network: { proxy: { url: proxy } },
      access: { headers: {}, proxyCredentials: "nobody:refused" },
    });
    await expect(refused).rejects.toThrow(/the proxy does not connect to the target/);
    await expect(refused).rejects.not.toThrow(/nobody|refused:/);
  });
});
