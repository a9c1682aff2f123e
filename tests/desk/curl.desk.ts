import { describe, expect, test } from "vitest";
import { faultsShown, runLines } from "../reports/curl-lines.ts";

describe("the lines that the terminal shows for a violation", () => {
  test.each(faultsShown)("show the fault of a rule with curl itself: $kind", async (fault) => {
    const { printed, events } = await runLines(fault, process.env["PATH"] ?? "");
    expect(printed).toMatch(fault.shows);
    if (fault.lacks !== undefined) expect(events).not.toContain(fault.lacks);
  });
});
