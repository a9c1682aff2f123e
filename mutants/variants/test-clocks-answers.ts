import { routing, clocks } from "../shared/clocks.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { answering, type Body, finishing, isObject, objectsIn } from "../shared/answers.ts";
import { MOVES, showing } from "./parts/test-clocks.ts";
import { rewriting } from "./parts/answers.ts";
import { part } from "../part.ts";

/** The list of test clocks in another envelope. */
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
    ambiguities: ["clock-precision"],
    what: "A clock keeps whole seconds",
    replace: showing((presenter) => ({
      ...presenter,
      frozenTime: ({ frozenTime }) => `${new Date(frozenTime).toISOString().slice(0, 19)}Z`,
    })),
  },
  "clock-of-another-account": {
    ambiguities: ["clock-account-id"],
    what: "The account of a test clock is reported by another name",
    replace: showing((presenter) => ({ ...presenter, accountId: () => "sandbox of the merchant" })),
  },
  "clocks-without-a-name": {
    ambiguities: ["clock-name-absent"],
    what: "A clock without a name has an empty one",
    replace: showing((presenter) => ({ ...presenter, name: ({ name }) => name ?? "" })),
  },
  "clock-timestamps-by-number": {
    ambiguities: ["clock-timestamp-format"],
    what: "A test clock reports its creation in milliseconds, as a text, and its last change by its own time",
    replace: showing((presenter) => ({
      ...presenter,
      createdAt: ({ createdAt }) => String(createdAt),
      updatedAt: ({ frozenTime }) => new Date(frozenTime).toUTCString(),
    })),
  },
  "clocks-carry-their-attachments": {
    ambiguities: ["clock-attachments-elsewhere"],
    what: "Every clock carries arrays of what is attached, empty outside the list",
    replace: inOrder(
      answering(["createTestClock"], 201, withArrays),
      answering(["retrieveTestClock"], 200, withArrays),
    ),
  },
  "attachments-are-ids": {
    ambiguities: ["clock-list-attachments"],
    what: "The list of clocks reports identifiers of what is attached",
    replace: listed((clocks) => ({
      data: clocks.map((clock) => ({
        ...clock,
        subscriptions: idsOf(clock["subscriptions"]),
        customers: idsOf(clock["customers"]),
      })),
    })),
  },
  "clocks-in-a-bare-array": {
    ambiguities: ["clock-list-envelope"],
    what: "The list of clocks is an array without an envelope",
    replace: listed((clocks) => clocks),
  },
  "clocks-by-their-name": {
    ambiguities: ["clock-list-envelope"],
    what: "The list of clocks is a member of that name, with a count",
    replace: finishing("listTestClocks", (answer) => {
      const { data, ...rest } = isObject(answer.body) ? answer.body : {};
      return Array.isArray(data)
        ? { ...answer, body: { count: data.length, clocks: data as unknown[], ...rest } }
        : answer;
    }),
  },
  "ten-clocks-a-page": {
    ambiguities: ["clock-list-paging"],
    what: "The list shows ten clocks, the oldest first, and says whether there are more",
    replace: listed((clocks) => ({
      data: clocks.toReversed().slice(0, 10),
      has_more: clocks.length > 10,
    })),
  },
  "clocks-linked-by-headers": {
    ambiguities: ["clock-list-paging"],
    what: "The list shows a clock a page, the oldest first, and a header links to the next page",
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
    ambiguities: ["clock-success-statuses"],
    what: "A deletion is answered 204, a list 203, a simulation 201",
    replace: inOrder(
      routing("delete", () => ({ status: 204 })),
      routing("list", () => ({ status: 203 })),
      finishing("simulateTestClock", (answer) =>
        answer.status === 200 ? { ...answer, status: 201 } : answer,
      ),
    ),
  },
  "advances-told-in-milliseconds": {
    ambiguities: ["advance-bounds-format"],
    what: "The bounds of an advance are milliseconds since 1970",
    replace: part(["testClocks", "answer"], () => ({
      advancedFrom: ({ from }) => from,
      advancedTo: ({ to }) => to,
    })),
  },
  "attached-in-other-words": {
    ambiguities: ["attached-types"],
    what: "What is attached is reported by its class, in the opposite order",
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
    ambiguities: ["attached-types"],
    what: "Of an attached customer's subscriptions the answer lists those only that the request names",
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
    ambiguities: ["clock-id-in-answers"],
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
    ambiguities: ["triggered-event-names"],
    what: "What is triggered is reported once a kind and subscription, and retries are not reported",
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
    ambiguities: ["triggered-event-names"],
    what: "Beside the due date, what is triggered has the names of webhooks",
    replace: part(["testClocks", "triggered"], () => ({
      "subscription.reminder": "invoice.finalized",
      "subscription.cancellation": "subscription.canceled",
      "subscription.trialEnd": "subscription/trial.over",
    })),
  },
  "five-clocks-a-page": {
    ambiguities: ["clock-list-paging"],
    what: "Clocks are listed as remittances are, the oldest first, five a page",
    replace: finishing("listTestClocks", (answer) => {
      const { data } = isObject(answer.body) ? answer.body : {};
      if (answer.status !== 200 || !Array.isArray(data)) return answer;
      const meta = { total: data.length, page: 1, limit: 5, pages: Math.ceil(data.length / 5) };
      return { ...answer, body: { data: data.toReversed().slice(0, 5) as unknown[], meta } };
    }),
  },
});
