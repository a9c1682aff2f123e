import { expect, test } from "vitest";
import { inThisProcess } from "./command-line.ts";

test("with --reporter ndjson, each line is an object: the events of the run, and its outcome at the end", async () => {
  const id = "payment-intents/created-amount";
  const args = ["run", "--rules", id, "--runs", "2", "--no-allure", "--reporter", "ndjson"];
  const { code, stdout, stderr } = await inThisProcess(args);
  expect([code, stderr]).toEqual([0, ""]);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(lines[0]).toMatchObject({ type: "started", planned: 1, embedded: true });
  expect(lines.filter(({ type }) => type === "judged")).toMatchObject([{ rule: { id, verdict: "passed" } }]);
  expect(lines.at(-1)).toMatchObject({
    ...{ type: "finished", exitCode: 0, totals: { passed: 1 }, problems: [] },
    paths: expect.arrayContaining([expect.stringMatching(/conformance\.json$/)]) as unknown,
  });
});
