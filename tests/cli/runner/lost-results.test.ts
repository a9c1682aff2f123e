import { expect, test } from "vitest";
import { judge } from "../../../cli/runner/judge.ts";
import type { WorkerMessage } from "../../../cli/runner/run-config.ts";
import { judgeHere } from "../../../cli/runner/threads.ts";
import { embeddedTarget } from "../../../cli/targets/emulator.ts";
import { exitInWords } from "../../../reports/evidence/outcome-words.ts";

const fault = "RangeError: Invalid array length\n    at list (observations.js:1:1)";

/** What the last message of the worker becomes. */
const failures = {
  "its end reports a fault": (end: WorkerMessage): WorkerMessage => ({ ...end, fault }) as WorkerMessage,
  "it never ends": (): WorkerMessage => ({ type: "failed", fault }),
};

test.each(Object.entries(failures))(
  "a run that fails after its last rule has exit code 4: %s",
  async (_when, change) => {
    const target = await embeddedTarget({ seed: 1 });
    const result = await judge({
      target,
      settings: {
        seed: 1,
        runs: 1,
        patterns: ["payment-intents/created-id-prefix"],
        replayTemplate: "ID",
      },
      allowIncomplete: false,
      reporter: { on: () => undefined },
      thread: ({ config, receive }) =>
        judgeHere({
          config,
          receive: (message) => receive(message.type === "ended" ? change(message) : message),
        }),
    });
    await target.close();
    expect([result.exitCode, result.totals.passed, result.failure]).toEqual([4, 1, fault]);
    expect(exitInWords(result)).toMatch(/^internal error after the last rule, .*: RangeError: Invalid array/);
  },
);
