import { join } from "node:path";
import { expect, it } from "vitest";
import { compiled } from "../../compiled.ts";
import { emptyFolder } from "../../empty-folder.ts";
import { killedRound } from "./killed-round.ts";

/** More rounds with more operations: `KILLED_ROUNDS=30 KILLED_OPERATIONS=10000 npx vitest run --project tests tests/emulator/storage/killed.test.ts` */
const rounds = Number(process.env["KILLED_ROUNDS"] ?? 3);
const operations = Number(process.env["KILLED_OPERATIONS"] ?? 600);

it("has every acknowledged operation after each kill -9 during concurrent ones, always in the same folder", async () => {
  const command = [process.execPath, join(compiled(), "cli/main.js")];
  const folder = emptyFolder();
  let before = 0;
  for (let round = 1; round <= rounds; round += 1) {
    // The rounds kill at different points.
    const killAfter = 0.1 + ((round * 7) % 20) / 25;
    const { sent, acknowledged, records, ...found } = await killedRound({
      ...{ command, folder, operations, concurrent: 64, killAfter },
    });
    expect(found, `round ${round}`).toMatchObject({ lost: 0, otherReads: 0, trialBalance: { xaf: 0 } });
    expect(sent).toBe(operations);
    expect(acknowledged).toBeGreaterThanOrEqual(operations * killAfter);
    expect(acknowledged).toBeLessThan(operations);
    expect(records).toBeGreaterThanOrEqual(before + acknowledged);
    before = records;
  }
});
