import { type Context, Hono } from "hono";
import type { Merchants, Mode } from "./merchants.ts";
import { jsonBody, oneOf, validated } from "./validation.ts";

const OPERATIONS = ["createMerchant", "regenerateKey"];

const refusal = (field: string, rule: string) => ({
  errors: [{ rule, field, message: `${rule} validation failed` }],
});

/** The fields of the body, which may be absent. */
const fieldsOf = async (c: Context): Promise<Record<string, unknown>> =>
  (await c.req.text()) === "" ? {} : ((await jsonBody(c)) as Record<string, unknown>);

/** Creates the states that payconform needs and that no request of the API creates. */
export const control = (merchants: Merchants): Hono =>
  new Hono()
    .get("/", (c) => c.json({ protocol: "payconform-control", version: 1, operations: OPERATIONS }))
    .post("/merchants", async (c) => {
      const { funds, ...others } = await fieldsOf(c);
      // Never ignore a field: payconform would expect a state that does not exist.
      const [unknown] = Object.keys(others);
      if (unknown !== undefined) return c.json(refusal(unknown, "unsupported"), 422);
      if (funds === undefined) return c.json(merchants.register({}), 201);
      if (typeof funds !== "number" || !Number.isInteger(funds) || funds < 0)
        return c.json(refusal("funds", "amount"), 422);
      return c.json(merchants.register({ funds }), 201);
    })
    .post("/merchants/:accountId/keys", async (c) => {
      const { mode } = await validated<{ mode: Mode }>(c, 422, { mode: oneOf("test", "live") });
      const key = merchants.replaceKey(c.req.param("accountId"), mode);
      return key === undefined ? c.json({ message: "merchant not found" }, 404) : c.json({ mode, key });
    });
