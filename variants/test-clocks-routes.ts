import type { Rule } from "../emulator/kernel/validate.ts";
import { inOrder, named, part, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, type Body, finishing, isObject, objectsIn } from "../mutants/shared/answers.ts";
import { clocks, misreading, routing } from "../mutants/shared/clocks.ts";
import { everyRoute, MOVES, refusingClocks, rewriting, showing } from "./parts.ts";

/** Returns the list of test clocks in another form. */
const listed = (change: (clocks: readonly Body[]) => unknown): Replace =>
  finishing("listTestClocks", (answer) => {
    const { data } = isObject(answer.body) ? answer.body : {};
    return answer.status === 200 && Array.isArray(data)
      ? { ...answer, body: change(data.filter(isObject)) }
      : answer;
  });

function withArrays(body: Body): void {
  body["subscriptions"] = [];
  body["customers"] = [];
}

const idsOf = (entries: unknown): unknown[] =>
  Array.isArray(entries) ? entries.filter(isObject).map(({ id }) => id) : [];

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

/** Other choices at the open points in `spec/areas/test-clocks.yaml`: what the routes of clocks accept, refuse and show. */
export const variants = named<Variant>({
  "clocks-to-the-second": {
    openPoints: ["clock-precision"],
    what: "A clock keeps whole seconds",
    replace: showing((presenter) => ({
      ...presenter,
      frozenTime: ({ frozenTime }) => `${new Date(frozenTime).toISOString().slice(0, 19)}Z`,
    })),
  },
  "clock-of-another-account": {
    openPoints: ["clock-account-id"],
    what: "The account of a test clock has another field name",
    replace: showing((presenter) => ({ ...presenter, accountId: () => "sandbox of the merchant" })),
  },
  "clocks-without-a-name": {
    openPoints: ["clock-name-absent"],
    what: "A clock without a name has an empty one",
    replace: showing((presenter) => ({ ...presenter, name: ({ name }) => name ?? "" })),
  },
  "clock-timestamps-by-number": {
    openPoints: ["clock-timestamp-format"],
    what: "`createdAt` of a test clock is a string of milliseconds, and `updatedAt` is the clock's own time",
    replace: showing((presenter) => ({
      ...presenter,
      createdAt: ({ createdAt }) => String(createdAt),
      updatedAt: ({ frozenTime }) => new Date(frozenTime).toUTCString(),
    })),
  },
  "clocks-carry-their-attachments": {
    openPoints: ["clock-attachments-elsewhere"],
    what: "Every clock has the arrays of attached objects, which are empty outside the list",
    replace: inOrder(
      answering(["createTestClock"], 201, withArrays),
      answering(["retrieveTestClock"], 200, withArrays),
    ),
  },
  "attachments-are-ids": {
    openPoints: ["clock-list-attachments"],
    what: "The list of clocks has the ids of attached objects",
    replace: listed((clocks) => ({
      data: clocks.map((clock) => ({
        ...clock,
        subscriptions: idsOf(clock["subscriptions"]),
        customers: idsOf(clock["customers"]),
      })),
    })),
  },
  "clocks-in-a-bare-array": {
    openPoints: ["clock-list-envelope"],
    what: "The list of clocks is a bare array",
    replace: listed((clocks) => clocks),
  },
  "clocks-by-their-name": {
    openPoints: ["clock-list-envelope"],
    what: "The list of clocks is the member `clocks`, next to a count",
    replace: finishing("listTestClocks", (answer) => {
      const { data, ...rest } = isObject(answer.body) ? answer.body : {};
      return Array.isArray(data)
        ? { ...answer, body: { count: data.length, clocks: data as unknown[], ...rest } }
        : answer;
    }),
  },
  "ten-clocks-a-page": {
    openPoints: ["clock-list-paging"],
    what: "The list shows ten clocks, oldest first, and reports whether there are more",
    replace: listed((clocks) => ({
      data: clocks.toReversed().slice(0, 10),
      has_more: clocks.length > 10,
    })),
  },
  "clocks-linked-by-headers": {
    openPoints: ["clock-list-paging"],
    what: "The list has one clock per page, oldest first, and a `Link` header to the next page",
    wrap: (handler) => async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const answer = await handler(request);
      if (request.method !== "GET" || !pathname.endsWith("/test-clocks") || !answer.ok) return answer;
      const body: unknown = await answer.clone().json();
      if (!isObject(body) || !Array.isArray(body["data"])) return answer;
      const page = Number(searchParams.get("page") ?? 1);
      const data = body["data"].toReversed() as unknown[];
      const headers = page < data.length ? { link: `<${pathname}?page=${page + 1}>; rel="next"` } : {};
      return Response.json({ ...body, data: data.slice(page - 1, page) }, { status: answer.status, headers });
    },
  },
  "other-successes-of-clocks": {
    openPoints: ["clock-success-statuses"],
    what: "A deletion returns 204, a list 203, and a simulation 201",
    replace: inOrder(
      routing("delete", () => ({ status: 204 })),
      routing("list", () => ({ status: 203 })),
      finishing("simulateTestClock", (answer) =>
        answer.status === 200 ? { ...answer, status: 201 } : answer,
      ),
    ),
  },
  "advances-reported-in-milliseconds": {
    openPoints: ["advance-bounds-format"],
    what: "The bounds of an advance are milliseconds since 1970",
    replace: part(["testClocks", "answer"], () => ({
      advancedFrom: ({ from }) => from,
      advancedTo: ({ to }) => to,
    })),
  },
  "attached-in-other-words": {
    openPoints: ["attached-types"],
    what: "`attached` has class names as types, in the opposite order",
    replace: answering(["attachTestClock"], 200, (body) => {
      const { attached } = body;
      if (Array.isArray(attached))
        body["attached"] = attached
          .filter(isObject)
          .map(({ id, type }) => ({ id, type: type === "customer" ? "Customer" : "BillingSubscription" }))
          .toReversed();
    }),
  },
  "attached-as-named": {
    openPoints: ["attached-types"],
    what: "`attached` lists an attached customer's subscriptions only if the request names them",
    wrap: (handler) => async (request) => {
      if (request.method !== "POST" || !request.url.endsWith("/attach")) return handler(request);
      const named = await request.clone().text();
      const answer = rewriting(handler, (body) =>
        isObject(body) && Array.isArray(body["attached"])
          ? { ...body, attached: objectsIn(body, "attached").filter(({ id }) => named.includes(String(id))) }
          : body,
      );
      return answer(request);
    },
  },
  "clock-id-beside-the-clock": {
    openPoints: ["clock-id-in-answers"],
    what: "The answers to a simulation and an advance report the clock's id among the triggered events too",
    replace: inOrder(
      ...MOVES.map((operation) =>
        finishing(operation, (answer) => {
          const { testClock, triggeredEvents } = isObject(answer.body) ? answer.body : {};
          if (!isObject(testClock) || !Array.isArray(triggeredEvents)) return answer;
          const { id: testClockId } = testClock;
          const events = triggeredEvents.filter(isObject).map((event) => ({ ...event, testClockId }));
          return { ...answer, body: { ...(answer.body as Body), triggeredEvents: events, testClockId } };
        }),
      ),
    ),
  },
  "triggered-once-a-kind": {
    openPoints: ["triggered-event-names"],
    what: "`triggeredEvents` has one entry for each kind and subscription, and none for retries",
    replace: clocks(({ triggered, answer }) => ({
      triggered: Object.fromEntries(Object.entries(triggered).filter(([kind]) => !kind.endsWith(".retry"))),
      answer: {
        ...answer,
        triggeredEvents: (advanced) => {
          const all = answer["triggeredEvents"]?.(advanced);
          const observed = new Map((Array.isArray(all) ? all : []).map((one) => [JSON.stringify(one), one]));
          return [...observed.values()] as unknown[];
        },
      },
    })),
  },
  "triggered-by-webhook-names": {
    openPoints: ["triggered-event-names"],
    what: "Except for the due date, the entries of `triggeredEvents` have the names of webhook events",
    replace: part(["testClocks", "triggered"], () => ({
      "subscription.reminder": "invoice.finalized",
      "subscription.cancellation": "subscription.canceled",
      "subscription.trialEnd": "subscription/trial.over",
    })),
  },
  "five-clocks-a-page": {
    openPoints: ["clock-list-paging"],
    what: "Clocks are listed like remittances, oldest first, five per page",
    replace: finishing("listTestClocks", (answer) => {
      const { data } = isObject(answer.body) ? answer.body : {};
      if (answer.status !== 200 || !Array.isArray(data)) return answer;
      const meta = { total: data.length, page: 1, limit: 5, pages: Math.ceil(data.length / 5) };
      return { ...answer, body: { data: data.toReversed().slice(0, 5) as unknown[], meta } };
    }),
  },
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
      misreading("create", (body) => {
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
        const isJson = answer.headers.get("content-type")?.includes("json") === true;
        if (!isJson) return answer;
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
