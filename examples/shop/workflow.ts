import { Books, type Entry, type Item, type Order, totalOf } from "./orders.ts";
import type { Answer, PaymentService } from "./payment-service.ts";
import type { RecordFile } from "./records.ts";

/** The part of a sale that the vendor gets, in percent. */
const VENDOR_PERCENT = 80;

const shareOf = (order: Order): number => Math.floor((totalOf(order) * VENDOR_PERCENT) / 100);

/** Does what is left to do for each order and payout, and writes down each step when it is done. */
export class Workflow {
  readonly books = new Books();
  readonly #file: RecordFile<Entry>;
  readonly #service: PaymentService;
  readonly #accountId: string;
  readonly #shopUrl: string;
  readonly #busy = new Set<string>();
  readonly #opening = new Map<string, Promise<void>>();

  constructor(options: {
    file: RecordFile<Entry>;
    entries: readonly Entry[];
    service: PaymentService;
    accountId: string;
    shopUrl: string;
  }) {
    this.#file = options.file;
    this.#service = options.service;
    this.#accountId = options.accountId;
    this.#shopUrl = options.shopUrl;
    for (const entry of options.entries) this.books.apply(entry);
  }

  /** Continues where the file ends. */
  resume(): void {
    for (const order of this.books.orders.values()) {
      this.#work(order.id, () => this.#stepOf(order));
      // An event may have come while the shop was down.
      if (order.intent === undefined && order.session !== undefined) void this.look(order).catch(report);
    }
    for (const event of this.books.payouts.keys()) this.#payOut(event);
  }

  /** The order of that id, new or known: the same request twice is one order. */
  async order(id: string, items: readonly Item[], vendor: string): Promise<Order> {
    if (!this.books.orders.has(id)) this.#write({ type: "ordered", order: id, items, vendor });
    const order = this.#known(id);
    if (order.session === undefined) await this.#openSession(order, undefined);
    else if (order.intent === undefined) await this.look(order);
    return order;
  }

  /** Asks the service how the payment of an order ended, for an event that has not come. */
  async look(order: Order): Promise<void> {
    const { session } = order;
    if (session === undefined) return;
    const { body } = await this.#service.ask("GET", `/v1/sessions/${session}`);
    const { status, paymentIntentId } = body;
    if (status === "paid") this.paid(order.id, String(paymentIntentId));
    // It ended without a payment: the customer gets another page.
    else if (status !== "open") await this.#openSession(order, session);
  }

  /** However often an event comes, the order is paid once. */
  paid(id: string, intent: string): void {
    const order = this.#known(id);
    if (order.intent === undefined) this.#write({ type: "paid", order: id, intent });
    this.#work(id, () => this.#stepOf(order));
  }

  /** The allocation of an order, whose own answer may have been lost. */
  allocated(id: string, allocation: string): void {
    const order = this.#known(id);
    if (order.allocation === undefined) this.#write({ type: "allocated", order: id, allocation });
    this.#work(id, () => this.#stepOf(order));
  }

  refund(id: string): Order {
    const order = this.#known(id);
    if (!order.isRefundWanted) this.#write({ type: "refund wanted", order: id });
    this.#work(id, () => this.#stepOf(order));
    return order;
  }

  /** A vendor's money is available: it is withdrawn once for each such event. */
  payoutDue(event: string, vendor: string): void {
    if (!this.books.payouts.has(event)) this.#write({ type: "payout due", event, vendor });
    this.#payOut(event);
  }

