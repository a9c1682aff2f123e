import { type Acceptance, catalogue, openapi } from "../../spec/index.ts";
import { documentedOperations, isObject } from "../../spec/json.ts";
import type { Handler, Mutant } from "../mutant.ts";

type Dict = Readonly<Record<string, unknown>>;

/** For each documented request that must be accepted, the emulator refuses exactly the requests of that form. */
export const mutants: readonly Mutant[] = catalogue.flatMap((rule): Mutant[] => {
  const { accepts } = rule;
  if (accepts === undefined) return [];
  const form = rule.id.replace("/accepts-", "-");
  return [
    {
      id: `refuses-${form}`,
      violates: [rule.id],
      summary: rule.says.replace(/ is accepted\.$/, " is refused."),
      wrap: refusing(accepts),
    },
  ];
});

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly host: string;
  /** A documented status for refusals, other than that for keys. A 403 may concern permissions. */
  readonly refusal: number;
}

function refusing(accepts: Acceptance): (handler: Handler) => Handler {
  const { method, path, host, refusal } = routeOf(accepts.operation);
  /** Requests that prepare the object of an acceptance may have the same form, so the first one is not refused. */
  const begins = accepts.about?.startsWith("advanced-") === true;
  const begun = new Set<string>();
  return (handler) => async (request) => {
    const { hostname, pathname, searchParams } = new URL(request.url);
    const here = hostname.startsWith("checkout") === (host === "checkout");
    if (!here || request.method !== method || !path.test(pathname)) return handler(request);
    const text = await request.clone().text();
    const isSelected =
      isForm(accepts.query ?? {}, Object.fromEntries(searchParams)) &&
      isForm(accepts.body ?? {}, text === "" ? {} : parsed(text)) &&
      (accepts.headers !== undefined) === request.headers.has("idempotency-key");
    if (!isSelected || (begins && !begun.has(pathname))) {
      if (isSelected) begun.add(pathname);
      return handler(request);
    }
    const answer = await handler(request.clone());
    // A caller without permission gets the usual refusal.
    if (answer.status === 401) return answer;
    const body = {
      errors: [{ rule: "unsupported", field: "body", message: "not taken" }],
      message: "not taken",
    };
    return Response.json(body, { status: refusal });
  };
}

function routeOf(operationId: string): Route {
  const found = documentedOperations(openapi).find(
    ({ operation }) => operation["operationId"] === operationId,
  );
  if (found === undefined) throw new Error(`the contract has no operation ${operationId}`);
  const { method, path, operation } = found;
  const documented = Object.keys(operation["responses"] as Dict).map(Number);
  return {
    method,
    path: new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
    host: String(operation["x-host"]),
    refusal: [422, 400, 404].find((status) => documented.includes(status)) ?? 400,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a value has exactly the members of a template, and every value that the template fixes. */
function isForm(template: unknown, value: unknown): boolean {
  if (typeof template === "string" && /^\{\w+\}$/.test(template)) return value !== undefined;
  if (Array.isArray(template)) return Array.isArray(value);
  if (!isObject(template)) return template === value;
  if (!isObject(value)) return false;
  const names = new Set([...Object.keys(template), ...Object.keys(value)]);
  return [...names].every((name) => isForm(template[name], value[name]));
}
