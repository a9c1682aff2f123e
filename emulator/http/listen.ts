import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { message } from "../kernel/answers.ts";
import type { Answer } from "../kernel/request.ts";
import { lossOf } from "../traffic/losses.ts";
import { httpUrl, isLoopback, isUnspecified } from "./addresses.ts";
import { JSON_TYPE, REQUEST_ID, respond, responseOf, type Served, usualText } from "./respond.ts";
import type { Credentials } from "../tls/certificates.ts";
import { createGate } from "./gate.ts";
import type { SocketAnswer } from "./host.ts";
import { plainOf, sendResponse, webRequestOf } from "./received.ts";
import { systemTime } from "./system.ts";

/** A handler of web requests. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** A listening server. */
export interface Listening {
  /** `http://host:port`, for clients on this machine. */
  url: string;
  /** The same for a client that asked at a URL of this server (`isThis`) or of another one here, perhaps from another machine. */
  urlFor: (asked: URL, isThis: boolean) => string;
  /** Whether only this machine can reach it. */
  isLoopback: boolean;
  /** Accepts no more connections, gives requests in flight two seconds, then closes their connections. */
  close: () => Promise<void>;
}

/** ms. Idle connections stay open longer than clients keep them, so that none closes just as a client sends a request. */
const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 };

const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use",
  EADDRNOTAVAIL: "this machine does not have the address",
  EACCES: "permission denied",
};

/** The error of a server that cannot listen. */
export function listenProblem(host: string, port: number, { code, message }: NodeJS.ErrnoException): Error {
  return new Error(`Cannot listen on ${host}:${port}: ${LISTEN_PROBLEMS[code ?? ""] ?? message}`);
}

/** The answers to malformed requests, by the code of Node's error. */
const UNREADABLE: Readonly<Record<string, { readonly status: string; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request did not arrive in time",
  },
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    message: "The headers are larger than 16 KiB",
  },
};
const NOT_HTTP = { status: "400 Bad Request", message: "The request is not valid HTTP" };

const refuse = ({ code = "" }: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable) return void socket.destroy();
  const { status, message: text } = UNREADABLE[code] ?? NOT_HTTP;
  const body = JSON.stringify({ message: text });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
};

/** Refuses a request without reading its body, which may have any size. So the connection must be closed. */
const sendRefusal = (response: ServerResponse, { status, body }: Answer): void => {
  response.writeHead(status, { "content-type": JSON_TYPE, connection: "close" });
  response.end(JSON.stringify(body));
};

/** Sends an answer that has only the usual headers and is not lost. Returns false for any other. */
function sendUsual({ answer, requestId, loss }: Served, outgoing: ServerResponse): boolean {
  const text = loss === undefined && requestId !== undefined ? usualText(answer) : undefined;
  if (text === undefined || requestId === undefined) return false;
  const length = Buffer.byteLength(text);
  // In the order in which a web response would send them.
  const headers = ["content-type", JSON_TYPE, REQUEST_ID, requestId, "content-length", length];
  outgoing.writeHead(answer.status, headers);
  outgoing.end(text);
  return true;
}

/** Sends the head of a response and the first half of its body. */
async function sendHalf(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    "content-length": body.byteLength,
  });
  await new Promise((resolve) => outgoing.write(body.subarray(0, body.byteLength >> 1), resolve));
}

/** Sends a response, or loses it as a fault demands. */
async function sendOrLose(response: Response, outgoing: ServerResponse): Promise<void> {
  const loss = lossOf(response);
  if (loss === undefined) return sendResponse(response, outgoing);
  if (loss === "cut") await sendHalf(response, outgoing);
  outgoing.socket?.resetAndDestroy();
}

/** Answers a request on a socket through a web request. */
async function answerWeb(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  let request: Request;
  try {
    request = webRequestOf(incoming);
  } catch {
    return sendOrLose(respond(message(400, "The request is not valid HTTP")), outgoing);
  }
  await sendOrLose(await fetch(request), outgoing);
}

/**
 * Listens on a TCP port; 0 means any free one. Answers only requests to loopback names, `host` and `allowHosts`.
 * @throws Error that says why it cannot listen
 */
export async function listenOn(options: {
  fetch: Fetch;
  /** A faster way to answer plain requests, with the same bytes. */
  answer?: SocketAnswer | undefined;
  host: string;
  port: number;
  allowHosts?: readonly string[];
  /** Serves HTTPS with this key and certificate. */
  tls?: Credentials | undefined;
}): Promise<Listening> {
  const { fetch, answer, host, port, allowHosts = [], tls } = options;
  const gate = createGate([host, ...allowHosts]);
  const listener: RequestListener = (request, response) => {
    const end = (): void => void response.destroy();
    const send = (served: Served): void => {
      try {
        if (!sendUsual(served, response)) sendOrLose(responseOf(served), response).catch(end);
      } catch {
        end();
      }
    };
    const plain = plainOf(request);
    const refusal = gate(request, plain);
    if (refusal !== undefined) return sendRefusal(response, refusal);
    const isAnswered = plain !== undefined && answer?.(request, plain, send) === true;
    if (!isAnswered) answerWeb(fetch, request, response).catch(end);
  };
  const server =
    tls === undefined
      ? createServer(TIMEOUTS, listener)
      : process.getBuiltinModule("node:https").createServer({ ...TIMEOUTS, ...tls }, listener);
  server.on("clientError", (fault, socket) => refuse(fault, socket as Socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (fault) => reject(listenProblem(host, port, fault)));
    server.listen(port, host, resolve);
  });
  const { address, port: taken } = server.address() as AddressInfo;
  const url = httpUrl(address, taken, tls === undefined ? "http" : "https");
  return {
    url,
    urlFor: (asked, isThis) => {
      if (!isUnspecified(address)) return url;
      return isThis ? asked.origin : `${asked.protocol}//${asked.hostname}:${taken}`;
    },
    isLoopback: isLoopback(address),
    close: () =>
      new Promise((resolve) => {
        const cancel = systemTime.after(2_000, () => server.closeAllConnections());
        server.close(() => {
          cancel();
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
