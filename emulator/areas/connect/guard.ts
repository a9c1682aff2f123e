import { validationFailed, fieldError, json, message } from "../../kernel/answers.ts";
import { firstRefusal, guard } from "../../kernel/guards.ts";
import type { Decide } from "../../kernel/types.ts";
import { type FieldSpec, valueAt } from "../../kernel/validate.ts";
import { isDown } from "../common/outages.ts";
import { refuseBody } from "../common/deciders.ts";
import type {
  ConnectGuard,
  ConnectParts,
  ConnectRoute,
  ChoiceParts,
  ConnectInput,
  RateParts,
} from "./parts.ts";
import { ownerOf } from "../../kernel/merchants.ts";
import type { Caller } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { put, table } from "../../kernel/table.ts";
import type { Screen } from "../../hooks.ts";

/** Decides a Connect operation. */
export const deciderOf =
  (parts: ConnectParts, route: ConnectRoute): Decide =>
  (context) => {
    const input = { ...context, parts };
    return firstRefusal(route.guards, input) ?? route.act(input);
  };

/** Refuses a body that breaks the rules of the fields in force (§7.1). */
export const fieldsGuard = (
  read: (parts: ConnectParts) => { fields: readonly FieldSpec[]; invalidStatus: number },
): ConnectGuard => guard("validation", ({ command, parts }) => refuseBody(command.body, read(parts)));

/** Refuses fields that a route does not accept, each by its name (§7.4). */
export const rejectedGuard = (rule: string, read: (parts: ConnectParts) => readonly string[]): ConnectGuard =>
  guard(rule, ({ command, parts }) => {
    const { body } = command;
    if (typeof body !== "object" || body === null) return undefined;
    const errors = read(parts)
      .filter((field) => Object.hasOwn(body, field))
      .map((field) => ({ rule, field, message: `The field ${field} is not accepted here` }));
    return errors.length === 0 ? undefined : validationFailed(422, errors);
  });

/** Refuses a request that needs an unavailable service. */
export const outageGuard = (operation: string): ConnectGuard =>
  guard("outage", ({ state, command, parts }) =>
    (parts.outages[operation] ?? [])
      .find(({ service }) => isDown(state, command.caller.accountId, service))
      ?.refuse(),
  );

/** A field whose refusal lists its choices (§7.4). */
export const choice = (field: string, choices: readonly string[]): ChoiceParts => ({
  field,
  choices,
  accepts: (value, words) => typeof value === "string" && words.includes(value),
  refuse: (name, rule, words) =>
    json(422, {
      message: `Choose ${name} out of ${words.join(", ")}`,
      errors: [fieldError(rule, name)],
      meta: { choices: words },
    }),
});

/** Refuses a body whose field is not one of the choices. */
export const choiceGuard = (read: (input: ConnectInput) => ChoiceParts): ConnectGuard =>
  guard("choice", (input) => {
    const { field, choices, accepts, refuse } = read(input);
    const value = valueAt(input.command.body, field);
    if (accepts(value, choices)) return undefined;
    return refuse(field, value === undefined || value === null ? "required" : "enum", choices);
  });

/** The times of a caller's counted requests, epoch milliseconds of its wall clock. */
interface RateRecord {
  readonly id: string;
  readonly at: readonly number[];
}

const rates = table<RateRecord>("connectRates");

/** The requests that still count. Moving the wall clock forward makes them too old. */
const recentOf = (
  state: State,
  { window, counts }: RateParts,
  caller: Caller,
  now: number,
): readonly number[] => (state.get(rates, ownerOf(caller))?.at ?? []).filter((at) => counts(at, now, window));

/** Refuses a request that exceeds the rate. */
export const rateGuard = (read: (parts: ConnectParts) => RateParts): ConnectGuard =>
  guard("rate", ({ state, command, now, parts }) => {
    const rate = read(parts);
    const recent = recentOf(state, rate, command.caller, now);
    const oldest = recent.at(-rate.limit);
    return oldest === undefined ? undefined : rate.refuse(oldest + rate.window - now);
  });

/** Counts a request, unless it was refused because of the rate. */
export const counting =
  (decide: Decide, rate: RateParts): Decide =>
  (context) => {
    const { state, command, now } = context;
    const recent = recentOf(state, rate, command.caller, now);
    const decision = decide(context);
    if (recent.length >= rate.limit || !rate.counted(decision.answer)) return decision;
    const count = put(rates, { id: ownerOf(command.caller), at: [...recent, now] });
    return { ...decision, writes: [...(decision.writes ?? []), count] };
  };

/** Refuses the reserved header, whatever the key. Without a key, the request is refused for that reason instead (§7.8). */
export const refuseServiceAccount: Screen = ({ headers }) => {
  if (!headers.has("service-account")) return undefined;
  const authorization = headers.get("authorization");
  if (authorization === null) return undefined;
  return /^Bearer +sk_/i.test(authorization)
    ? message(400, "The Service-Account header is not supported on this endpoint")
    : message(400, "The Service-Account header is only supported with a partner secret key");
};
