import { routing, clocks } from "../shared/clocks.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { answering, type Body, finishing, isObject, objectsIn } from "../shared/answers.ts";
import { MOVES, showing } from "./parts/test-clocks.ts";
import { rewriting } from "./parts/answers.ts";
import { part } from "../part.ts";

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

/** Other choices at the open points in `spec/areas/test-clocks.yaml`: what answers show of a clock. */
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
});
