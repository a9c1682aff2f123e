import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Entry, type Item, type Order, statusOf, totalOf } from "./orders.ts";
import { orderPage } from "./page.ts";
import { PaymentService } from "./payment-service.ts";
import { RecordFile } from "./records.ts";
import { isSigned } from "./signature.ts";
import { Workflow } from "./workflow.ts";

const {
  PAYMENT_URL = "http://127.0.0.1:4010",
  CHECKOUT_URL = "http://127.0.0.1:4011",
  PORT = "3000",
  RECORDS = "shop.jsonl",
  RETRY_MS = "100",
  KEY,
  ACCOUNT_ID,
  WEBHOOK_SECRET,
} = process.env;
if (KEY === undefined || ACCOUNT_ID === undefined) {
  console.error("Set KEY and ACCOUNT_ID to the test key and the account of a merchant.");
  process.exit(2);
}

const { file, entries } = RecordFile.open<Entry>(RECORDS);
const workflow = new Workflow({
  file,
  entries,
  service: new PaymentService({
    paymentUrl: PAYMENT_URL,
    checkoutUrl: CHECKOUT_URL,
    key: KEY,
    retryMs: Number(RETRY_MS),
  }),
  accountId: ACCOUNT_ID,
  shopUrl: `http://127.0.0.1:${PORT}`,
});

const shown = (order: Order) => {
  const { id, session, page } = order;
  return { id, status: statusOf(order), total: totalOf(order), session, page };
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Events that the shop waits for. Whatever else comes is none of its business. */
function takeEvent(event: { type?: string; id?: string; data?: Record<string, unknown> }): void {
  const { type, id = "", data = {} } = event;
  const { metadata, paymentIntentId, idempotencyReference } = data;
  if (type === "checkout.session.completed") {
    const { order } = metadata as { order?: string };
    if (order !== undefined && workflow.books.orders.has(order))
      workflow.paid(order, String(paymentIntentId));
  } else if (type === "connect.transfer.created") {
    const order = String(idempotencyReference).replace(/^order-/, "");
    if (workflow.books.orders.has(order)) workflow.allocated(order, String(data["id"]));
  } else if (type === "connect.funds.available") workflow.payoutDue(id, String(data["account"]));
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** What a browser gets in place of the body. */
  readonly page?: string;
}

async function answerOf(request: IncomingMessage): Promise<Answer> {
  const { method, url = "/", headers } = request;
  const [, what, name = "", more] = url.split("/");
  const id = decodeURIComponent(name);
  const text = await textOf(request);
  if (method === "POST" && what === "webhooks") {
    if (WEBHOOK_SECRET !== undefined && !isSigned(WEBHOOK_SECRET, headers, text))
      return { status: 401, body: { message: "The signature is not ours" } };
    const body = JSON.parse(text) as { event?: object };
    // Connect events are inside of `event`. The answer comes after the record: an event that is acknowledged is never needed again.
    takeEvent(body.event ?? body);
    return { status: 200, body: {} };
  }
  const order = what === "orders" ? workflow.books.orders.get(id) : undefined;
  if (method === "PUT" && what === "orders" && id !== "") {
    const { items, vendor } = JSON.parse(text) as { items: Item[]; vendor: string };
    return { status: 200, body: shown(await workflow.order(id, items, vendor)) };
  }
  if (order === undefined) return { status: 404, body: { message: "There is no such order" } };
  if (method === "POST" && more === "refund") return { status: 202, body: shown(workflow.refund(id)) };
  if (method === "GET" && more === undefined) {
    // The customer comes back from the page, perhaps before the event.
    if (order.intent === undefined) await workflow.look(order);
    const isBrowser = headers.accept?.includes("text/html") === true;
    return { status: 200, body: shown(order), ...(isBrowser ? { page: orderPage(order) } : {}) };
  }
  return { status: 404, body: { message: "There is no such page" } };
}

const server = createServer((request, response) => {
  answerOf(request)
    .catch((error: unknown): Answer => {
      console.error(error);
      return { status: 500, body: { message: "The shop failed" } };
    })
    .then(({ status, body, page }) => {
      const type = page === undefined ? "application/json" : "text/html; charset=utf-8";
      response.writeHead(status, { "content-type": type }).end(page ?? JSON.stringify(body));
    })
    .catch(console.error);
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`shop: http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  workflow.resume();
});
