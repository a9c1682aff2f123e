import { subscriptions } from "../../emulator/areas/billing/records.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { again } from "../shared/again.ts";
import { clocks } from "../shared/clocks.ts";
import { isOld } from "../shared/older.ts";

/** A route that finds only the last ten clocks or subscriptions of an account. */
const forgetting = (
  what: "clock" | "subscription",
  operation: string,
  violates: RuleId,
  summary: string,
): Mutant => ({
  id: `${operation}-knows-ten-${what}s`,
  violates: [violates],
  summary,
  replace: clocks(({ lookups }) => ({
    lookups:
      what === "clock"
        ? {
            ...lookups,
            clock: (context) => {
              const found = lookups.clock(context);
              const { state, command } = context;
              const own = state.find(testClocks, "owner", ownerOf(command.caller));
              return command.operationId === operation && isOld(own, found?.id) ? undefined : found;
            },
          }
        : {
            ...lookups,
            subscription: (context) => {
              const found = lookups.subscription(context);
              const { state, command } = context;
              const own = state.find(subscriptions, "owner", ownerOf(command.caller));
              return command.operationId === operation && isOld(own, found?.id) ? undefined : found;
            },
          },
  })),
});

export const mutants: readonly Mutant[] = [
  forgetting(
    "subscription",
    "attachTestClock",
    "test-clocks/attach-after-others",
    "An attachment finds only the last ten subscriptions.",
  ),
  forgetting(
    "subscription",
    "simulateTestClock",
    "test-clocks/simulate-after-others",
    "A simulation finds only the last ten subscriptions.",
  ),
  forgetting(
    "clock",
    "advanceTestClock",
    "test-clocks/advance-after-others",
    "An advance finds only the last ten clocks.",
  ),
  forgetting(
    "clock",
    "deleteTestClock",
    "test-clocks/delete-after-others",
    "A deletion finds only the last ten clocks.",
  ),
  {
    id: "clock-made-twice",
    violates: ["test-clocks/create-adds-one-clock"],
    summary: "A creation makes two clocks and returns the first.",
    wrap: again(/\/test-clocks$/),
  },
  {
    id: "simulation-makes-a-clock-more",
    violates: ["test-clocks/simulate-adds-one-clock"],
    summary: "A simulation creates a second clock.",
    wrap: again(/\/test-clocks\/simulate$/, (url, body) => {
      url.pathname = url.pathname.replace(/\/simulate$/, "");
      return { frozenTime: (body as { advanceTo?: unknown } | undefined)?.advanceTo };
    }),
  },
];
