import { validationFailed } from "../../kernel/answers.ts";
import { firstRefusal, guard } from "../../kernel/guards.ts";
import type { Decide } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import { isDown } from "../common/outages.ts";
import { refuseBody } from "../common/validation.ts";
import type { ConnectGuard, ConnectParts, ConnectRoute } from "./parts.ts";

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
