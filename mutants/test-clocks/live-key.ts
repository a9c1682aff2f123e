import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { remove } from "../../emulator/kernel/table.ts";
import { ruleIdOf } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { guarding, type Route, unguarded } from "../shared/clocks.ts";

/** A mutant that accepts live keys. */
const letIn = (route: Route): Mutant => ({
  id: `clock-${route}-with-a-live-key`,
  violates: [ruleIdOf(`test-clocks/${route}-with-a-live-key`)],
  summary: `The route ${route} ignores the mode of the key.`,
  replace: unguarded(route, "liveKey"),
});

export const mutants: readonly Mutant[] = [
  ...(["create", "list", "retrieve", "delete", "attach", "advance", "simulate"] as const).map(letIn),
  {
    id: "clock-deleted-by-a-refused-live-key",
    violates: ["test-clocks/live-key-changes-nothing"],
    summary: "A deletion with a live key is refused, but deletes the clock.",
    replace: guarding("delete", ({ command, parts: own }) =>
      command.caller.mode === "live"
        ? { writes: [remove(testClocks, command.params["id"] ?? "")], answer: own.refusals.notAvailable() }
        : undefined,
    ),
  },
];
