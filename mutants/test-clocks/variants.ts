import type { Parts } from "../../emulator/index.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import type { Variant } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";
import { clocks, guarding, remembering, routing } from "../shared/clocks.ts";
import { answering, everywhere, variant } from "../shared/variants.ts";

const OPERATIONS = [
  "createTestClock",
  "listTestClocks",
  "retrieveTestClock",
  "deleteTestClock",
  "attachTestClock",
  "advanceTestClock",
  "simulateTestClock",
];
const ADVANCES = ["advanceTestClock", "simulateTestClock"];

/** Refusals of the clock routes, told otherwise. */
const refusing = (parts: Parts, change: (body: Body, status: number) => void): Parts =>
  OPERATIONS.reduce(
    (changed, operation) =>
      finishing(changed, operation, (answer) => {
        if (answer.status < 400 || answer.status === 401 || !isObject(answer.body)) return answer;
        const body = structuredClone(answer.body);
        change(body, answer.status);
        return { ...answer, body };
      }),
    parts,
  );

const listing = (parts: Parts, change: (data: Body[]) => unknown): Parts =>
  finishing(parts, "listTestClocks", (answer) => {
    const data = isObject(answer.body) ? answer.body["data"] : undefined;
    return Array.isArray(data) ? { ...answer, body: change(structuredClone(data) as Body[]) } : answer;
  });

const epoch = (body: Body, name: string): void => {
  body[name] = Date.parse(String(body[name]));
};

