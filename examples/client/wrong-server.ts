import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of payment intents with a mistake: what it created in francs, it shows in hundredths. */
export async function startWrongServer(): Promise<{ url: string; close: () => void }> {
  const intents = new Map<string, { amount: number; currency: string }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = (body: unknown): void => {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
      const label = "payment_intent";
      if (request.method === "GET") {
        const id = request.url?.split("/").at(-1) ?? "";
        const { amount = 0, currency } = intents.get(id) ?? {};
        const secret = `${id}_secret_${randomBytes(12).toString("hex")}`;
        const shown = { id, label, amount: amount * 100, currency, client_secret: secret };
        return answer({ ...shown, status: "requires_payment_method" });
      }
      const id = `pi_${randomBytes(12).toString("hex")}`;
      const intent = JSON.parse(Buffer.concat(chunks).toString()) as { amount: number; currency: string };
      intents.set(id, intent);
      const now = new Date().toISOString();
      answer({
        ...{ id, label, ...intent, description: null, metadata: {}, liveMode: false },
        ...{ accountId: "acct_wrong", createdAt: now, updatedAt: now },
        clientSecret: `${id}_secret_${randomBytes(12).toString("hex")}`,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
