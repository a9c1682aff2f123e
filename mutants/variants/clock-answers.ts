import type { Parts } from "../../emulator/index.ts";
import type { Variant } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";
import { answering, variant, wireVariant } from "./parts/variant.ts";
import { routing, showing, timekeeping } from "./parts/test-clocks.ts";

/** For how long the effects of an advance keep being prepared, ms of real time. */
const SETTLING_MS = 150;
const MOVES = ["advanceTestClock", "simulateTestClock"];

/** The list of test clocks in another envelope. */
const listed = (parts: Parts, change: (clocks: readonly Body[]) => unknown): Parts =>
  finishing(parts, "listTestClocks", (answer) => {
    const { data } = isObject(answer.body) ? answer.body : {};
    return answer.status === 200 && Array.isArray(data)
      ? { ...answer, body: change(data.filter(isObject)) }
      : answer;
  });

const shown: readonly Variant[] = [
  variant(
    "clock-of-another-account",
    "clock-account-id",
    "The account of a test clock is told by another name",
    (parts) => showing(parts, (presenter) => ({ ...presenter, accountId: () => "sandbox of the merchant" })),
  ),
  variant("clocks-without-a-name", "clock-name-absent", "A clock without a name has an empty one", (parts) =>
    showing(parts, (presenter) => ({ ...presenter, name: ({ name }) => name ?? "" })),
  ),
  variant(
    "clock-timestamps-by-number",
    "clock-timestamp-format",
    "A test clock tells its creation in milliseconds, as a text, and its last change by its own time",
    (parts) =>
      showing(parts, (presenter) => ({
        ...presenter,
        createdAt: ({ createdAt }) => String(createdAt),
        updatedAt: ({ frozenTime }) => new Date(frozenTime).toUTCString(),
      })),
  ),
  variant(
    "clocks-carry-their-attachments",
    "clock-attachments-elsewhere",
    "Every clock carries arrays of what is attached, empty outside the list",
    (parts) =>
      answering(
        answering(parts, ["createTestClock"], 201, withArrays),
        ["retrieveTestClock"],
        200,
        withArrays,
      ),
  ),
  variant(
    "attachments-are-ids",
    "clock-list-attachments",
    "The list of clocks tells identifiers of what is attached",
    (parts) =>
      listed(parts, (clocks) => ({
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
    (parts) => listed(parts, (clocks) => clocks),
  ),
  variant(
    "clocks-by-their-name",
    "clock-list-envelope",
    "The list of clocks is a member of that name, with a count",
    (parts) =>
      finishing(parts, "listTestClocks", (answer) => {
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
    (parts) =>
      listed(parts, (clocks) => ({
        data: clocks.toReversed().slice(0, 10),
        has_more: clocks.length > 10,
      })),
  ),
  variant(
    "other-successes-of-clocks",
    "clock-success-statuses",
    "A deletion is answered 204, a list 203, a simulation 201",
    (parts) =>
      finishing(
        routing(
          routing(parts, "delete", () => ({ status: 204 })),
          "list",
          () => ({ status: 203 }),
        ),
        "simulateTestClock",
        (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer),
      ),
  ),
];

function withArrays(body: Body): void {
  body["subscriptions"] = [];
  body["customers"] = [];
}

const idsOf = (entries: unknown): unknown[] =>
  Array.isArray(entries) ? entries.filter(isObject).map(({ id }) => id) : [];

const moves: readonly Variant[] = [
  variant(
    "advances-told-in-milliseconds",
    "advance-bounds-format",
    "The bounds of an advance are milliseconds since 1970",
    (parts) =>
      timekeeping(parts, ({ answer }) => ({
        answer: { ...answer, advancedFrom: ({ from }) => from, advancedTo: ({ to }) => to },
      })),
  ),
  variant(
    "attached-in-other-words",
    "attached-types",
    "What is attached is told by its class, in the opposite order",
    (parts) =>
      answering(parts, ["attachTestClock"], 200, (body) => {
        const { attached } = body;
        if (Array.isArray(attached))
          body["attached"] = attached
            .filter(isObject)
            .map(({ id, type }) => ({ id, type: type === "customer" ? "Customer" : "BillingSubscription" }))
            .toReversed();
      }),
  ),
  variant(
    "attached-as-named",
    "attached-types",
    "Of an attached customer's subscriptions the answer does not speak",
    (parts) =>
      answering(parts, ["attachTestClock"], 200, (body) => {
        const { attached } = body;
        if (!Array.isArray(attached)) return;
        const all = attached.filter(isObject);
        const customers = all.filter(({ type }) => type === "customer");
        if (customers.length > 0) body["attached"] = customers;
      }),
  ),
  variant(
    "clock-id-beside-the-clock",
    "clock-id-in-answers",
    "The answers to a simulation and an advance tell the clock's id among the triggered events too",
    (parts) =>
      MOVES.reduce(
        (changed, operation) =>
          finishing(changed, operation, (answer) => {
            const { testClock, triggeredEvents } = isObject(answer.body) ? answer.body : {};
            if (!isObject(testClock) || !Array.isArray(triggeredEvents)) return answer;
            const { id: testClockId } = testClock;
            const events = triggeredEvents.filter(isObject).map((event) => ({ ...event, testClockId }));
            return { ...answer, body: { ...(answer.body as Body), triggeredEvents: events, testClockId } };
          }),
        parts,
      ),
  ),
  variant(
    "clocks-shown-where-they-stood",
    "clock-instant-in-answers",
    "The answer to an advance shows the clock where it stood before, since it moves meanwhile",
    (parts) =>
      answering(parts, MOVES, 200, (body) => {
        const { testClock, advancedFrom } = body;
        const stood = typeof advancedFrom === "number" ? new Date(advancedFrom).toISOString() : advancedFrom;
        if (isObject(testClock)) body["testClock"] = { ...testClock, frozenTime: stood };
      }),
  ),
  variant(
    "triggered-once-a-kind",
    "triggered-event-names",
    "What is triggered is told once a kind and subscription, and retries are not told",
    (parts) =>
      timekeeping(parts, ({ triggered, answer }) => ({
        triggered: Object.fromEntries(Object.entries(triggered).filter(([kind]) => !kind.endsWith(".retry"))),
        answer: {
          ...answer,
          triggeredEvents: (advanced) => {
            const all = answer["triggeredEvents"]?.(advanced);
            const seen = new Map((Array.isArray(all) ? all : []).map((one) => [JSON.stringify(one), one]));
            return [...seen.values()] as unknown[];
          },
        },
      })),
  ),
  variant(
    "triggered-by-webhook-names",
    "triggered-event-names",
    "Beside the due date, what is triggered has the names of webhooks",
    (parts) =>
      timekeeping(parts, ({ triggered }) => ({
        triggered: {
          ...triggered,
          "subscription.reminder": "invoice.finalized",
          "subscription.cancellation": "subscription.canceled",
          "subscription.trialEnd": "subscription/trial.over",
        },
      })),
  ),
];

const settling: readonly Variant[] = [
  wireVariant(
    "advancing-for-a-while",
    ["clock-transitions", "clock-advance-while-advancing"],
    "A clock is advancing for a while after its advance was answered, and refuses another one meanwhile",
    (handler) => {
      const until = new Map<string, number>();
      const busy = (id: unknown): boolean => (until.get(String(id)) ?? 0) > Date.now();
      return async (request) => {
        const [, id, act] = /\/test-clocks\/(clock_[^/?]+)(?:\/(\w+))?$/.exec(request.url) ?? [];
        // Whose key is no good is told so first.
        const authorization = request.headers.get("authorization") ?? "";
        const sees = (): Promise<Response> =>
          handler(new Request(request.url.replace(/\/advance$/, ""), { headers: { authorization } }));
        if (act === "advance" && busy(id) && (await sees()).ok)
          return Response.json({ error: "The clock is advancing", code: "BUSY" }, { status: 409 });
        const answer = await handler(request);
        if (request.method === "DELETE") until.delete(id ?? "");
        if (act === "advance" && answer.status === 200) until.set(id ?? "", Date.now() + SETTLING_MS);
        if (request.method !== "GET" || act !== undefined || id === undefined || answer.status !== 200)
          return answer;
        const body = (await answer.json()) as Body;
        return Response.json(busy(id) ? { ...body, status: "advancing" } : body);
      };
    },
  ),
  wireVariant(
    "effects-show-late",
    "advance-settling",
    "What an advance does to subscriptions and invoices shows some tenths of a second later",
    (handler) => {
      const before = new Map<string, { text: string; status: number; headers: Headers }>();
      let until = 0;
      return async (request) => {
        const { pathname } = new URL(request.url);
        const reads = request.method === "GET" && /^\/v1\/(subscriptions|invoices)/.test(pathname);
        const known = before.get(request.url);
        if (reads && known !== undefined && Date.now() < until) return new Response(known.text, known);
        const answer = await handler(request);
        if (request.method === "POST" && /\/(advance|simulate)$/.test(pathname))
          until = Date.now() + SETTLING_MS;
        else if (request.method === "POST") before.clear();
        if (!reads) return answer;
        const text = await answer.text();
        const kept = { status: answer.status, headers: answer.headers };
        if (Date.now() >= until) before.set(request.url, { text, ...kept });
        return new Response(text, kept);
      };
    },
  ),
];

/** Open points about what test clocks answer, and when (§2.11, §4.8). */
export const clockAnswerVariants: readonly Variant[] = [...shown, ...moves, ...settling];
