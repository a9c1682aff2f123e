import type { Method, Operation } from "../../kernel/types.ts";
import type { BillingParts } from "../billing/parts.ts";
import {
  decideAdvance,
  decideAttachment,
  decideCreation,
  decideDeletion,
  decideList,
  decideRetrieval,
  decideSimulation,
} from "./decide.ts";
import type { TestClockParts } from "./parts.ts";

export { createTestClockParts, type TestClockParts } from "./parts.ts";

/** The routes of test clocks (§4.8). */
export function testClockOperations(parts: TestClockParts, billing: BillingParts): Operation[] {
  const route = (
    operationId: string,
    method: Method,
    path: string,
    decide: Operation["decide"],
  ): Operation => ({
    operationId,
    method,
    path: `/v1/test-helpers/test-clocks${path}`,
    host: "checkout",
    area: "testClocks",
    decide,
  });
  return [
    route("createTestClock", "POST", "", decideCreation(parts)),
    route("listTestClocks", "GET", "", decideList(parts)),
    route("simulateTestClock", "POST", "/simulate", decideSimulation(parts, billing)),
    route("retrieveTestClock", "GET", "/:id", decideRetrieval(parts)),
    route("deleteTestClock", "DELETE", "/:id", decideDeletion(parts)),
    route("attachTestClock", "POST", "/:id/attach", decideAttachment(parts)),
    route("advanceTestClock", "POST", "/:id/advance", decideAdvance(parts, billing)),
  ];
}
