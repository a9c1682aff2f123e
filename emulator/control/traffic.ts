import { json, message, validationFailed } from "../kernel/answers.ts";
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
import type { LoggedRequest } from "../traffic/request-log.ts";
import { type RouteFaultEffect, type RouteFaultRule, routeFaultEffects } from "../traffic/route-faults.ts";
import type { ControlOperation } from "./types.ts";

const LONGEST_DELAY_MS = 600_000;
const errorStatuses = [429, 500, 503];
const share = { name: "share", accepts: (value: unknown) => Number(value) > 0 && Number(value) <= 1 };
const errorStatus = { name: "enum", accepts: (value: unknown) => errorStatuses.includes(Number(value)) };

const shown = (request: LoggedRequest) => ({ ...request, at: new Date(request.at).toISOString() });

/** Faults on any route, and the log of requests: of this emulator alone, no part of the control protocol. */
export const trafficControls: ControlOperation[] = [
  {
    operationId: "addRouteFault",
    method: "POST",
    path: "/faults",
    fields: [
      { field: "effect", rules: [required, text, oneOf(routeFaultEffects)] },
      { field: "operationId", rules: [text, maxLength(255)] },
      { field: "accountId", rules: [text, maxLength(255)] },
      { field: "times", rules: [number, whole, positive] },
      { field: "rate", rules: [number, share] },
      { field: "status", rules: [number, errorStatus] },
      { field: "delayMs", rules: [number, whole, notNegative, atMost(LONGEST_DELAY_MS)] },
    ],
    handle: ({ traffic, operationIds, body }) => {
      const rule = body as unknown as RouteFaultRule;
      if (rule.operationId !== undefined && !operationIds.includes(rule.operationId)) {
        const choices = `Choose one of ${operationIds.join(", ")}`;
        return validationFailed(422, [{ rule: "enum", field: "operationId", message: choices }]);
      }
      // In any casing.
      const effect = rule.effect.toLowerCase() as RouteFaultEffect;
      return json(201, traffic.faults.add({ ...rule, effect }));
    },
  },
  {
    operationId: "listRouteFaults",
    method: "GET",
    path: "/faults",
    fields: [],
    handle: ({ traffic }) => json(200, { data: traffic.faults.list() }),
  },
  {
    operationId: "removeRouteFault",
    method: "DELETE",
    path: "/faults/:id",
    fields: [],
    handle: ({ traffic, params: { id = "" } }) =>
      traffic.faults.remove(id) ? json(200, { id, removed: true }) : message(404, "No such fault"),
  },
  {
    operationId: "listRequests",
    method: "GET",
    path: "/requests",
    fields: [],
    handle: ({ traffic, query }) => {
      const accountId = query["accountId"]?.[0];
      const latest = traffic.log.latest({ most: 100, ...(accountId === undefined ? {} : { accountId }) });
      return json(200, { data: latest.map(shown) });
    },
  },
  {
    operationId: "retrieveRequest",
    method: "GET",
    path: "/requests/:id",
    fields: [],
    handle: ({ traffic, params }) => {
      const request = traffic.log.get(params["id"] ?? "");
      return request === undefined ? message(404, "No such request") : json(200, shown(request));
    },
  },
];
