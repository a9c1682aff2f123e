import type { RuleId } from "../../spec/index.ts";
import type { Handler, Mutant } from "../mutant.ts";
import type { Named } from "../named.ts";
import { isObject } from "./answers.ts";

/**
 * A mutant that accepts null for a required parameter of the route with this path. It uses the value of an earlier request, or `value`
 * (§4).
 */
export const takingNull = (
  violates: RuleId,
  route: string,
  field: string,
  value?: unknown,
): Named[string] => ({
  violates: [violates],
  summary: `POST ${route} accepts null as the required field ${field}.`,
  wrap: filling(route, field, value),
});

/** Mutants for each of these parameters of a creation. `rules` maps each to the rule on its type. */
export const takingNulls = (route: string, rules: Readonly<Record<string, RuleId>>): readonly Mutant[] =>
  Object.entries(rules).map(([field, violates]) => ({
    id: `${route.slice(1)}-takes-null-as-${field.replaceAll("_", "-").toLowerCase()}`,
    ...takingNull(violates, route, field),
  }));

function filling(route: string, field: string, value: unknown): (handler: Handler) => Handler {
  return (handler) => {
    let last = value;
    return async (request) => {
      const { pathname } = new URL(request.url);
      const body = request.method === "POST" ? parsed(await request.clone().text()) : undefined;
      if (!isObject(body) || body[field] === undefined || !pathname.endsWith(route)) return handler(request);
      if (body[field] !== null) {
        const answer = await handler(request);
        if (answer.ok && value === undefined) last = body[field];
        return answer;
      }
      const filled = JSON.stringify({ ...body, [field]: last ?? null });
      return handler(new Request(request.url, { method: "POST", headers: request.headers, body: filled }));
    };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
