import type { ClockRoute } from "../emulator/areas/test-clocks/parts.ts";
import { attachedTo } from "../emulator/areas/test-clocks/record.ts";
import { json, message, only } from "../emulator/kernel/answers.ts";
import type { Answer } from "../emulator/kernel/request.ts";
import { inOrder, named, part, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, type Body, isObject } from "../mutants/shared/answers.ts";
import { actParts, billing, DAY } from "../mutants/shared/billing.ts";
import { routing } from "../mutants/shared/clocks.ts";
import { delivering, midnight, MOVES } from "./parts.ts";

const HOUR = 3_600_000;

/** Sends reminders at a time of the third day before the due date in some time zone. `zone` in hours, `at` in ms after midnight. */
const remindedOn = (zone: number, at: number): Replace =>
  billing(() => ({
    reminderDate: (due) => midnight(due + zone * HOUR) - zone * HOUR - 3 * DAY + at,
  }));

/** How long the effects of an advance are delayed, ms of real time. */
const SETTLING_MS = 150;

const completed: Answer = json(400, { error: "The test clock is completed", code: "TEST_CLOCK_COMPLETED" });

/** How long an advance is processed, ms of real time. */
const PROCESSING_MS = 60;

/** How long some subscriptions show their state before an advance, ms of real time. */
const LATE_MS = 700;