/** Open points about test clocks (§2.11, §4.8, §7.9). */
export const testClockVariants: readonly Variant[] = [
  variant(
    "clock-bounds-in-epoch-ms",
    "advance-bounds-format",
    "advancedFrom and advancedTo are numbers",
    (parts) =>
      answering(parts, ADVANCES, 200, (body) => {
        epoch(body, "advancedFrom");
        epoch(body, "advancedTo");
      }),
  ),
  variant(
    "clock-attachments-in-capitals",
    "attached-types",
    "The types of attached entries are other words, and a customer stands alone",
    (parts) =>
      answering(parts, ["attachTestClock"], 200, (body) => {
        const entries = (body["attached"] as Body[]).map((entry) => ({
          ...entry,
          type: `${String(entry["type"])}s`.toUpperCase(),
        }));
        const customers = entries.filter(({ type }) => type === "CUSTOMERS");
        body["attached"] = customers.length === 1 && entries.length > 2 ? customers : entries;
      }),
  ),
  variant(
    "clock-account-in-words",
    "clock-account-id",
    "A clock names its account without the prefix",
    (parts) =>
      clocks(parts, ({ presenter }) => ({
        presenter: { ...presenter, accountId: ({ accountId }) => accountId.replace("acct_", "account ") },
      })),
  ),
  variant(
    "clock-attachments-once",
    "clock-attachment-conditions",
    "What hangs on one clock is refused by others, and so is a clock before the subscription",
    (parts) =>
      guarding(parts, "attach", (input) => {
        const one = input.parts.lookups.subscription(input);
        const clock = input.parts.lookups.clock(input);
        if (one === undefined || clock === undefined || input.command.caller.mode === "live")
          return undefined;
        const elsewhere = one.clockId !== null && one.clockId !== clock.id;
        const early = clock.frozenTime < one.periodStart;
        return elsewhere || early
          ? only(json(409, { error: "conflict", code: "NOT_ATTACHABLE" }))
          : undefined;
      }),
  ),
  variant(
    "clock-shows-attachments-everywhere",
    "clock-attachments-elsewhere",
    "Every clock carries its attachments, as empty lists outside the list",
    (parts) =>
      clocks(parts, ({ presenter }) => ({
        presenter: { ...presenter, subscriptions: () => [], customers: () => [] },
      })),
  ),
  variant("clock-completed-is-gone", "clock-completed-uses", "A completed clock cannot be deleted", (parts) =>
    guarding(parts, "delete", (input) =>
      input.parts.lookups.clock(input)?.status === "completed"
        ? only(input.parts.refusals.completed())
        : undefined,
    ),
  ),
  variant("clock-errors-as-objects", "clock-error-texts", "error is an object", (parts) =>
    refusing(parts, (body) => {
      if ("error" in body) body["error"] = { text: body["error"] };
    }),
  ),
  variant(
    "clock-later-subscriptions-apart",
    "clock-later-subscriptions",
    "What an attached customer subscribes to later is in real time",
    (parts) => {
      const { create } = parts.subscriptions;
      return {
        ...parts,
        subscriptions: {
          ...parts.subscriptions,
          create: {
            ...create,
            order: (context) => {
              const order = create.order(context);
              return { ...order, customer: { ...order.customer, clockId: null } };
            },
          },
        },
      };
    },
  ),
  variant("clock-lists-ids", "clock-list-attachments", "A listed clock shows ids alone", (parts) =>
    listing(parts, (data) => ({
      data: data.map((clock) => ({
        ...clock,
        subscriptions: (clock["subscriptions"] as Body[]).map(({ id }) => id),
        customers: (clock["customers"] as Body[]).map(({ id }) => id),
      })),
    })),
  ),
  variant("clock-list-bare", "clock-list-envelope", "Clocks are listed as a bare array", (parts) =>
    listing(parts, (data) => data),
  ),
  variant("clock-list-under-its-name", "clock-list-envelope", "Clocks are listed under testClocks", (parts) =>
    listing(parts, (data) => ({ testClocks: data, count: data.length })),
  ),
  variant("clock-list-paged", "clock-list-paging", "The list is paged and comes oldest first", (parts) =>
    listing(parts, (data) => ({ data: data.reverse().slice(0, 10), has_more: data.length > 10 })),
  ),
  variant("clock-name-empty", "clock-name-absent", "A clock without a name has an empty one", (parts) =>
    clocks(parts, ({ presenter }) => ({ presenter: { ...presenter, name: ({ name }) => name ?? "" } })),
  ),
  variant(
    "clock-not-found-marked",
    "clock-not-found-equality",
    "Refusals carry the id that was asked for, and a mark",
    (parts) => {
      let count = 0;
      return remembering(parts, (seen, served) =>
        refusing(seen, (body, status) => {
          if (status !== 404) return;
          count += 1;
          const { params, body: asked } = served()?.command ?? {};
          const named = isObject(asked) ? (asked["subscriptionId"] ?? asked["customerId"]) : undefined;
          const id = body["code"] === "TEST_CLOCK_NOT_FOUND" ? params?.["id"] : named;
          body["error"] = `No such thing: ${String(id)}`;
          body["requestId"] = `req_${count}`;
        }),
      );
    },
  ),
  variant("clock-in-seconds", "clock-precision", "Instants of clocks have no fractions", (parts) =>
    OPERATIONS.reduce(
      (changed, operation) =>
        finishing(changed, operation, (answer) => ({
          ...answer,
          body: everywhere(answer.body, (value, name) =>
            name === "frozenTime" && typeof value === "string" ? value.replace(/\.\d+Z$/, "Z") : value,
          ),
        })),
      parts,
    ),
  ),
  variant(
    "clock-refusal-code-null",
    "clock-refusal-without-code",
    "A refusal without a code has a null one",
    (parts) =>
      clocks(parts, ({ refusals }) => ({
        refusals: {
          ...refusals,
          notLater: (field, other) => json(400, { error: `${field} is not later than ${other}`, code: null }),
        },
      })),
  ),
  variant(
    "clock-deletion-empty",
    "clock-success-statuses",
    "A deletion is answered 204 without a body",
    (parts) =>
      finishing(parts, "deleteTestClock", (answer) =>
        answer.status === 200 ? { status: 204, body: undefined, raw: "" } : answer,
      ),
  ),
  variant(
    "clock-timestamps-in-words",
    "clock-timestamp-format",
    "createdAt and updatedAt are written for people",
    (parts) =>
      clocks(parts, ({ presenter }) => ({
        presenter: {
          ...presenter,
          createdAt: ({ createdAt }) => new Date(createdAt).toUTCString(),
          updatedAt: ({ updatedAt }) => new Date(updatedAt).toUTCString(),
        },
      })),
  ),
  variant(
    "clock-invalid-400",
    "clock-validation-status",
    "Wrong parameters are refused with 400 and a code",
    (parts) =>
      refusing(
        clocks(parts, () => ({ invalidStatus: 400 })),
        (body) => {
          if (!Array.isArray(body["errors"])) return;
          delete body["errors"];
          body["error"] = "invalid";
          body["code"] = "INVALID_PARAMETER";
        },
      ),
  ),
  variant(
    "clock-simulation-names-unlimited",
    "simulate-name-limit",
    "The name of a simulation has no limit",
    (parts) =>
      routing(parts, "simulate", ({ fields }) => ({
        fields: fields.filter(({ field }) => field !== "name"),
      })),
  ),
  variant(
    "clock-advancing-for-a-while",
    ["clock-transitions", "advance-settling"],
    "A clock that advanced reads advancing twice",
    (parts) => {
      const reads = new Map<string, number>();
      return finishing(
        finishing(parts, "retrieveTestClock", (answer) => {
          const id = isObject(answer.body) ? String(answer.body["id"]) : "";
          const left = reads.get(id) ?? 0;
          if (left === 0 || !isObject(answer.body)) return answer;
          reads.set(id, left - 1);
          return { ...answer, body: { ...answer.body, status: "advancing" } };
        }),
        "advanceTestClock",
        (answer) => {
          const clock = isObject(answer.body) ? answer.body["testClock"] : undefined;
          if (answer.status === 200 && isObject(clock)) reads.set(String(clock["id"]), 2);
          return answer;
        },
      );
    },
  ),
  variant(
    "clock-triggers-other-names",
    "triggered-event-names",
    "Other triggers are called otherwise, and the due date comes twice",
    (parts) =>
      answering(parts, ADVANCES, 200, (body) => {
        body["triggeredEvents"] = (body["triggeredEvents"] as Body[]).flatMap((entry) =>
          entry["event"] === "subscription/billing.due"
            ? [entry, { ...entry, event: "invoice.paid" }, entry]
            : [{ ...entry, event: `x-${String(entry["event"])}` }],
        );
      }),
  ),
  variant("clock-id-elsewhere", "clock-id-in-answers", "Embedded clocks tell their status alone", (parts) =>
    answering(parts, [...ADVANCES, "attachTestClock"], 200, (body) => {
      const clock = body["testClock"];
      if (isObject(clock)) body["testClock"] = { status: clock["status"] };
    }),
  ),
  variant(
    "clock-not-before-now",
    "clock-instant-bounds",
    "A clock starts in the present at the earliest",
    (parts) =>
      guarding(parts, "create", ({ command, now, parts: own }) => {
        const at = Date.parse(String((command.body as Body | undefined)?.["frozenTime"]));
        return at < now - 1_000 && command.caller.mode === "test"
          ? only(json(own.invalidStatus, { error: "frozenTime lies in the past" }))
          : undefined;
      }),
  ),
  variant("clock-dates-in-utc-only", "clock-date-forms", "An instant with an offset is refused", (parts) =>
    (["create", "advance"] as const).reduce(
      (changed, route) =>
        guarding(changed, route, ({ command, parts: own }) => {
          const at = (command.body as Body | undefined)?.["frozenTime"];
          const offset =
            typeof at === "string" && /[+-]\d\d:\d\d$/.test(at) && command.caller.mode === "test";
          return offset ? only(json(own.invalidStatus, { error: "frozenTime has an offset" })) : undefined;
        }),
      parts,
    ),
  ),
  variant(
    "clock-unknown-fields-refused",
    "void-unknown-fields",
    "Clock routes refuse unknown fields",
    (parts) =>
      guarding(parts, "create", ({ command, parts: own }) => {
        const names = isObject(command.body) ? Object.keys(command.body) : [];
        const unknown = names.some((name) => !["frozenTime", "name"].includes(name));
        return unknown && command.caller.mode === "test"
          ? only(json(own.invalidStatus, { error: "unknown field" }))
          : undefined;
      }),
  ),
];
