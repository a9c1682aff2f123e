import { expect, test } from "vitest";
import { ended } from "../child-process.ts";
import { emptyFolder, emulating } from "../cli/command-line.ts";
import { expectShown, guidePages, stepsOf } from "../docs/shown-commands.ts";

test("bash and curl print what the guide shows", async () => {
  const { paymentUrl, checkoutUrl, end } = await emulating(["--now", "2026-01-01T08:00:00Z"]);
  const steps = guidePages.flatMap(stepsOf);
  // A mark after each line: the last line of a block prints what is shown.
  const script = steps.flatMap(({ lines }) => lines.map((line) => `${line}\nprintf '\\n@@\\n'`)).join("\n");
  const located = script
    .replaceAll("http://127.0.0.1:4010", paymentUrl)
    .replaceAll("http://127.0.0.1:4011", checkoutUrl);
  const { stdout } = await ended("bash", ["-c", located], { cwd: emptyFolder() });
  const outputs = stdout.split("\n@@\n");
  let at = 0;
  for (const step of steps) expectShown(outputs[(at += step.lines.length) - 1] ?? "", step);
  expect((await end()).code).toBe(0);
});
