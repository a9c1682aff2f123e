import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mutants } from "../../../mutants/index.ts";
import { variants } from "../../../variants/index.ts";
import { emptyFolder, inThisProcess } from "../command-line.ts";

const folder = emptyFolder();

async function listed(flags = ""): Promise<{ code: number; printed: string }> {
  const { code, stdout } = await inThisProcess(`mutants --list ${flags}`);
  return { code, printed: stdout };
}

describe("mutants --list judges nothing", () => {
  test("names every mutant and variant", async () => {
    const { code, printed } = await listed();
    expect(code).toBe(0);
    expect(printed).toContain(`${mutants.length} mutants, ${variants.length} variants`);
    for (const { id } of [...mutants, ...variants]) expect(printed).toContain(id);
  });

  test("shows which rules an area's mutants violate and what they change", async () => {
    const { code, printed } = await listed("--area payout-schedule");
    expect(code).toBe(0);
    expect(printed).toMatch(
      /schedule-refusal-lists-monthly +│ payout-schedule\/cadence-refusal-lists-choices +│ The refusal of a cadence lists a third choice/,
    );
    expect(printed).not.toContain("intents-");
    expect(printed).toContain(", 0 variants");
  });

  test("writes the same as JSON", async () => {
    const file = join(folder, "list.json");
    const chosen = "--mutant schedule-refusal-lists-monthly --variant choices-in-the-list";
    await listed(`${chosen} --json ${file}`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      mutants: [
        {
          id: "schedule-refusal-lists-monthly",
          violates: ["payout-schedule/cadence-refusal-lists-choices"],
          summary: "The refusal of a cadence lists a third choice.",
        },
      ],
      variants: [
        {
          id: "choices-in-the-list",
          openPoints: ["payout-schedule-choices-place"],
          what: "The choices of a refused cadence are in the entry of `errors`",
        },
      ],
    });
  });
});
