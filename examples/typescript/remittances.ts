import { Hono } from "hono";
import type { Authenticated } from "./authentication.ts";
import { randomText } from "./random-text.ts";
import { amountText, currency, msisdn, object, oneOf, optional, text, validated } from "./validation.ts";

/** How long the simulated operator takes. */
const EXECUTION_MS = 1_000;

interface NewRemittance {
  readonly amount: string;
  readonly currency: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly payment_method_data: {
    readonly momo: { readonly msisdn: string; readonly country: string; readonly operator_name: string };
  };
}

/** A remittance as the API returns it (§2.4). */
export interface Remittance {
  readonly id: string;
  readonly object: "remittance";
  readonly amount: number;
  readonly currency: string;
  status: "processing" | "succeeded";
  readonly firstName: string;
  readonly lastName: string;
  readonly operatorName: string;
  readonly country: string;
  readonly phone: string;
  readonly type: number;
  readonly shouldExecutedAt: string;
  readonly createdAt: string;
  updatedAt: string;
}

function execute(remittance: Remittance): void {
  remittance.status = "succeeded";
  remittance.updatedAt = new Date().toISOString();
}

/** A query parameter as an integer of at least 1, or the fallback if it is absent or not a number. */
const positive = (text: string | undefined, fallback: number): number =>
  Math.max(1, Math.trunc(Number(text ?? fallback)) || fallback);

export const remittances = new Hono<Authenticated>()
  .post("/", async (c) => {
    const body = await validated<NewRemittance>(c, 400, {
      amount: amountText, // a string, unlike every other amount (§4.4)
      currency,
      first_name: text,
      last_name: text,
      payment_method_data: object,
      "payment_method_data.type": oneOf("momo"),
      "payment_method_data.momo": object,
      "payment_method_data.momo.msisdn": msisdn,
      "payment_method_data.momo.country": oneOf("CF", "CG", "CM", "GA", "GQ", "TD"),
      "payment_method_data.momo.operator_name": oneOf("mtn", "airtel"),
      metadata: optional(object),
    });
    const environment = c.get("environment");
    const amount = Number(body.amount);
    if (amount > environment.funds) return c.json({ message: "insufficient funds" }, 402);
    environment.funds -= amount;

    const { momo } = body.payment_method_data;
    const now = new Date().toISOString();
    const remittance: Remittance = {
      id: `rem_${randomText()}`,
      object: "remittance",
      amount,
      currency: body.currency.toLowerCase(),
      status: "processing",
      firstName: body.first_name,
      lastName: body.last_name,
      operatorName: momo.operator_name,
      country: momo.country.toLowerCase(),
      phone: momo.msisdn,
      type: 1,
      shouldExecutedAt: now,
      createdAt: now,
      updatedAt: now,
    };
    environment.remittances.set(remittance.id, remittance);
    setTimeout(() => execute(remittance), EXECUTION_MS).unref();
    return c.json(remittance);
  })
  .get("/", (c) => {
    const newestFirst = [...c.get("environment").remittances.values()].reverse();
    const limit = Math.min(positive(c.req.query("limit"), 10), 100);
    const page = positive(c.req.query("page"), 1);
    const total = newestFirst.length;
    return c.json({
      data: newestFirst.slice((page - 1) * limit, page * limit),
      meta: { total, page, limit, pages: Math.ceil(total / limit) },
    });
  })
  .get("/:id", (c) => {
    const remittance = c.get("environment").remittances.get(c.req.param("id"));
    return remittance === undefined ? c.json({ message: "remittance not found" }, 404) : c.json(remittance);
  });
