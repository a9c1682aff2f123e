import { Hono } from "hono";
import type { Authenticated } from "./authentication.ts";
import { randomText } from "./random-text.ts";
import { amount, currency, object, optional, text, validated } from "./validation.ts";

export interface PaymentIntent {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: "requires_payment_method";
  readonly clientSecret: string;
}

interface NewIntent {
  readonly amount: number;
  readonly currency: string;
  readonly description?: string | null;
  readonly metadata?: Record<string, unknown> | null;
}

export const paymentIntents = new Hono<Authenticated>()
  .post("/", async (c) => {
    const body = await validated<NewIntent>(c, 422, {
      amount,
      currency,
      description: optional(text),
      metadata: optional(object),
    });
    const environment = c.get("environment");
    const id = `pi_${randomText()}`;
    const intent: PaymentIntent = {
      id,
      amount: body.amount,
      currency: body.currency.toLowerCase(),
      status: "requires_payment_method",
      clientSecret: `${id}_secret_${randomText(8)}`,
    };
    environment.intents.set(id, intent);
    const now = new Date().toISOString();
    return c.json({
      id,
      label: "payment_intent",
      amount: intent.amount,
      currency: intent.currency,
      description: body.description ?? null,
      metadata: body.metadata ?? {},
      accountId: environment.accountId,
      liveMode: environment.mode === "live",
      clientSecret: intent.clientSecret,
      createdAt: now,
      updatedAt: now,
    });
  })
  .get("/:id", (c) => {
    const intent = c.get("environment").intents.get(c.req.param("id"));
    if (intent === undefined) return c.json({ message: "payment intent not found" }, 404);
    // Fewer fields than the creation shows, and `client_secret` in snake_case (§2.1).
    const { id, amount, currency, status, clientSecret } = intent;
    return c.json({ id, label: "payment_intent", amount, currency, status, client_secret: clientSecret });
  });
