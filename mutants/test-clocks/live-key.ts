import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { remove } from "../../emulator/kernel/table.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { guarding } from "../shared/clocks.ts";

/** Mutants of the rules that `suites/test-clocks/live-key.ts` judges. */
export const testClocksLiveKeyMutants: readonly Mutant[] = [
  mutant(
    {
      id: "clock-deleted-by-a-refused-live-key",
      violates: "test-clocks/live-key-changes-nothing",
      summary: "A live key is refused, and the clock deleted.",
      subtle: true,
    },
    (parts) =>
      guarding(parts, "delete", ({ command, parts: own }) =>
        command.caller.mode === "live"
          ? { writes: [remove(testClocks, command.params["id"] ?? "")], answer: own.refusals.notAvailable() }
          : undefined,
      ),
  ),
];
