import type { RuleId } from "../../spec/index.ts";
import { forgetting, type Use } from "../faults/forgetting.ts";
import { twice } from "../faults/requests.ts";
import type { Mutant } from "../mutant.ts";

/** A mutant whose operation finds only the last ten clocks or subscriptions of an account. */
const knowingTen = (
  what: "clock" | "subscription",
  user: string,
  violates: RuleId,
  summary: string,
): Mutant => {
  const use: Omit<Use, "user"> =
    what === "clock"
      ? { creator: "createTestClock", relation: "named in the path" }
      : { creator: "createSubscription", relation: "named in the body" };
  return {
    id: `${user}-knows-ten-${what}s`,
    violates: [violates],
    summary,
    wrap: forgetting({ ...use, user }, 10),
  };
};

export const mutants: readonly Mutant[] = [
  knowingTen(
    "subscription",
    "attachTestClock",
    "test-clocks/attach-after-others",
    "An attachment finds only the last ten subscriptions.",
  ),
  knowingTen(
    "subscription",
    "simulateTestClock",
    "test-clocks/simulate-after-others",
    "A simulation finds only the last ten subscriptions.",
  ),
  knowingTen(
    "clock",
    "advanceTestClock",
    "test-clocks/advance-after-others",
    "An advance finds only the last ten clocks.",
  ),
  knowingTen(
    "clock",
    "deleteTestClock",
    "test-clocks/delete-after-others",
    "A deletion finds only the last ten clocks.",
  ),
  {
    id: "clock-made-twice",
    violates: ["test-clocks/create-adds-one-clock"],
    summary: "A creation makes two clocks and returns the first.",
    wrap: twice("createTestClock"),
  },
  {
    id: "simulation-makes-a-clock-more",
    violates: ["test-clocks/simulate-adds-one-clock"],
    summary: "A simulation creates a second clock.",
    wrap: twice("simulateTestClock", ({ url, body }) => ({
      url: new URL("../test-clocks", url),
      body: { frozenTime: (body as { advanceTo?: unknown } | undefined)?.advanceTo },
    })),
  },
];