/** Other choices at the open points in `spec/areas/test-clocks.yaml`. */
export const variants = named<Variant>({
  "completed-clocks-are-closed": {
    openPoints: ["clock-completed-uses"],
    what: "A completed clock can be neither read nor deleted",
    replace: inOrder(
      ...(["retrieve", "delete"] as const).map((name) =>
        routing(name, ({ guards }: ClockRoute) => ({
          guards: [
            ...guards,
            {
              name: "completed",
              refuse: (input) =>
                input.parts.lookups.clock(input)?.status === "completed" ? only(completed) : undefined,
            },
          ],
        })),
      ),
    ),
  },
  "attached-once": {
    openPoints: ["clock-attachment-conditions"],
    what: "An attached object cannot be attached to another clock, and no clock may be behind its subscription",
    replace: routing("attach", ({ guards }) => ({
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
  },
  "later-subscriptions-in-real-time": {
    openPoints: ["clock-later-subscriptions"],
    what: "A new subscription of an attached customer follows the wall clock",
    replace: part(["subscriptions", "create"], ({ order }) => ({
      order: (context) => {
        const made = order(context);
        return { ...made, customer: { ...made.customer, clockId: null } };
      },
    })),
  },
  "clocks-shown-where-they-stood": {
    openPoints: ["clock-instant-in-answers"],
    what: "The answer to an advance shows the clock before it moved",
    replace: answering(MOVES, 200, (body) => {
      const { testClock, advancedFrom } = body;
      const stood = typeof advancedFrom === "number" ? new Date(advancedFrom).toISOString() : advancedFrom;
      if (isObject(testClock)) body["testClock"] = { ...testClock, frozenTime: stood };
    }),
  },
  "advancing-for-a-while": {
    openPoints: ["clock-transitions", "clock-advance-while-advancing"],
    what: "After the answer to an advance, the clock is `advancing` for a while and refuses another advance",
    wrap: (handler) => {
      const until = new Map<string, number>();
      const busy = (id: unknown): boolean => (until.get(String(id)) ?? 0) > Date.now();
      return async (request) => {
        const [, id, act] = /\/test-clocks\/(clock_[^/?]+)(?:\/(\w+))?$/.exec(request.url) ?? [];
        // An invalid key is refused first.
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
  },
  "effects-show-late": {
    openPoints: ["advance-settling"],
    what: "The effects of an advance on subscriptions and invoices show some tenths of a second later",
    wrap: (handler) => {
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
  },
  "due-in-the-evening": {
    openPoints: ["due-date"],
    what: "Due dates are at a quarter to midnight",
    replace: billing(() => ({
      dueDate: ({ periodEnd }) => Math.max(periodEnd, midnight(periodEnd) + DAY - 900_000),
    })),
  },
  "reminded-in-the-first-second": {
    openPoints: ["due-date"],
    what: "Reminders are sent in the first second of the third day before the due date, in UTC-11",
    replace: remindedOn(-11, 0),
  },
  // If periods were billed in another time zone, they would end on another day than this one counts from.
  "reminded-in-the-last-second": {
    openPoints: ["due-date"],
    what: "Reminders are sent in the last second of the third day before the due date, in UTC+13",
    alone: true,
    replace: remindedOn(13, DAY - 1_000),
  },
  "reminded-in-the-morning": {
    openPoints: ["due-date"],
    what: "Reminders are sent at 05:00 on the third day before the due date",
    replace: billing(() => ({ reminderDate: (due) => midnight(due - 3 * DAY) + (5 / 24) * DAY })),
  },
  "acts-are-patient": {
    openPoints: ["subscription-other-moves", "subscription-refusals"],
    what: "Pausing a paused subscription and resuming a running one succeed without effect",
    replace: inOrder(
      ...(["pause", "resume"] as const).map((act) =>
        actParts(act, ({ guards, act: usual }) => ({
          guards: guards.filter(({ name }) => name !== "paused" && name !== "running"),
          act: (input) =>
            (input.subscription.pausedFrom === null) === (act === "resume")
              ? { subscription: input.subscription, effects: {} }
              : usual(input),
        })),
      ),
    ),
  },
  "second-cancellations-refused": {
    openPoints: ["subscription-other-moves"],
    what: "Scheduling a scheduled cancellation again is refused",
    replace: actParts("cancel", ({ guards }) => ({
      guards: [
        ...guards,
        {
          name: "scheduled",
          refuse: ({ subscription, body }) =>
            subscription.cancelAt !== null && body["cancelImmediately"] !== true
              ? only(json(409, { problem: "The cancellation is scheduled" }))
              : undefined,
        },
      ],
    })),
  },
  "pairs-belong-together": {
    openPoints: ["clock-attachment-conditions"],
    what: "A subscription that is attached together with a customer must be that customer's",
    replace: routing("attach", ({ guards }) => ({
      guards: [
        ...guards,
        {
          name: "pair",
          refuse: (input) => {
            const { lookups } = input.parts;
            const [subscription, customer] = [lookups.subscription(input), lookups.customer(input)];
            return subscription !== undefined &&
              customer !== undefined &&
              subscription.customerId !== customer.id
              ? only(message(400, "The subscription is not the customer's"))
              : undefined;
          },
        },
      ],
    })),
  },
  "clocks-end-with-their-subscriptions": {
    openPoints: ["clock-transitions"],
    what: "A clock is completed once all of its subscriptions have ended",
    replace: routing("advance", ({ guards }) => ({
      guards: [
        ...guards,
        {
          name: "ended",
          refuse: (input) => {
            const clock = input.parts.lookups.clock(input);
            const held = clock === undefined ? [] : attachedTo(input.state, clock).subscriptions;
            return held.length > 0 && held.every(({ status }) => status === "canceled")
              ? only(json(400, { error: "The test clock is completed", code: "TEST_CLOCK_COMPLETED" }))
              : undefined;
          },
        },
      ],
    })),
  },
  "advances-processed-later": {
    openPoints: ["clock-instant-in-answers", "clock-advance-while-advancing", "advance-settling"],
    what: "An advance is answered before the clock moves; until then another advance is accepted",
    // Combined with variants that change what clocks show, it would have no effect.
    alone: true,
    incomplete: "Of several advances that are accepted before the clock moves, no answer shows the order.",
    wrap: (handler) => {
      /** How long a clock shows its old time, and the answer to its advance. */
      const pending = new Map<
        string,
        { readonly until: number; readonly body: Body; readonly asked: string }
      >();
      return async (request) => {
        const [, id = "", act] = /\/test-clocks\/(clock_[^/?]+)(?:\/(\w+))?$/.exec(request.url) ?? [];
        const moving = pending.get(id);
        const isMoving = moving !== undefined && moving.until > performance.now();
        if (request.method === "GET" && act === undefined && isMoving) {
          const answer = await handler(request);
          if (answer.status !== 200) return answer;
          return Response.json({
            ...((await answer.json()) as Body),
            ...(moving.body["testClock"] as Body),
          });
        }
        if (act !== "advance" || request.method !== "POST") return handler(request);
        const asked = await request.clone().text();
        const answer = await handler(request);
        if (answer.status === 400 && isMoving && moving.asked === asked) return Response.json(moving.body);
        if (answer.status !== 200) return answer;
        const body = (await answer.json()) as Body;
        const clock = isObject(body["testClock"]) ? body["testClock"] : {};
        const stood = { ...body, testClock: { ...clock, frozenTime: body["advancedFrom"] } };
        pending.set(id, { until: performance.now() + PROCESSING_MS, body: stood, asked });
        return Response.json(stood);
      };
    },
  },
  "advances-shown-by-chance": {
    openPoints: ["advance-settling"],
    what: "After an advance, some subscriptions and invoices show their old state for a moment, and events arrive after the answer",
    alone: true,
    incomplete: "A state that is shown late, by chance, may leave a check without what it waits for.",
    replace: delivering("delayed"),
    wrap: (handler) => {
      const readings = new Map<string, { readonly late: boolean; shown?: Response }>();
      const advances = new Map<string | null, { readonly number: number; readonly at: number }>();
      return async (request) => {
        const key = request.headers.get("authorization");
        const [id] = /\/(subscriptions\/[^/?]+|invoices\?.*)$/.exec(request.url) ?? [];
        const { number, at } = advances.get(key) ?? { number: 0, at: -Infinity };
        if (request.method === "POST")
          advances.set(
            key,
            request.url.endsWith("/advance")
              ? { number: number + 1, at: performance.now() }
              : // What is written is read immediately, with all that came before.
                { number, at: -Infinity },
          );
        if (request.method !== "GET" || id === undefined) return handler(request);
        const seen = readings.get(id) ?? { late: readings.size % 2 === 1 };
        readings.set(id, seen);
        // Subscriptions that are up to date after the first advance are late after the second one, and the reverse.
        const isLate = seen.late === (number % 2 === 1) && performance.now() - at < LATE_MS;
        if (isLate && seen.shown !== undefined) return seen.shown.clone();
        const answer = await handler(request);
        seen.shown = answer.clone();
        return answer;
      };
    },
  },
});
