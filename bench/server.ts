/**
 * A server in its own process. The first argument is its kind: `emulator`, `bare` (plain `node:http` with answers of the same size), or
 * `repeating`, which repeats the answers in the file of the second argument.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { createEmulator } from "../emulator/index.ts";
import type { Keys } from "../harness/profile/types.ts";
import { type Recorded, repeatingHost } from "./mix.ts";

/** What the process reports: first its address, then its CPU time, ms, whenever it is asked. */
export type ServerReport =
  | {
      readonly url: string;
      readonly key: string;
      readonly emulator?: { readonly checkoutUrl: string; readonly controlUrl: string; readonly keys: Keys };
    }
  | { readonly cpu: number };

/** The library of the package. Imported by variable, so that the types come from the source. */
const BUILT = new URL("../dist/cli/emulator-library.js", import.meta.url).href;

interface Built {
  readonly createEmulator: typeof createEmulator;
}

const report = (what: ServerReport): void => void process.send?.(what);

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  report({ cpu: (user + system) / 1000 });
});
process.on("disconnect", () => process.exit());

async function emulator(): Promise<void> {
  const made = ((await import(BUILT)) as Built).createEmulator();
  const { paymentUrl, checkoutUrl, controlUrl = "" } = await made.listen();
  const [first, second] = made.merchants.map(({ keys }) => keys);
  const keys = { ...first, otherTest: second?.test ?? "", otherLive: second?.live ?? "" };
  report({ url: paymentUrl, key: first?.test ?? "", emulator: { checkoutUrl, controlUrl, keys } });
}

function bare(): void {
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
  server.listen(0, "127.0.0.1", () =>
    report({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: "none" }),
  );
}

async function repeating(file: string): Promise<void> {
  report({
    url: await repeatingHost(JSON.parse(readFileSync(file, "utf8")) as readonly Recorded[]),
    key: "",
  });
}

const [, , kind, file = ""] = process.argv;
if (kind === "emulator") await emulator();
else if (kind === "repeating") await repeating(file);
else bare();
