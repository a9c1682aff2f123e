import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, request } from "undici";

/** A request of a run and its answer. Bodies are in Base64. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
  readonly type: string;
  readonly answer: string;
}

const PER_HOP = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"]);

/** A host that forwards requests to `target` and records them with their answers. */
export async function recordingHost(
  target: string,
  record: (one: Recorded) => void,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const agent = new Agent({ connections: 64 });
  const { origin } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const pass = async (): Promise<void> => {
      const body = await bytesOf(incoming);
      const { method = "GET", url: path = "/" } = incoming;
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).flatMap(([name, value]) =>
          PER_HOP.has(name) || value === undefined ? [] : [[name, String(value)]],
        ),
      );
      const answer = await request(`${origin}${path}`, {
        dispatcher: agent,
        method: method as "GET",
        headers,
        body: body.length === 0 ? null : body,
      });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      record({
        method,
        path,
        headers,
        body: body.length === 0 ? null : body.toString("base64"),
        status: answer.statusCode,
        type: String(answer.headers["content-type"] ?? ""),
        answer: bytes.toString("base64"),
      });
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined && !PER_HOP.has(name)) outgoing.setHeader(name, value);
      outgoing.writeHead(answer.statusCode).end(bytes);
    };
    pass().catch(() => outgoing.destroy());
  });
  const port = await portOf(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}

/** Starts a host that answers each request with the recorded answer whose index is in the header `x-answer`. Returns its URL. */
export async function repeatingHost(mix: readonly Recorded[]): Promise<string> {
  const answers = mix.map(({ answer }) => Buffer.from(answer, "base64"));
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => {
      const at = Number(incoming.headers["x-answer"]);
      const [one, bytes] = [mix[at], answers[at]];
      if (one === undefined || bytes === undefined) return outgoing.writeHead(500).end();
      const body = [204, 304].includes(one.status) ? Buffer.alloc(0) : bytes;
      return outgoing.writeHead(one.status, { "content-type": one.type }).end(body);
    });
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
}
