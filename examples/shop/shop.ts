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

const summaryOf = (order: Order) => {
  const { id, session, page } = order;
  return { id, status: statusOf(order), total: totalOf(order), session, page };
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Handles the three events that the shop needs, and ignores all others. */
function handleEvent(event: { type?: string; id?: string; data?: Record<string, unknown> }): void {
  const { type, id = "", data = {} } = event;
  const { metadata, paymentIntentId, idempotencyReference } = data;
  if (type === "checkout.session.completed") {
    const { order } = metadata as { order?: string };
    if (order !== undefined && workflow.state.orders.has(order))
      workflow.paid(order, String(paymentIntentId));
  } else if (type === "connect.transfer.created") {
    const order = String(idempotencyReference).replace(/^order-/, "");
    if (workflow.state.orders.has(order)) workflow.allocated(order, String(data["id"]));
  } else if (type === "connect.funds.available") workflow.payoutDue(id, String(data["account"]));
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
  /** HTML, which a browser gets instead of the body. */
  readonly page?: string;
}

async function handle(request: IncomingMessage): Promise<Reply> {
  const { method, url = "/", headers } = request;
  const [, resource, name = "", action] = url.split("/");
  const id = decodeURIComponent(name);
  const text = await bodyOf(request);
  if (method === "POST" && resource === "webhooks") {
    if (WEBHOOK_SECRET !== undefined && !isSigned(WEBHOOK_SECRET, headers, text))
      return { status: 401, body: { message: "The signature is not valid" } };
    const body = JSON.parse(text) as { event?: object };
    // A Connect event is nested in `event`. It is on disk before the response acknowledges it, so it need not be delivered again.
    handleEvent(body.event ?? body);
    return { status: 200, body: {} };
  }
  const order = resource === "orders" ? workflow.state.orders.get(id) : undefined;
  if (method === "PUT" && resource === "orders" && id !== "") {
    const { items, vendor } = JSON.parse(text) as { items: Item[]; vendor: string };
    return { status: 200, body: summaryOf(await workflow.order(id, items, vendor)) };
  }
  if (order === undefined) return { status: 404, body: { message: "There is no such order" } };
  if (method === "POST" && action === "refund") return { status: 202, body: summaryOf(workflow.refund(id)) };
  if (method === "GET" && action === undefined) {
    // The customer may return from the payment page before the event arrives.
    if (order.intent === undefined) await workflow.checkPayment(order);
    const isBrowser = headers.accept?.includes("text/html") === true;
    return { status: 200, body: summaryOf(order), ...(isBrowser ? { page: orderPage(order) } : {}) };
  }
  return { status: 404, body: { message: "There is no such page" } };
}

const server = createServer((request, response) => {
  handle(request)
    .catch((error: unknown): Reply => {
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
