import { type Entry, type Item, type Order, State, totalOf } from "./orders.ts";
import type { Answer, PaymentService } from "./payment-service.ts";
import type { RecordFile } from "./records.ts";

/** The vendor's share of a sale, in percent. */
const VENDOR_PERCENT = 80;

const shareOf = (order: Order): number => Math.floor((totalOf(order) * VENDOR_PERCENT) / 100);

/** Takes each order and payout through its steps, and records each step when it is done. */
export class Workflow {
  readonly state = new State();
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
    for (const entry of options.entries) this.state.apply(entry);
  }

  /** Continues every order and payout after a restart. */
  resume(): void {
    for (const order of this.state.orders.values()) {
      this.#work(order.id, () => this.#stepOf(order));
      // The event may have been lost while the shop was down.
      if (order.intent === undefined && order.session !== undefined)
        void this.checkPayment(order).catch(report);
    }
    for (const event of this.state.payouts.keys()) this.#payOut(event);
  }

  /** Creates an order, or returns the existing one: a repeated request creates no second order. */
  async order(id: string, items: readonly Item[], vendor: string): Promise<Order> {
    if (!this.state.orders.has(id)) this.#write({ type: "ordered", order: id, items, vendor });
    const order = this.#orderOf(id);
    if (order.session === undefined) await this.#openSession(order, undefined);
    else if (order.intent === undefined) await this.checkPayment(order);
    return order;
  }

  /** Asks the service for the outcome of a payment, in case the event never arrives. */
  async checkPayment(order: Order): Promise<void> {
    const { session } = order;
    if (session === undefined) return;
    const { body } = await this.#service.request("GET", `/v1/sessions/${session}`);
    const { status, paymentIntentId } = body;
    if (status === "paid") this.paid(order.id, String(paymentIntentId));
    // The session ended without a payment: the customer gets another page.
    else if (status !== "open") await this.#openSession(order, session);
  }

  /** Records a payment. However often the event arrives, the order is paid once. */
  paid(id: string, intent: string): void {
    const order = this.#orderOf(id);
    if (order.intent === undefined) this.#write({ type: "paid", order: id, intent });
    this.#work(id, () => this.#stepOf(order));
  }

  /** Records the id of an allocation, whose own response may have been lost. */
  allocated(id: string, allocation: string): void {
    const order = this.#orderOf(id);
    if (order.allocation === undefined) this.#write({ type: "allocated", order: id, allocation });
    this.#work(id, () => this.#stepOf(order));
  }

  refund(id: string): Order {
    const order = this.#orderOf(id);
    if (!order.isRefundRequested) this.#write({ type: "refund requested", order: id });
    this.#work(id, () => this.#stepOf(order));
    return order;
  }

  /** A vendor's money is available: pays it out, once for each event. */
  payoutDue(event: string, vendor: string): void {
    if (!this.state.payouts.has(event)) this.#write({ type: "payout due", event, vendor });
    this.#payOut(event);
  }

  #orderOf(id: string): Order {
    const order = this.state.orders.get(id);
    if (order === undefined) throw new Error(`There is no order ${id}`);
    return order;
  }

  #write(entry: Entry): void {
    this.#file.append(entry);
    this.state.apply(entry);
  }

  /** Opens a session to replace `after`. Never two at the same time: a customer with two pages could pay both. */
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
    const { status, body } = await this.#service.request("POST", "/v1/sessions", {
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

  /** The next step of an order; undefined while it waits for a payment or an event, and when it is done. */
  #stepOf(order: Order): (() => Promise<void>) | undefined {
    const { id, intent, allocation, vendor } = order;
    if (intent === undefined) return undefined;
    if (!order.isDelivered && !order.isRefundRequested)
      return async () => this.#write({ type: "delivered", order: id });
    if (order.isDelivered && !order.isAllocated)
      return async () => {
        const body = { destination: vendor, amount: shareOf(order) };
        const answer = await this.#service.request("POST", "/v1/connect/allocations", {
          body,
          key: `order-${id}`,
        });
        expectDone(answer, 201, "E_DUPLICATE_OPERATION");
        const made = answer.status === 201 ? { allocation: String(answer.body["id"]) } : {};
        this.#write({ type: "allocated", order: id, ...made });
      };
    if (!order.isRefundRequested || order.isRefunded) return undefined;
    if (order.isAllocated && !order.isReversed) {
      // The response was lost; the event will report the id.
      if (allocation === undefined) return undefined;
      return async () => {
        const path = `/v1/connect/allocations/${allocation}/reversals`;
        // Without an amount, this reverses all that remains. A repeated request is refused, since nothing remains.
        expectDone(
          await this.#service.request("POST", path, { body: {} }),
          201,
          "connect.reversal_exceeds_remaining",
        );
        this.#write({ type: "reversed", order: id });
      };
    }
    return async () => {
      const path = `/v1/payment-intents/${intent}/refunds`;
      expectDone(await this.#service.request("POST", path, { body: {} }), 201, "max");
      this.#write({ type: "refunded", order: id });
    };
  }

  #payOut(event: string): void {
    this.#work(event, () => {
      const vendor = this.state.payouts.get(event);
      if (vendor === undefined || vendor === null) return undefined;
      return async () => {
        const path = `/v1/connect/accounts/${vendor}/withdrawals`;
        const answer = await this.#service.request("POST", path, { key: event });
        // An earlier payout included this money.
        if (answer.code !== "E_CONNECT_VENDOR_EMPTY_BALANCE")
          expectDone(answer, 201, "E_DUPLICATE_OPERATION");
        this.#write({ type: "payout made", event });
      };
    });
  }

  /** Takes the steps of one order or payout, one after the other. Does nothing if that is already in progress. */
  #work(id: string, next: () => (() => Promise<void>) | undefined): void {
    if (this.#busy.has(id)) return;
    this.#busy.add(id);
    const work = async (): Promise<void> => {
      try {
        for (let step = next(); step !== undefined; step = next()) await step();
      } finally {
        this.#busy.delete(id);
      }
    };
    work().catch(report);
  }
}

/** Throws unless the request succeeded, now or in an earlier attempt whose response was lost (`repeated` is its refusal). */
function expectDone({ status, code, body }: Answer, success: number, repeated: string): void {
  if (status !== success && code !== repeated) throw new Error(`Refused: ${status} ${JSON.stringify(body)}`);
}

const report = (error: unknown): void => console.error(error);
