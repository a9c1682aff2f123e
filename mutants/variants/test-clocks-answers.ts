import { routing, clocks } from "../shared/clocks.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { type Body, finishing, isObject, objectsIn } from "../shared/answers.ts";
import { MOVES, showing } from "./parts/test-clocks.ts";
import { answering, rewriting, variant, wireVariant } from "./parts/variant.ts";
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
export const testClocksAnswersVariants: readonly Variant[] = [
  variant(
    "clocks-to-the-second",
    "clock-precision",
    "A clock keeps whole seconds",
    showing((presenter) => ({
      ...presenter,
      frozenTime: ({ frozenTime }) => `${new Date(frozenTime).toISOString().slice(0, 19)}Z`,
    })),
  ),
  variant(
    "clock-of-another-account",
    "clock-account-id",
    "The account of a test clock is reported by another name",
    showing((presenter) => ({ ...presenter, accountId: () => "sandbox of the merchant" })),
  ),
  variant(
    "clocks-without-a-name",
    "clock-name-absent",
    "A clock without a name has an empty one",
    showing((presenter) => ({ ...presenter, name: ({ name }) => name ?? "" })),
  ),
  variant(
    "clock-timestamps-by-number",
    "clock-timestamp-format",
    "A test clock reports its creation in milliseconds, as a text, and its last change by its own time",
    showing((presenter) => ({
      ...presenter,
      createdAt: ({ createdAt }) => String(createdAt),
      updatedAt: ({ frozenTime }) => new Date(frozenTime).toUTCString(),
    })),
  ),
  variant(
    "clocks-carry-their-attachments",
    "clock-attachments-elsewhere",
    "Every clock carries arrays of what is attached, empty outside the list",
    inOrder(
      answering(["createTestClock"], 201, withArrays),
      answering(["retrieveTestClock"], 200, withArrays),
    ),
  ),
  variant(
    "attachments-are-ids",
    "clock-list-attachments",
    "The list of clocks reports identifiers of what is attached",
    listed((clocks) => ({
      data: clocks.map((clock) => ({
        ...clock,
        subscriptions: idsOf(clock["subscriptions"]),
        customers: idsOf(clock["customers"]),
      })),
    })),
  ),
  variant(
    "clocks-in-a-bare-array",
    "clock-list-envelope",
    "The list of clocks is an array without an envelope",
    listed((clocks) => clocks),
  ),
  variant(
    "clocks-by-their-name",
    "clock-list-envelope",
    "The list of clocks is a member of that name, with a count",
    finishing("listTestClocks", (answer) => {
      const { data, ...rest } = isObject(answer.body) ? answer.body : {};
      return Array.isArray(data)
        ? { ...answer, body: { count: data.length, clocks: data as unknown[], ...rest } }
        : answer;
    }),
  ),
  variant(
    "ten-clocks-a-page",
    "clock-list-paging",
    "The list shows ten clocks, the oldest first, and says whether there are more",
    listed((clocks) => ({
      data: clocks.toReversed().slice(0, 10),
      has_more: clocks.length > 10,
    })),
  ),
  variant(
    "other-successes-of-clocks",
    "clock-success-statuses",
    "A deletion is answered 204, a list 203, a simulation 201",
    inOrder(
      routing("delete", () => ({ status: 204 })),
      routing("list", () => ({ status: 203 })),
      finishing("simulateTestClock", (answer) =>
        answer.status === 200 ? { ...answer, status: 201 } : answer,
      ),
    ),
  ),
  variant(
    "advances-told-in-milliseconds",
    "advance-bounds-format",
    "The bounds of an advance are milliseconds since 1970",
    part(["testClocks", "answer"], () => ({ advancedFrom: ({ from }) => from, advancedTo: ({ to }) => to })),
  ),
  variant(
    "attached-in-other-words",
    "attached-types",
    "What is attached is reported by its class, in the opposite order",
    answering(["attachTestClock"], 200, (body) => {
      const { attached } = body;
      if (Array.isArray(attached))
        body["attached"] = attached
          .filter(isObject)
          .map(({ id, type }) => ({ id, type: type === "customer" ? "Customer" : "BillingSubscription" }))
          .toReversed();
    }),
  ),
  wireVariant(
    "attached-as-named",
    "attached-types",
    "Of an attached customer's subscriptions the answer lists those only that the request names",
    (handler) => async (request) => {
      if (request.method !== "POST" || !request.url.endsWith("/attach")) return handler(request);
      const named = await request.clone().text();
      const answer = rewriting(handler, (body) =>
        isObject(body) && Array.isArray(body["attached"])
          ? { ...body, attached: objectsIn(body, "attached").filter(({ id }) => named.includes(String(id))) }
          : body,
      );
      return answer(request);
    },
  ),
  variant(
    "clock-id-beside-the-clock",
    "clock-id-in-answers",
    "The answers to a simulation and an advance report the clock's id among the triggered events too",
    inOrder(
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
  ),
  variant(
    "triggered-once-a-kind",
    "triggered-event-names",
    "What is triggered is reported once a kind and subscription, and retries are not reported",
    clocks(({ triggered, answer }) => ({
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
  ),
  variant(
    "triggered-by-webhook-names",
    "triggered-event-names",
    "Beside the due date, what is triggered has the names of webhooks",
    part(["testClocks", "triggered"], () => ({
      "subscription.reminder": "invoice.finalized",
      "subscription.cancellation": "subscription.canceled",
      "subscription.trialEnd": "subscription/trial.over",
    })),
  ),
  variant(
    "five-clocks-a-page",
    "clock-list-paging",
    "Clocks are listed as remittances are, the oldest first, five a page",
    finishing("listTestClocks", (answer) => {
      const { data } = isObject(answer.body) ? answer.body : {};
      if (answer.status !== 200 || !Array.isArray(data)) return answer;
      const meta = { total: data.length, page: 1, limit: 5, pages: Math.ceil(data.length / 5) };
      return { ...answer, body: { data: data.toReversed().slice(0, 5) as unknown[], meta } };
    }),
  ),
];
