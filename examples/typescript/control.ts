import { type Context, Hono } from "hono";
import type { Merchants } from "./merchants.ts";

const OPERATIONS = ["createMerchant", "regenerateKey"];

const refusal = (field: string, rule: string) => ({
  errors: [{ rule, field, message: `${rule} validation failed` }],
});

/** No body, or none in JSON, is an empty one. */
const bodyOf = (c: Context): Promise<Record<string, unknown>> => c.req.json().catch(() => ({}));

/** States that no request of the API creates, for payconform. An operation does everything in its body, or refuses. */
export const control = (merchants: Merchants): Hono =>
  new Hono()
    .get("/", (c) => c.json({ protocol: "payconform-control", version: 1, operations: OPERATIONS }))
    .post("/merchants", async (c) => {
      const { funds, ...others } = await bodyOf(c);
      const [unknown] = Object.keys(others);
      if (unknown !== undefined) return c.json(refusal(unknown, "unsupported"), 422);
      if (funds === undefined) return c.json(merchants.register({}), 201);
      if (typeof funds !== "number" || !Number.isInteger(funds) || funds < 0)
        return c.json(refusal("funds", "amount"), 422);
      return c.json(merchants.register({ funds }), 201);
    })
    .post("/merchants/:accountId/keys", async (c) => {
      const { mode } = await bodyOf(c);
      if (mode !== "test" && mode !== "live") return c.json(refusal("mode", "enum"), 422);
      const key = merchants.replaceKey(c.req.param("accountId"), mode);
      return key === undefined ? c.json({ message: "merchant not found" }, 404) : c.json({ mode, key });
    });
