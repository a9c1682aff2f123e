import { routing, clocks } from "../shared/clocks.ts";
import type { Rule } from "../../emulator/kernel/validate.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { answering, type Body, isObject } from "../shared/answers.ts";
import { everyRoute, refusingClocks } from "./parts/test-clocks.ts";

const A_YEAR = 366 * 86_400_000;

const STRICT: Rule = {
  name: "date",
  accepts: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)),
};

const TIMES = ["frozenTime", "advanceTo", "startFrom"];

/** Adds a rule to the fields with a time. */
const dated = (add: (field: string) => readonly Rule[]): Replace =>
  everyRoute((route) => ({
    fields: route.fields.map((spec) =>
      TIMES.includes(spec.field) ? { ...spec, rules: [...spec.rules, ...add(spec.field)] } : spec,
    ),
  }));

/** Changes the validation of names. */
const naming = (change: (rules: readonly Rule[]) => readonly Rule[]): Replace =>
  everyRoute((route) => ({
    fields: route.fields.map((spec) =>
      spec.field === "name" ? { ...spec, rules: change(spec.rules) } : spec,
    ),
  }));

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

/** Other choices at the open points in `spec/areas/test-clocks.yaml`: what a clock accepts and how it refuses. */
export const variants = named<Variant>({
  "dates-in-full-only": {
    openPoints: ["clock-date-forms"],
    what: "Only a full timestamp with Z is accepted as a date",
    replace: dated(() => [STRICT]),
  },
  "milliseconds-are-dates": {
    openPoints: ["clock-date-forms"],
    what: "Milliseconds since 1970 are also accepted as a date",
    wrap: (handler) => async (request) => {
      if (request.method !== "POST" || !request.url.includes("/test-helpers/")) return handler(request);
      const text = await request.text();
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        return handler(new Request(request.url, { method: "POST", headers: request.headers, body: text }));
      }
      if (isObject(body))
        for (const name of TIMES) {
          const value = body[name];
          if (typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) < 7e12)
            body[name] = new Date(value).toISOString();
        }
      const headers = new Headers(request.headers);
      headers.delete("content-length");
      return handler(new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }));
    },
  },
  "clocks-within-bounds": {
    openPoints: ["clock-instant-bounds"],
    what: "A clock starts at most a day in the past and five years in the future, and an advance is at most two years",
    replace: (parts) => {
      const fields = routing("create", (route) => ({
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
      }))(parts);
      return clocks(() => ({ isBounded: (from, to) => to - from <= 2 * A_YEAR }))(fields);
    },
  },
  "names-trimmed": {
    openPoints: ["clock-name-values"],
    what: "Names are trimmed and normalised, and must not be empty",
    replace: inOrder(
      naming((rules) => [
        ...rules,
        { name: "minLength", accepts: (value) => typeof value !== "string" || value.trim() !== "" },
      ]),
      answering(["createTestClock"], 201, (body) => {
        if (typeof body["name"] === "string") body["name"] = body["name"].trim().normalize("NFKC");
      }),
    ),
  },
  "simulations-of-any-name": {
    openPoints: ["simulate-name-limit"],
    what: "The name of a simulation may have any length",
    replace: routing("simulate", (route) => ({
      fields: route.fields.map((spec) =>
        spec.field === "name"
          ? { ...spec, rules: spec.rules.filter(({ name }) => name !== "maxLength") }
          : spec,
      ),
    })),
  },
  "clock-errors-are-words": {
    openPoints: ["clock-error-texts"],
    what: "`error` of a test clock is a word",
    replace: refusingClocks((body) => ({ ...body, error: "refused" })),
  },
  "clock-errors-are-objects": {
    openPoints: ["clock-error-texts"],
    what: "`error` of a test clock is an object",
    replace: refusingClocks((body) => ({ ...body, error: { text: body["error"], links: [] } })),
  },
  "null-in-place-of-a-code": {
    openPoints: ["clock-refusal-without-code"],
    what: "A refusal of a test clock without a code has a null code",
    replace: refusingClocks((body) => ({ code: null, ...body })),
  },
  "clock-faults-are-400": {
    openPoints: ["clock-validation-status"],
    what: "An invalid parameter of a test clock is refused with 400, like its other errors",
    replace: (parts) => {
      const changed = clocks(() => ({ invalidStatus: 400 }))(parts);
      return answering(CLOCK_ROUTES, 400, (body) => {
        if (!Array.isArray(body["errors"])) return;
        delete body["errors"];
        Object.assign(body, { error: "A parameter is missing or wrong", code: "INVALID_PARAMETERS" });
      })(changed);
    },
  },
  "clocks-refuse-backwards": {
    openPoints: ["clock-not-found-precedence"],
    what: "The guards of test clocks run in the opposite order",
    replace: everyRoute((route) => ({
      guards: [
        ...route.guards.filter(({ name }) => name === "liveKey"),
        ...route.guards.filter(({ name }) => name !== "liveKey").toReversed(),
      ],
    })),
  },
  "not-found-names-what-was-asked": {
    openPoints: ["clock-not-found-equality"],
    what: "A 404 names the object and has a request id",
    wrap: (handler) => {
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
  },
});
