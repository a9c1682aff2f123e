/** A line of an order. Prices are whole francs. */
export interface Item {
  readonly productName: string;
  readonly quantity: number;
  readonly price: number;
}

/** An event in the life of an order or payout, as the file keeps it. The state of the shop derives from these entries alone. */
export type Entry =
  | {
      readonly type: "ordered";
      readonly order: string;
      readonly items: readonly Item[];
      readonly vendor: string;
    }
  /** A page on which the customer can pay. A session whose response was lost has no entry: nobody ever sees its page. */
  | { readonly type: "session"; readonly order: string; readonly session: string; readonly page?: string }
  | { readonly type: "paid"; readonly order: string; readonly intent: string }
  | { readonly type: "delivered"; readonly order: string }
  /** The vendor has its share. The id is absent if the response was lost; an event reports it later. */
  | { readonly type: "allocated"; readonly order: string; readonly allocation?: string }
  | { readonly type: "refund requested"; readonly order: string }
  | { readonly type: "reversed"; readonly order: string }
  | { readonly type: "refunded"; readonly order: string }
  /** Money of a vendor has become available, and must be paid out. */
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
  isRefundRequested: boolean;
  isReversed: boolean;
  isRefunded: boolean;
}

export const totalOf = ({ items }: Pick<Order, "items">): number =>
  items.reduce((sum, { quantity, price }) => sum + quantity * price, 0);

/** The status that the customer sees. */
export function statusOf(order: Order): string {
  if (order.isRefunded) return "refunded";
  if (order.isDelivered) return "delivered";
  return order.intent === undefined ? "open" : "paid";
}

/** The orders and payouts, as the entries that were applied leave them. */
export class State {
  readonly orders = new Map<string, Order>();
  /** The vendor to pay out, by the id of the event that reported the money; null once paid out. */
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
        isRefundRequested: false,
        isReversed: false,
        isRefunded: false,
      });
      return;
    }
    const order = this.orders.get(entry.order);
    if (order === undefined) throw new Error(`The records name order ${entry.order} before they create it`);
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
      case "refund requested":
        order.isRefundRequested = true;
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