  #known(id: string): Order {
    const order = this.books.orders.get(id);
    if (order === undefined) throw new Error(`There is no order ${id}`);
    return order;
  }

  #write(entry: Entry): void {
    this.#file.append(entry);
    this.books.apply(entry);
  }

  /** One page at a time: a customer who has two could pay both. */
  async #openSession(order: Order, after: string | undefined): Promise<void> {
    const opening = this.#opening.get(order.id) ?? Promise.resolve();
    const opened = opening.then(async () => {
      if (order.session === after) await this.#createSession(order);
    });
    this.#opening.set(
      order.id,
      opened.catch(() => undefined),
    );
    await opened;
  }

  async #createSession(order: Order): Promise<void> {
    const { id, items } = order;
    const back = `${this.#shopUrl}/orders/${encodeURIComponent(id)}`;
    const { status, body } = await this.#service.ask("POST", "/v1/sessions", {
      host: "checkout",
      body: {
        total: totalOf(order),
        currency: "xaf",
        accountId: this.#accountId,
        successUrl: back,
        cancelUrl: back,
        items: items.map((item) => ({ productId: item.productName, ...item })),
        metadata: { order: id },
      },
    });
    if (status !== 200) throw new Error(`No session for ${id}: ${status} ${JSON.stringify(body)}`);
    const { id: session, url } = body;
    const page = typeof url === "string" ? { page: url } : {};
    this.#write({ type: "session", order: id, session: String(session), ...page });
  }

  /** The next thing to do for an order; nothing when it waits for a payment or an event. */
  #stepOf(order: Order): (() => Promise<void>) | undefined {
    const { id, intent, allocation, vendor } = order;
    if (intent === undefined) return undefined;
    if (!order.isDelivered && !order.isRefundWanted)
      return async () => this.#write({ type: "delivered", order: id });
    if (order.isDelivered && !order.isAllocated)
      return async () => {
        const body = { destination: vendor, amount: shareOf(order) };
        const answer = await this.#service.ask("POST", "/v1/connect/allocations", {
          body,
          key: `order-${id}`,
        });
        expectDone(answer, 201, "E_DUPLICATE_OPERATION");
        const made = answer.status === 201 ? { allocation: String(answer.body["id"]) } : {};
        this.#write({ type: "allocated", order: id, ...made });
      };
    if (!order.isRefundWanted || order.isRefunded) return undefined;
    if (order.isAllocated && !order.isReversed) {
      // The event has the id, if the answer did not.
      if (allocation === undefined) return undefined;
      return async () => {
        const path = `/v1/connect/allocations/${allocation}/reversals`;
        // Without an amount, all that remains: a second time, nothing does.
        expectDone(
          await this.#service.ask("POST", path, { body: {} }),
          201,
          "connect.reversal_exceeds_remaining",
        );
        this.#write({ type: "reversed", order: id });
      };
    }
    return async () => {
      const path = `/v1/payment-intents/${intent}/refunds`;
      expectDone(await this.#service.ask("POST", path, { body: {} }), 201, "max");
      this.#write({ type: "refunded", order: id });
    };
  }

  #payOut(event: string): void {
    this.#work(event, () => {
      const vendor = this.books.payouts.get(event);
      if (vendor === undefined || vendor === null) return undefined;
      return async () => {
        const path = `/v1/connect/accounts/${vendor}/withdrawals`;
        const answer = await this.#service.ask("POST", path, { key: event });
        // Another payout has taken the money along.
        if (answer.code !== "E_CONNECT_VENDOR_EMPTY_BALANCE")
          expectDone(answer, 201, "E_DUPLICATE_OPERATION");
        this.#write({ type: "payout made", event });
      };
    });
  }

  /** Does the steps of one thing, one after the other, once at the same time. */
  #work(name: string, next: () => (() => Promise<void>) | undefined): void {
    if (this.#busy.has(name)) return;
    this.#busy.add(name);
    const work = async (): Promise<void> => {
      try {
        for (let step = next(); step !== undefined; step = next()) await step();
      } finally {
        this.#busy.delete(name);
      }
    };
    work().catch(report);
  }
}

/** An answer that says that it is done: now, or by an earlier request whose answer was lost. */
function expectDone({ status, code, body }: Answer, success: number, repeated: string): void {
  if (status !== success && code !== repeated) throw new Error(`Refused: ${status} ${JSON.stringify(body)}`);
}

const report = (error: unknown): void => console.error(error);
