import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { authenticate } from "./authentication.ts";
import type { Merchants } from "./merchants.ts";
import { paymentIntents } from "./payment-intents.ts";
import { remittances } from "./remittances.ts";

export function api(merchants: Merchants): Hono {
  const app = new Hono();
  // Payment intents report a missing or invalid key in `error`, other routes in `message` (§5).
  app.use("/v1/payment-intents/*", authenticate(merchants, { error: "Unauthorized" }));
  app.use("/v1/remittance/*", authenticate(merchants, { message: "Unauthorized" }));
  app.route("/v1/payment-intents", paymentIntents);
  app.route("/v1/remittance", remittances);
  app.notFound((c) => c.json({ message: "route not found" }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error(error);
    return c.json({ message: "internal error" }, 500);
  });
  return app;
}
