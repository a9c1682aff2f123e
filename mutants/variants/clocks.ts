import type { ClockRoute } from "../../emulator/areas/test-clocks/parts.ts";
import type { Parts } from "../../emulator/index.ts";
import { json, message, only, validationFailed } from "../../emulator/kernel/answers.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import type { Rule } from "../../emulator/kernel/validate.ts";
import type { Variant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { answering, variant, wireVariant } from "./parts/variant.ts";
import { everyRoute, refusingClocks, routing, showing, timekeeping } from "./parts/test-clocks.ts";

const A_YEAR = 366 * 86_400_000;
const STRICT: Rule = {
  name: "date",
  accepts: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)),
};
const INSTANTS = ["frozenTime", "advanceTo", "startFrom"];

/** The fields that take an instant, with one more rule. */
const dated = (parts: Parts, add: (field: string) => readonly Rule[]): Parts =>
  everyRoute(parts, (route) => ({
    fields: route.fields.map((spec) =>
      INSTANTS.includes(spec.field) ? { ...spec, rules: [...spec.rules, ...add(spec.field)] } : spec,
    ),
  }));

const named = (parts: Parts, change: (rules: readonly Rule[]) => readonly Rule[]): Parts =>
  everyRoute(parts, (route) => ({
    fields: route.fields.map((spec) =>
      spec.field === "name" ? { ...spec, rules: change(spec.rules) } : spec,
    ),
  }));

const requests: readonly Variant[] = [
  variant("dates-in-full-only", "clock-date-forms", "Only a full instant with Z is a date", (parts) =>
    dated(parts, () => [STRICT]),
  ),
  wireVariant(
    "milliseconds-are-dates",
    "clock-date-forms",
    "Milliseconds since 1970 are a date as well",
    (handler) => async (request) => {
      if (request.method !== "POST" || !request.url.includes("/test-helpers/")) return handler(request);
      const text = await request.text();
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        return handler(new Request(request.url, { method: "POST", headers: request.headers, body: text }));
      }
      if (isObject(body))
        for (const name of INSTANTS) {
          const value = body[name];
          if (typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) < 7e12)
            body[name] = new Date(value).toISOString();
        }
      const headers = new Headers(request.headers);
      headers.delete("content-length");
      return handler(new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }));
    },
  ),
  variant(
    "clocks-within-bounds",
    "clock-instant-bounds",
    "A clock begins at most a day ago and at most five years ahead, and an advance spans two years",
    (parts) => {
      const fields = routing(parts, "create", (route) => ({
        fields: route.fields.map((spec) =>
          spec.field === "frozenTime"
            ? {
                ...spec,
                rules: [
                  ...spec.rules,
                  {
                    name: "range",
                    accepts: (value: unknown) => {
                      const ahead = Date.parse(String(value)) - Date.now();
                      return ahead > -86_400_000 && ahead < 5 * A_YEAR;
                    },
                  },
                ],
              }
            : spec,
        ),
      }));
      return timekeeping(fields, () => ({ isBounded: (from, to) => to - from <= 2 * A_YEAR }));
    },
  ),
  variant("names-trimmed", "clock-name-values", "Names are trimmed, normalised and not empty", (parts) =>
    answering(
      named(parts, (rules) => [
        ...rules,
        { name: "minLength", accepts: (value) => typeof value !== "string" || value.trim() !== "" },
      ]),
      ["createTestClock"],
      201,
      (body) => {
        if (typeof body["name"] === "string") body["name"] = body["name"].trim().normalize("NFKC");
      },
    ),
  ),
  variant(
    "simulations-of-any-name",
    "simulate-name-limit",
    "The name of a simulation may be as long as you like",
    (parts) =>
      routing(parts, "simulate", (route) => ({
        fields: route.fields.map((spec) =>
          spec.field === "name"
            ? { ...spec, rules: spec.rules.filter(({ name }) => name !== "maxLength") }
            : spec,
        ),
      })),
  ),
  variant(
    "clocks-refuse-unknown-fields",
    "void-unknown-fields",
    "Test clocks and the voiding of invoices refuse fields that they do not know",
    (parts) => {
      const strict = (known: readonly string[]) => (body: unknown) =>
        isObject(body) ? Object.keys(body).filter((name) => !known.includes(name)) : [];
      const refuse = (names: readonly string[]) =>
        names.length === 0
          ? undefined
          : only(
              validationFailed(
                422,
                names.map((field) => ({ rule: "unknown", field, message: "unknown validation failed" })),
              ),
            );
      const clocks = everyRoute(parts, (route) => {
        const unknown = strict(route.fields.map(({ field }) => field));
        return {
          guards: [
            ...route.guards,
            { name: "unknown", refuse: ({ command }) => refuse(unknown(command.body)) },
          ],
        };
      });
      const { void: usual } = clocks.invoices;
      const guard = {
        name: "unknown",
        refuse: ({ context }: { context: { command: { body: unknown } } }) =>
          refuse(strict([])(context.command.body)),
      };
      return {
        ...clocks,
        invoices: { ...clocks.invoices, void: { ...usual, guards: [...usual.guards, guard] } },
      };
    },
  ),
];

