import type { Operation } from "../../kernel/types.ts";
import type { BillingParts } from "../billing/parts.ts";
import { operationsOn } from "../common/deciders.ts";
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

const operation = operationsOn("checkout", "testClocks");
const clocks = "/v1/test-helpers/test-clocks";

/** The routes of test clocks (§4.8). */
export const testClockOperations = (parts: TestClockParts, billing: BillingParts): Operation[] => [
  operation("createTestClock", `POST ${clocks}`, decideCreation(parts)),
  operation("listTestClocks", `GET ${clocks}`, decideList(parts)),
  operation("simulateTestClock", `POST ${clocks}/simulate`, decideSimulation(parts, billing)),
  operation("retrieveTestClock", `GET ${clocks}/:id`, decideRetrieval(parts)),
  operation("deleteTestClock", `DELETE ${clocks}/:id`, decideDeletion(parts)),
  operation("attachTestClock", `POST ${clocks}/:id/attach`, decideAttachment(parts)),
  operation("advanceTestClock", `POST ${clocks}/:id/advance`, decideAdvance(parts, billing)),
];
