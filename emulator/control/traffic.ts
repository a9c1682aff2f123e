import { json, message } from "../kernel/answers.ts";
import {
  atMost,
  maxLength,
  notNegative,
  number,
  oneOf,
  positive,
  required,
  text,
  whole,
} from "../kernel/rules.ts";
import { magicValues } from "../magic-values.ts";
import { merchants } from "../kernel/merchants.ts";
import type { State } from "../kernel/state.ts";
import { vendors } from "../areas/connect/vendor.ts";
import type { LoggedRequest } from "../traffic/logs.ts";
import { eventTypes } from "../areas/events/types.ts";
import { type EventFaultRule, eventFaultEffects, isEventFault } from "../traffic/event-faults.ts";
import { type FaultRule, isUsedUp, routeFaultEffects } from "../traffic/faults.ts";
import { refusedField, type ControlOperation, operation } from "./operation.ts";

const LONGEST_DELAY_MS = 600_000;
const errorStatuses = [429, 500, 503];
const share = {
  name: "share",
  wants: "above 0 and at most 1",
  accepts: (value: unknown) => Number(value) > 0 && Number(value) <= 1,
};
const errorStatus = {
  name: "enum",
  wants: `one of ${errorStatuses.join(", ")}`,
  accepts: (value: unknown) => errorStatuses.includes(Number(value)),
};

const hasAccount = (state: State, accountId: string): boolean =>
  state.get(merchants, accountId) !== undefined || state.get(vendors, accountId) !== undefined;

const shown = ({ answer: { status, body, raw }, ...request }: LoggedRequest) => ({
  ...request,
  at: new Date(request.at).toISOString(),
  answer: { status, body, raw },
});

/** Operations for faults and for the log of requests. They are not in the control protocol. */
export const trafficControls: ControlOperation[] = [
  operation("addRouteFault", "POST /faults", {
    fields: [
      { field: "effect", rules: [required, text, oneOf([...routeFaultEffects, ...eventFaultEffects])] },
      { field: "operationId", rules: [text, maxLength(255)] },
      { field: "event", rules: [text, maxLength(255)] },
      { field: "accountId", rules: [text, maxLength(255)] },
      { field: "times", rules: [number, whole, positive] },
      { field: "rate", rules: [number, share] },
      { field: "status", rules: [number, errorStatus] },
      { field: "delayMs", rules: [number, whole, notNegative, atMost(LONGEST_DELAY_MS)] },
    ],
    handle: ({ engine, traffic, operationIds, body }) => {
      const given = body as unknown as FaultRule & Pick<EventFaultRule, "event"> & { operationId?: string };
      const { operationId, event } = given;
      // The effect may be in any casing.
      const rule = { ...given, effect: given.effect.toLowerCase() } as FaultRule;
      const [other, why] = isEventFault(rule)
        ? ["operationId", "disturbs events, not requests"]
        : ["event", "disturbs requests, not events"];
      if (Object.hasOwn(body, other)) return refusedField(other, "unsupported", `${rule.effect} ${why}`);
      if (operationId !== undefined && !operationIds.includes(operationId))
        return refusedField("operationId", "enum", `Choose one of ${operationIds.join(", ")}`);
      if (event !== undefined && !eventTypes.includes(event))
        return refusedField("event", "enum", `Choose one of ${eventTypes.join(", ")}`);
      const { accountId } = given;
      if (accountId !== undefined && !hasAccount(engine.state, accountId))
        return refusedField(
          "accountId",
          "exists",
          "There is no such account; GET /control/merchants lists the merchants",
        );
      return json(201, traffic.faults.add(rule));
    },
  }),
  operation("listRouteFaults", "GET /faults", {
    handle: ({ traffic }) => json(200, { data: traffic.faults.list().filter((fault) => !isUsedUp(fault)) }),
  }),
  operation("retrieveRouteFault", "GET /faults/:id", {
    handle: ({ traffic, params: { id } }) => {
      const fault = traffic.faults.list().find((known) => known.id === id);
      return fault === undefined ? message(404, "No such fault") : json(200, fault);
    },
  }),
  operation("removeRouteFault", "DELETE /faults/:id", {
    handle: ({ traffic, params: { id = "" } }) =>
      traffic.faults.remove(id) ? json(200, { id, removed: true }) : message(404, "No such fault"),
  }),
  operation("listMagicValues", "GET /magic", {
    handle: ({ parts }) => json(200, { enabled: parts.magic !== undefined, values: magicValues }),
  }),
  operation("listHints", "GET /hints", {
    query: ["accountId"],
    handle: ({ hints, query }) => json(200, { data: hints.all(query["accountId"]?.[0]) }),
  }),
  operation("listRequests", "GET /requests", {
    query: ["accountId", "operationId", "status"],
    handle: ({ traffic, query }) => {
      const wanted = (name: string, value: unknown): boolean => query[name]?.includes(String(value)) ?? true;
      const found = traffic.log
        .latest({ most: Number.MAX_SAFE_INTEGER })
        .filter(({ accountId }) => wanted("accountId", accountId))
        .filter(
          ({ operationId, answer }) => wanted("operationId", operationId) && wanted("status", answer.status),
        );
      return json(200, { data: found.slice(0, 100).map(shown) });
    },
  }),
  operation("retrieveRequest", "GET /requests/:id", {
    handle: ({ traffic, params }) => {
      const request = traffic.log.get(params["id"] ?? "");
      return request === undefined ? message(404, "No such request") : json(200, shown(request));
    },
  }),
];
