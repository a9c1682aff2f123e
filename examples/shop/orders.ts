/** What a customer wants. Prices are whole francs. */
export interface Item {
  readonly productName: string;
  readonly quantity: number;
  readonly price: number;
}

/** What happened, as it is kept. The state of the shop is the sum of these. */
export type Entry =
  | {
      readonly type: "ordered";
      readonly order: string;
      readonly items: readonly Item[];
      readonly vendor: string;
    }
  /** The customer can pay here. A session whose creation got no answer is not here: nobody ever sees its page. */
  | { readonly type: "session"; readonly order: string; readonly session: string; readonly page?: string }
  | { readonly type: "paid"; readonly order: string; readonly intent: string }
  | { readonly type: "delivered"; readonly order: string }
  /** The vendor's share is allocated; the event has the id. */
  | { readonly type: "allocated"; readonly order: string; readonly allocation?: string }
  | { readonly type: "refund wanted"; readonly order: string }
  | { readonly type: "reversed"; readonly order: string }
  | { readonly type: "refunded"; readonly order: string }
  /** Money of a vendor has become available, and it is paid out. */
  | { readonly type: "payout due"; readonly event: string; readonly vendor: string }
  | { readonly type: "payout made"; readonly event: string };

export interface Order {
  readonly id: string;
  readonly items: readonly Item[];
  readonly vendor: string;
  session?: string;
  page?: string;
  intent?: string;
  isDelivered: boolean;
  isAllocated: boolean;
  allocation?: string;
  isRefundWanted: boolean;
  isReversed: boolean;
  isRefunded: boolean;
}

export const totalOf = ({ items }: Pick<Order, "items">): number =>
  items.reduce((sum, { quantity, price }) => sum + quantity * price, 0);

/** Where an order is, for the customer. */
export function statusOf(order: Order): string {
  if (order.isRefunded) return "refunded";
  if (order.isDelivered) return "delivered";
  return order.intent === undefined ? "open" : "paid";
}

/** The orders and payouts that a list of entries amounts to. */
export class Books {
  readonly orders = new Map<string, Order>();
  /** Vendors by the event that makes their payout due; null once it is made. */
  readonly payouts = new Map<string, string | null>();

  apply(entry: Entry): void {
    if (entry.type === "payout due") {
      this.payouts.set(entry.event, entry.vendor);
      return;
    }
    if (entry.type === "payout made") {
      this.payouts.set(entry.event, null);
      return;
    }
    if (entry.type === "ordered") {
      this.orders.set(entry.order, {
        id: entry.order,
        items: entry.items,
        vendor: entry.vendor,
        isDelivered: false,
        isAllocated: false,
        isRefundWanted: false,
        isReversed: false,
        isRefunded: false,
      });
      return;
    }
    const order = this.orders.get(entry.order);
    if (order === undefined) throw new Error(`The file has no order ${entry.order}`);
    switch (entry.type) {
      case "session":
        order.session = entry.session;
        if (entry.page !== undefined) order.page = entry.page;
        break;
      case "paid":
        order.intent = entry.intent;
        break;
      case "delivered":
        order.isDelivered = true;
        break;
      case "allocated":
        order.isAllocated = true;
        if (entry.allocation !== undefined) order.allocation = entry.allocation;
        break;
      case "refund wanted":
        order.isRefundWanted = true;
        break;
      case "reversed":
        order.isReversed = true;
        break;
      case "refunded":
        order.isRefunded = true;
        break;
    }
  }
}
