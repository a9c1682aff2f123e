import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../../cli/api.ts";
import { createReporters } from "../../../reports/index.ts";
import { OutputFolder } from "../../../reports/output/output-folder.ts";
import { ReportError } from "../../../reports/output/shutdown.ts";
import { everything } from "../../reports/fixture.ts";
import { emptyFolder } from "../command-line.ts";

test.each(["started", "judged", "finished"])(
  "a listener that throws when the run has %s hides no verdict",
  async (at) => {
    const result = await run({
      rules: ["payment-intents/created-*"],
      runs: 1,
      onEvent: ({ type }) => {
        if (type === at) throw new Error(`no ${at}`);
      },
    });
    expect(result.exitCode).toBe(0);
    expect(result.totals.passed).toBeGreaterThan(3);
    expect(result.warnings).toContain(`a report failed during the run, so it may be incomplete: no ${at}`);
  },
);

test("a stream that cannot be written to keeps no file from being written", async () => {
  const folder = emptyFolder();
  const stream = {
    write: (): never => {
      throw new Error("the stream is closed");
    },
  };
  const reporters = createReporters({ folder: new OutputFolder(folder), stream, isTTY: true, ci: false });
  await expect(reporters.finish(everything)).rejects.toThrow(ReportError);
  const written = JSON.parse(readFileSync(join(folder, "conformance.json"), "utf8")) as { exitCode: number };
  expect(written.exitCode).toBe(4);
});

test("a file that cannot be made keeps no other from being written", async () => {
  const folder = emptyFolder();
  const reporters = createReporters({
    folder: new OutputFolder(folder),
    stream: { write: () => true },
    isTTY: false,
    ci: true,
    facts: {} as never,
  });
  await expect(reporters.finish(everything)).rejects.toThrow("results.sarif could not be written");
  expect(existsSync(join(folder, "junit.xml"))).toBe(true);
  const written = JSON.parse(readFileSync(join(folder, "conformance.json"), "utf8")) as { exitCode: number };
  expect(written.exitCode).toBe(4);
});
