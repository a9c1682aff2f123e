import { type RuleId, ruleIdOf } from "../../spec/index.ts";
import { type Handler, type Mutant, wrapping } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

/** A required parameter for which null is taken. */
interface Taken {
  readonly violates: RuleId;
  /** The path of its route ends so. */
  readonly route: string;
  readonly field: string;
  /** In place of null, where an earlier request's value would not do. */
  readonly value?: unknown;
}

const creations: readonly Taken[] = [
  ...of("payment-intents", "/payment-intents", { amount: "amount", currency: "currency" }),
  ...of("checkout-sessions", "/sessions", {
    total: "total",
    currency: "currency",
    accountId: "account-id",
    successUrl: "success-url",
    cancelUrl: "cancel-url",
  }),
  ...(["disbursements", "remittances"] as const).flatMap((area) =>
    of(area, area === "remittances" ? "/remittance" : "/disbursements", {
      amount: "amount",
      currency: "currency",
      first_name: "first-name",
      last_name: "last-name",
      payment_method_data: "payment-method",
    }),
  ),
];

const LATER = "2027-12-01T00:00:00Z";

const taken: readonly Taken[] = [
  ...creations,
  { violates: "allocations/amount-words-refused", route: "/connect/allocations", field: "amount" },
  { violates: "allocations/destination-required", route: "/connect/allocations", field: "destination" },
  { violates: "payout-schedule/cadence-required", route: "/payout_schedule", field: "cadence" },
  { violates: "test-clocks/create-with-no-date", route: "/test-clocks", field: "frozenTime", value: LATER },
  { violates: "test-clocks/advance-to-no-date", route: "/advance", field: "frozenTime", value: LATER },
  { violates: "test-clocks/simulate-to-no-date", route: "/simulate", field: "advanceTo", value: LATER },
  { violates: "test-clocks/simulate-without-a-subscription", route: "/simulate", field: "subscriptionId" },
];

/** Required parameters that may be null: the request is read with the value that an earlier one gave (§4). */
export const nullMutants: readonly Mutant[] = taken.map(({ violates, route, field, value }) =>
  wrapping(
    {
      id: `${route.slice(1).replaceAll(/[/_]/g, "-")}-takes-null-as-${field.replaceAll("_", "-").toLowerCase()}`,
      violates,
      summary: `Null is taken as ${field} of a POST to ${route}, though it is required.`,
    },
    filling(route, field, value),
  ),
);

function of(area: string, route: string, fields: Readonly<Record<string, string>>): readonly Taken[] {
  return Object.entries(fields).map(([field, name]) => ({
    violates: ruleIdOf(`${area}/${name}-of-wrong-type`),
    route,
    field,
  }));
}

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
