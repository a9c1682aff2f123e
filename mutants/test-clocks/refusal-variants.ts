import type { Parts } from "../../emulator/index.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import type { Variant } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";
import { clocks, guarding, routing } from "../shared/clocks.ts";
import { answering, variant } from "../shared/variants.ts";

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

/** Open points about refusals, moves and triggers of test clocks (§4.8, §7.9). */
export const clockRefusalVariants: readonly Variant[] = [
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
