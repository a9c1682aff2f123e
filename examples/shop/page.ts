import { type Order, statusOf, totalOf } from "./orders.ts";

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const messages: Readonly<Record<string, string>> = {
  open: "Your order is waiting for payment.",
  paid: "We have received your payment.",
  delivered: "Paid and delivered. Thank you.",
  refunded: "We have refunded your payment.",
};

/** The HTML page on which the customer sees an order. */
export function orderPage(order: Order): string {
  const status = statusOf(order);
  const items = order.items.map(
    ({ productName, quantity, price }) =>
      `<li>${quantity} × ${escaped(productName)}: ${quantity * price} FCFA</li>`,
  );
  const { page } = order;
  const pay = status === "open" && page !== undefined ? `<p><a href="${escaped(page)}">Pay</a></p>` : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Order ${escaped(order.id)}</title></head>
<body><main><h1>Order ${escaped(order.id)}</h1><ul>${items.join("")}</ul><p>Total: ${totalOf(order)} FCFA</p><p role="status">${messages[status] ?? status}</p>${pay}</main></body></html>`;
}
