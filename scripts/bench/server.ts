import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { createEmulator } from "../../emulator/index.ts";

/** What the process reports first: an address and, of an emulator, the rest of its addresses and its keys. */
interface Address {
  readonly url: string;
  readonly checkoutUrl: string;
  readonly controlUrl: string;
  readonly keys: readonly { readonly test: string; readonly live: string }[];
}

/** A server in its own process. */
export interface Server extends Address {
  /** CPU time so far, ms. */
  cpu(): Promise<number>;
  close(): void;
}

/** Starts the emulator of the package, or plain `node:http` with answers of the same size. */
export async function startServer(kind: "emulator" | "bare"): Promise<Server> {
  const child: ChildProcess = fork(import.meta.filename, [kind], { execArgv: ["--import", "tsx"] });
  const next = async (): Promise<unknown> => ((await once(child, "message")) as [unknown])[0];
  const address = (await next()) as Address;
  return {
    ...address,
    cpu: async () => {
      child.send("cpu");
      return (await next()) as number;
    },
    close: () => child.disconnect(),
  };
}

async function emulator(): Promise<Address> {
  // Imported by variable, so that the types come from the source.
  const built = new URL("../../dist/cli/emulator-library.js", import.meta.url).href;
  const library = (await import(built)) as { readonly createEmulator: typeof createEmulator };
  const made = library.createEmulator();
  const { paymentUrl, checkoutUrl, controlUrl = "" } = await made.listen();
  return { url: paymentUrl, checkoutUrl, controlUrl, keys: made.merchants.map(({ keys }) => keys) };
}

async function bare(): Promise<Address> {
  const record = {
    id: "pi_7Qm2bGkT4nXw9sLr3vYc8dZe",
    object: "payment_intent",
    amount: 5000,
    currency: "xaf",
    status: "requires_payment_method",
    clientSecret: "pi_7Qm2bGkT4nXw9sLr3vYc8dZe_secret_1nXw9sLr3vYc8dZe7Qm2bGkT",
    created: "2026-01-31T10:00:00.000Z",
    metadata: {},
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const asked: unknown = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
      const text = JSON.stringify({ ...record, ...(asked as Record<string, unknown>) });
      response.writeHead(chunks.length === 0 ? 200 : 201, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(text),
      });
      response.end(text);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, checkoutUrl: "", controlUrl: "", keys: [] };
}

if (process.argv[1] === import.meta.filename) {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
  process.on("disconnect", () => process.exit());
  process.send?.(await (process.argv[2] === "emulator" ? emulator() : bare()));
}
