/** Payment intents and checkout sessions (§2.1, §2.2, §4.1, §4.2). */

import { directChargeTerms } from "./charges.ts";
import {
  at,
  demand,
  fault,
  isCurrency,
  isFrancs,
  isFrancsOrNumeral,
  isObject,
  isText,
  isUrl,
  Refusal,
  refuseFaults,
} from "./fields.ts";
import type { Call, Route } from "./router.ts";
import { numericId, stamp, uuidId, zulu } from "./text.ts";
import type { Intent } from "./world.ts";

const FLOOR = 100;
const CEILING = 2_000_000_000;

/** This server's own limits on amounts; the document shows none. */
export function refuseOutOfBounds(amount: number): void {
  if (amount >= FLOOR && amount <= CEILING) return;
  throw new Refusal(403, { reason: "AMOUNT_OUT_OF_BOUNDS", from: FLOOR, to: CEILING });
}

/** A new intent in the books of the caller. */
export function openIntent(
  call: Pick<Call, "books" | "now">,
  given: Partial<Intent> & { amount: number },
): Intent {
  const id = numericId("pi_");
  const intent: Intent = {
    description: null,
    metadata: {},
    status: "requires_confirmation",
    onBehalfOf: null,
    feeRate: null,
    ...given,
    id,
    secret: `${id}_secret_${uuidId("")}`,
    createdMs: call.now,
  };
  call.books.intents.set(id, intent);
  return intent;
}

const intents: Route[] = [
  {
    method: "POST",
    path: "/v1/payment-intents",
    unauthorizedForm: "error",
    shape({ body }) {
      demand(422, body, {
        metadata: { test: isObject, optional: true },
        description: { test: (v) => (typeof v === "string" ? null : "string"), optional: true },
        currency: { test: isCurrency },
        amount: { test: isFrancsOrNumeral },
      });
    },
    answer(call) {
      const { body, books, merchant } = call;
      const amount = Number(at(body, "amount"));
      const terms = directChargeTerms(call, amount);
      refuseOutOfBounds(amount);
      const description = at(body, "description");
      const intent = openIntent(call, {
        amount,
        description: typeof description === "string" ? description : null,
        metadata: at(body, "metadata") ?? {},
        ...terms,
      });
      const reply = {
        updatedAt: stamp(intent.createdMs),
        createdAt: stamp(intent.createdMs),
        release: "2.7-second",
        liveMode: books.live,
        clientSecret: intent.secret,
        accountId: merchant.accountId,
        metadata: intent.metadata,
        description: intent.description,
        currency: "xaf",
        amount: intent.amount,
        label: "payment_intent",
        id: intent.id,
      };
      return { status: 200, body: reply };
    },
  },
  {
    method: "GET",
    path: "/v1/payment-intents/{id}",
    unauthorizedForm: "error",
    answer({ books, params }) {
      const intent = books.intents.get(params["id"] ?? "");
      if (intent === undefined) throw new Refusal(404, { message: "PaymentIntent not found" });
      const { status, id, amount } = intent;
      return {
        status: 200,
        body: {
          client_secret: "",
          status,
          id,
          label: "payment_intent",
          attempts: 0,
          currency: "xaf",
          amount,
        },
      };
    },
  },
];

function itemFaults(items: unknown): ReturnType<typeof fault>[] {
  if (items === undefined || items === null) return [];
  if (!Array.isArray(items)) return [fault("items", "array")];
  return items.flatMap((item, index) => {
    const checks = [
      ["productId", isText(at(item, "productId"))],
      ["productName", isText(at(item, "productName"))],
      ["quantity", isFrancs(at(item, "quantity"))],
      ["price", isFrancs(at(item, "price"))],
    ] as const;
    return checks.flatMap(([name, rule]) => (rule === null ? [] : [fault(`items.${index}.${name}`, rule)]));
  });
}

const sessions: Route[] = [
  {
    method: "POST",
    path: "/v1/sessions",
    answer({ body, books, merchant, now }) {
      demand(400, body, {
        cancelUrl: { test: isUrl },
        successUrl: { test: isUrl },
        accountId: { test: isText },
        currency: { test: isCurrency },
        total: { test: isFrancs },
        metadata: { test: isObject, optional: true },
      });
      const items = at(body, "items");
      refuseFaults(400, itemFaults(items));
      if (at(body, "accountId") !== merchant.accountId) refuseFaults(400, [fault("accountId", "owned")]);
      const total = Number(at(body, "total"));
      refuseOutOfBounds(total);
      const listed = (items ?? []) as { quantity: number; price: number }[];
      const sum = listed.reduce((all, item) => all + item.quantity * item.price, 0);
      if (listed.length > 0 && sum !== total) throw new Refusal(409, { reason: "ITEMS_DO_NOT_ADD_UP", sum });
      const session = {
        id: uuidId("session_"),
        orderId: numericId("ord_"),
        total,
        successUrl: String(at(body, "successUrl")),
        cancelUrl: String(at(body, "cancelUrl")),
        items: listed,
        metadata: at(body, "metadata") ?? {},
        createdMs: now,
      };
      books.sessions.set(session.id, session);
      const { createdMs, ...shown } = session;
      const expiresAt = stamp(createdMs + 1_800_000);
      const times = { createdAt: stamp(createdMs), updatedAt: stamp(createdMs), expiresAt };
      return { status: 200, body: { url: null, ...times, ...shown, accountId: merchant.accountId } };
    },
  },
  {
    method: "GET",
    path: "/v1/sessions/{id}",
    answer({ books, params }) {
      const session = books.sessions.get(params["id"] ?? "");
      if (session === undefined) throw new Refusal(404, { message: "session not found" });
      return {
        status: 200,
        body: { session: { ref: session.id, sum: session.total }, asOf: zulu(Date.now()) },
      };
    },
  },
];

export const collectRoutes: Route[] = [...intents, ...sessions];
