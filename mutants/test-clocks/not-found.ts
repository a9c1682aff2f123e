import { alsoViolating, type Mutant } from "../mutant.ts";
import { only } from "../../emulator/kernel/answers.ts";
import type { RuleId } from "../../spec/index.ts";
import { finishing, isObject } from "../shared/answers.ts";
import { findingAll, findingByLongerIds, guarding, type Named } from "../shared/clocks.ts";

/** A mutant that finds the objects of other accounts. */
const found = (violates: RuleId, what: Named, operationId: string): Mutant => ({
  id: `${violates.replace("/", "-")}-found`,
  violates: [violates],
  summary: `${operationId} finds any account's ${what}.`,
  replace: findingAll(what, operationId),
});

/** A mutant that ignores what follows an id. */
const foundByLongerId = (violates: RuleId, what: Named, operationId: string): Mutant => ({
  id: `${violates.replace("/", "-")}-found-by-longer-id`,
  violates: [violates],
  summary: `${operationId} ignores characters after the id of a ${what}.`,
  replace: findingByLongerIds(what, operationId),
});

/** A mutant that reports unknown objects with the code of another kind. */
const miscoded = (violates: RuleId, operationId: string, code: string): Mutant => ({
  id: `${violates.replace("/", "-")}-miscoded`,
  violates: [violates],
  summary: `${operationId} reports ${code} with another message.`,
  replace: finishing(operationId, (answer) =>
    isObject(answer.body) && answer.body["code"] === code
      ? { ...answer, body: { ...answer.body, code: "NOT_FOUND" } }
      : answer,
  ),
});

const CLOCK = "TEST_CLOCK_NOT_FOUND";

/** A mutant that reports an unknown object with the code of the other object in an attachment, if it names both. */
const miscodedIfBoth = (violates: RuleId, unknown: "subscription" | "customer", code: string): Mutant => ({
  id: `${violates.replace("/", "-")}-miscoded-if-both`,
  violates: [violates],
  summary: `attachTestClock reports ${code} for an unknown ${unknown} if it names a known object as well.`,
  replace: guarding("attach", (input) => {
    const { body } = input.command;
    const other = unknown === "customer" ? "subscription" : "customer";
    if (!isObject(body) || body[`${unknown}Id`] === undefined) return undefined;
    const { lookups, refusals } = input.parts;
    return lookups.clock(input) === undefined ||
      lookups[other](input) === undefined ||
      lookups[unknown](input) !== undefined
      ? undefined
      : only(refusals[`${other}NotFound`]());
  }),
});

const SUBSCRIPTION = "SUBSCRIPTION_NOT_FOUND";

const CUSTOMER = "CUSTOMER_NOT_FOUND";

export const mutants: readonly Mutant[] = [
  miscoded("test-clocks/retrieve-unknown", "retrieveTestClock", CLOCK),
  miscoded("test-clocks/delete-unknown", "deleteTestClock", CLOCK),
  miscoded("test-clocks/advance-unknown", "advanceTestClock", CLOCK),
  miscoded("test-clocks/attach-unknown-clock", "attachTestClock", CLOCK),
  miscoded("test-clocks/attach-unknown-subscription", "attachTestClock", SUBSCRIPTION),
  miscoded("test-clocks/attach-unknown-customer", "attachTestClock", CUSTOMER),
  miscoded("test-clocks/simulate-unknown-subscription", "simulateTestClock", SUBSCRIPTION),
  miscodedIfBoth("test-clocks/attach-unknown-subscription", "subscription", CUSTOMER),
  miscodedIfBoth("test-clocks/attach-unknown-customer", "customer", SUBSCRIPTION),
  foundByLongerId("test-clocks/retrieve-unknown", "clock", "retrieveTestClock"),
  foundByLongerId("test-clocks/delete-unknown", "clock", "deleteTestClock"),
  foundByLongerId("test-clocks/advance-unknown", "clock", "advanceTestClock"),
  foundByLongerId("test-clocks/attach-unknown-clock", "clock", "attachTestClock"),
  foundByLongerId("test-clocks/attach-unknown-subscription", "subscription", "attachTestClock"),
  foundByLongerId("test-clocks/attach-unknown-customer", "customer", "attachTestClock"),
  foundByLongerId("test-clocks/simulate-unknown-subscription", "subscription", "simulateTestClock"),
  alsoViolating(
    found("test-clocks/retrieve-foreign", "clock", "retrieveTestClock"),
    "test-clocks/reached-by-the-owner-only",
  ),
  found("test-clocks/delete-foreign", "clock", "deleteTestClock"),
  found("test-clocks/advance-foreign", "clock", "advanceTestClock"),
  found("test-clocks/attach-foreign-clock", "clock", "attachTestClock"),
  found("test-clocks/attach-foreign-subscription", "subscription", "attachTestClock"),
  found("test-clocks/attach-foreign-customer", "customer", "attachTestClock"),
  found("test-clocks/simulate-foreign-subscription", "subscription", "simulateTestClock"),
];
