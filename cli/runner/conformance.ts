import type * as Vitest from "vitest";
import type { RuleResult } from "../../harness/results.ts";
import { describeRule } from "../../reports/allure.ts";
import { groupBy } from "../../reports/group.ts";
import type { MainMessage, WorkerMessage } from "../run-config.ts";
import { startJudging } from "./judging.ts";

/**
 * Registers each rule as a test of vitest. The engine judges the rules in its own order; a test waits for the result of its rule
 * and passes, fails or is skipped accordingly.
 */
export function bind({ describe, inject, test }: typeof Vitest): void {
  const config = inject("payconform");
  const channel = new BroadcastChannel(config.channel);
  const interruption = new AbortController();
  channel.onmessage = (message) => {
    if ((message as { data: MainMessage }).data.type !== "interrupt") return;
    emit({ type: "ending" });
    interruption.abort();
  };
  const emit = (message: WorkerMessage): void => channel.postMessage(message);
  // The run may have been interrupted before this thread started.
  emit({ type: "ready" });
  const judging = startJudging({ config, emit, signal: interruption.signal });
  judging.done.then(
    () => channel.close(),
    () => channel.close(),
  );

  for (const [area, rules] of groupBy(judging.plan.judged, ({ area }) => area)) {
    describe(area, () => {
      for (const { id } of rules) {
        // The harness enforces the deadlines.
        test(id, { timeout: 0 }, async ({ skip }) => {
          const result = await judging.resultOf(id);
          if (result === null) return skip("the run ended before this rule was judged");
          if (config.isReconciled !== true) await describeRule(result);
          if (result.verdict === "violated") throw violation(result);
          if (result.verdict === "broken") throw new Error(result.reason ?? "internal error in the check");
          if (result.verdict !== "passed") skip(`${result.verdict}: ${result.reason ?? ""}`);
        });
      }
    });
  }
}

function violation(result: RuleResult): Error {
  const error = new Error(
    `§${result.section} ${result.says}\nexpected ${result.violation?.expected ?? ""}\nbut ${result.violation?.actual ?? ""}`,
  );
  error.name = "AssertionError";
  error.stack = error.message;
  return error;
}
