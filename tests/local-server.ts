import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Server as SecureServer } from "node:https";
import { type AddressInfo, connect } from "node:net";

/** A server of a test, on the loopback interface. */
export interface LocalServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Ends its connections, too. */
  readonly close: () => Promise<void>;
}

/** Lets a server listen; on a free port by default. */
export async function listening(server: Server | SecureServer, port = 0): Promise<LocalServer> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const taken = (server.address() as AddressInfo).port;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: taken, url: `http://127.0.0.1:${taken}`, close, [Symbol.asyncDispose]: close };
}

/** A free port to which `fetch` does not connect. */
export async function blockedPort(): Promise<number> {
  for (const port of [6000, 5060, 6665, 6666, 6667, 6668, 6669]) {
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
  throw new Error("none of the ports that fetch refuses is free");
}

/** A server that answers with a listener. */
export const serving = (listener: RequestListener): Promise<LocalServer> => listening(createServer(listener));

/** Every byte that a server on this machine answers before it closes the connection, but for the date. */
export function exchangeBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(bytes, "latin1")));
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("close", () => resolve(text.replace(/^date: .*\r\n/gim, "")));
    socket.on("error", reject);
  });
}

/** A server that answers each request when its whole body has come. */
export const receiving = (
  take: (body: string, request: IncomingMessage) => void,
  port?: number,
): Promise<LocalServer> =>
  listening(
    createServer((request, response) =>
      onBody(request, (body) => {
        response.end();
        take(body.toString(), request);
      }),
    ),
    port,
  );

/** Calls back with the whole body of a request; never if the client leaves before its end. */
export function onBody(request: IncomingMessage, then: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => then(Buffer.concat(chunks)));
}
