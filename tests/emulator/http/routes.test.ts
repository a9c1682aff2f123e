import { Hono } from "hono";
import { expect, it } from "vitest";
import { createRoutes } from "../../../emulator/http/host.ts";
import { createParts } from "../../../emulator/index.ts";
import { createOperations } from "../../../emulator/operations.ts";

const operations = createOperations(createParts());
const find = createRoutes(operations);

it("finds the operation and the parameters that the router of web requests finds", async () => {
  const app = new Hono();
  for (const { operationId, method, path } of operations)
    app.on(method, path, (context) => context.json({ operationId, params: context.req.param() }));
  const paths = operations.flatMap(({ path }) => {
    const filled = path.replace(/:\w+/g, "one-2.x");
    return [filled, `${filled}/more`, filled.replace(/\/[^/]+$/, "") || "/", filled.toUpperCase()];
  });
  const found = new Set<string>();
  for (const path of new Set(paths)) {
    for (const method of ["GET", "POST", "DELETE"]) {
      const { operation, params } = find(method, path) ?? {};
      const answer = await app.request(path, { method });
      const expected: unknown = answer.ok ? await answer.json() : {};
      expect({ operationId: operation?.operationId, params }, `${method} ${path}`).toEqual(expected);
      if (operation !== undefined) found.add(operation.operationId);
    }
  }
  expect(found.size).toBe(operations.length);
});

it("takes the first that matches", () => {
  const [one] = operations;
  if (one === undefined) throw new Error("there are no operations");
  const some = ["/v1/:what", "/v1/known", "/v1/:other"].map((path, at) => ({
    ...one,
    method: "GET" as const,
    path,
    operationId: String(at),
  }));
  expect(createRoutes(some)("GET", "/v1/known")?.operation.operationId).toBe("0");
  expect(createRoutes(some.slice(1))("GET", "/v1/known")?.operation.operationId).toBe("1");
  expect(createRoutes(some.slice(1))("GET", "/v1/else")?.params).toEqual({ other: "else" });
});
