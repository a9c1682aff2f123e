import type { Parts } from "../../emulator/index.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import type { Variant } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";
import { clocks, guarding, remembering } from "../shared/clocks.ts";
import { answering, everywhere, variant } from "../shared/variants.ts";
import { clockRefusalVariants } from "./refusal-variants.ts";

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

/** Open points about what test clocks are, and how they are listed and found. */
const showing: readonly Variant[] = [
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
];

/** Open points about test clocks (§2.11, §4.8, §7.9). */
export const testClockVariants: readonly Variant[] = [...showing, ...clockRefusalVariants];
