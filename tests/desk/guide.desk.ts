import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { emptyFolder, payconform } from "../cli/command-line.ts";
import { expectShown, guidePages, stepsOf } from "../docs/shown-commands.ts";

test("bash and curl print what the guide shows", async () => {
  const steps = guidePages.flatMap(stepsOf);
  // A mark after each line: the last line of a block prints what is shown.
  const script = steps.flatMap(({ lines }) => lines.map((line) => `${line}\nprintf '\\n@@\\n'`)).join("\n");
  let printed: Promise<string[]> | undefined;
  const { code } = await payconform(["emulate", "--now", "2026-01-01T08:00:00Z"], {
    onOutput: (text, kill) => {
      if (printed !== undefined || !text.endsWith("\n")) return;
      const { paymentUrl, checkoutUrl } = JSON.parse(text) as { paymentUrl: string; checkoutUrl: string };
      const ports: Record<string, string> = {
        4010: new URL(paymentUrl).port,
        4011: new URL(checkoutUrl).port,
      };
      printed = promisify(execFile)(
        "bash",
        ["-c", script.replace(/401[01]/g, (shown) => ports[shown] ?? shown)],
        { maxBuffer: 10_000_000, cwd: emptyFolder() },
      )
        .then(({ stdout }) => stdout.split("\n@@\n"))
        .finally(() => kill("SIGTERM"));
    },
  });
  expect(code).toBe(0);
  const outputs = (await printed) ?? [];
  let at = 0;
  for (const step of steps) {
    at += step.lines.length;
    expectShown(outputs[at - 1] ?? "", step);
  }
});