const refusals: readonly Variant[] = [
  variant("clock-errors-are-words", "clock-error-texts", "The error of a test clock is a word", (parts) =>
    refusingClocks(parts, (body) => ({ ...body, error: "refused" })),
  ),
  variant(
    "clock-errors-are-objects",
    "clock-error-texts",
    "The error of a test clock is an object",
    (parts) => refusingClocks(parts, (body) => ({ ...body, error: { text: body["error"], links: [] } })),
  ),
  variant(
    "null-in-place-of-a-code",
    "clock-refusal-without-code",
    "Where there is no code for a refusal of a test clock, it is null",
    (parts) => refusingClocks(parts, (body) => ({ code: null, ...body })),
  ),
  variant(
    "clock-faults-are-400",
    "clock-validation-status",
    "A wrong parameter of a test clock is answered 400, as its other errors are",
    (parts) => {
      const told = timekeeping(parts, () => ({ invalidStatus: 400 }));
      return answering(told, CLOCK_ROUTES, 400, (body) => {
        if (!Array.isArray(body["errors"])) return;
        delete body["errors"];
        Object.assign(body, { error: "A parameter is missing or wrong", code: "INVALID_PARAMETERS" });
      });
    },
  ),
  variant(
    "clocks-refuse-backwards",
    "clock-not-found-precedence",
    "The reasons of test clocks to refuse are tried in the opposite order",
    (parts) =>
      everyRoute(parts, (route) => ({
        guards: [
          ...route.guards.filter(({ name }) => name === "liveKey"),
          ...route.guards.filter(({ name }) => name !== "liveKey").toReversed(),
        ],
      })),
  ),
  wireVariant(
    "not-found-names-what-was-asked",
    "clock-not-found-equality",
    "What is not found is named, with a number of the request",
    (handler) => {
      let requests = 0;
      return async (request) => {
        requests += 1;
        const number = requests;
        const [, id] = /\/test-clocks\/([^/?]+)/.exec(request.url) ?? [];
        const asked = request.method === "POST" ? await request.clone().text() : "";
        const answer = await handler(request);
        if (answer.status !== 404 || !request.url.includes("/test-clocks")) return answer;
        const body = (await answer.json()) as Body;
        const named = { TEST_CLOCK_NOT_FOUND: id, SUBSCRIPTION_NOT_FOUND: member(asked, "subscriptionId") };
        const what = { ...named, CUSTOMER_NOT_FOUND: member(asked, "customerId") }[String(body["code"])];
        return Response.json(
          { ...body, error: `There is no ${String(what)}`, requestId: `req-${number}` },
          { status: 404 },
        );
      };
    },
  ),
];

const CLOCK_ROUTES = [
  "createTestClock",
  "retrieveTestClock",
  "deleteTestClock",
  "attachTestClock",
  "advanceTestClock",
  "simulateTestClock",
];

function member(text: string, name: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body[name] : undefined;
  } catch {
    return undefined;
  }
}

const completed: Answer = json(400, { error: "The test clock is completed", code: "TEST_CLOCK_COMPLETED" });

const states: readonly Variant[] = [
  variant(
    "completed-clocks-are-closed",
    "clock-completed-uses",
    "A completed clock is neither read nor deleted",
    (parts) =>
      (["retrieve", "delete"] as const).reduce(
        (changed, name) =>
          routing(changed, name, ({ guards }: ClockRoute) => ({
            guards: [
              ...guards,
              {
                name: "completed",
                refuse: (input) =>
                  input.parts.lookups.clock(input)?.status === "completed" ? only(completed) : undefined,
              },
            ],
          })),
        parts,
      ),
  ),
  variant(
    "attached-once",
    "clock-attachment-conditions",
    "What is attached to a clock is attached to no other, and no clock is behind its subscription",
    (parts) =>
      routing(parts, "attach", ({ guards }) => ({
        guards: [
          ...guards,
          {
            name: "attached",
            refuse: (input) => {
              const { lookups } = input.parts;
              const clock = lookups.clock(input);
              const subscription = lookups.subscription(input);
              const taken = [subscription, lookups.customer(input)].some(
                (one) => one !== undefined && one.clockId !== null && one.clockId !== clock?.id,
              );
              const behind = (subscription?.periodStart ?? 0) > (clock?.frozenTime ?? Infinity);
              return taken || behind ? only(message(409, "This cannot be attached")) : undefined;
            },
          },
        ],
      })),
  ),
  variant(
    "later-subscriptions-in-real-time",
    "clock-later-subscriptions",
    "A subscription that an attached customer makes later follows the wall clock",
    (parts) => {
      const { create } = parts.subscriptions;
      const order: typeof create.order = (context) => {
        const made = create.order(context);
        return { ...made, customer: { ...made.customer, clockId: null } };
      };
      return { ...parts, subscriptions: { ...parts.subscriptions, create: { ...create, order } } };
    },
  ),
  variant("clocks-to-the-second", "clock-precision", "A clock keeps whole seconds", (parts) =>
    showing(parts, (presenter) => ({
      ...presenter,
      frozenTime: ({ frozenTime }) => `${new Date(frozenTime).toISOString().slice(0, 19)}Z`,
    })),
  ),
];

/** Open points about what test clocks take and refuse (§4.8, §7.9). */
export const clockVariants: readonly Variant[] = [...requests, ...refusals, ...states];
