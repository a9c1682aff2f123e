import { outageOf, outages, type Service, services } from "../areas/common/outages.ts";
import { json, message } from "../kernel/answers.ts";
import { oneOf, required, text } from "../kernel/rules.ts";
import { put, remove } from "../kernel/table.ts";
import { createOperations } from "../operations.ts";
import { refusedField, wordIn, type ControlOperation, operation } from "./operation.ts";

/** Operations for outages of services, and for holding requests. */
export const faultControls: ControlOperation[] = [
  operation("declareOutage", "POST /merchants/:accountId/outages", {
    fields: [{ field: "service", rules: [required, text, oneOf(services)] }],
    handle: ({ engine, merchant, body }) => {
      const service = wordIn<Service>(body, "service");
      engine.act(merchant.id, () => ({ writes: [put(outages, outageOf(merchant.id, service))] }));
      return json(200, { service, down: true });
    },
  }),
  operation("endOutage", "DELETE /merchants/:accountId/outages/:service", {
    handle: ({ engine, merchant, params }) => {
      const service = services.find((known) => known === params["service"]);
      if (service === undefined) return message(404, `No such service; there are ${services.join(", ")}`);
      engine.act(merchant.id, () => ({ writes: [remove(outages, outageOf(merchant.id, service).id)] }));
      return json(200, { service, down: false });
    },
  }),
  operation("holdIdempotentRequest", "POST /merchants/:accountId/holds", {
    fields: [
      { field: "operationId", rules: [required, text] },
      { field: "idempotencyKey", rules: [required, text] },
    ],
    handle: ({ engine, parts, merchant, body }) => {
      const { operationId, idempotencyKey: key } = body as { operationId: string; idempotencyKey: string };
      const holdable = createOperations(parts)
        .filter(({ idempotency }) => idempotency !== undefined)
        .map((operation) => operation.operationId);
      if (!holdable.includes(operationId))
        return refusedField("operationId", "enum", `Only these can be held: ${holdable.join(", ")}`);
      const id = engine.act(merchant.id, ({ ids }) => ({ result: ids.id("hold_") }));
      engine.holds.set({ id, accountId: merchant.id, operationId, key });
      return json(201, { holdId: id, holding: false });
    },
  }),
  operation("readHold", "GET /merchants/:accountId/holds/:id", {
    handle: ({ engine, merchant, params }) => {
      const found = engine.holds.get(params["id"] ?? "");
      if (found?.hold.accountId !== merchant.id) return message(404, "No such hold");
      return json(200, { holdId: found.hold.id, holding: found.holding });
    },
  }),
  operation("releaseHeldRequest", "DELETE /merchants/:accountId/holds/:id", {
    handle: ({ engine, merchant, params }) => {
      const id = params["id"] ?? "";
      const found = engine.holds.get(id);
      if (found?.hold.accountId !== merchant.id) return message(404, "No such hold");
      engine.holds.release(id);
      return json(200, { holdId: id, released: found.holding });
    },
  }),
];
