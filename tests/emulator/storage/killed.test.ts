import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { killedRound } from "../../../bench/killed-round.ts";
import { compiled } from "../../compiled.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payconform-killed-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// `npx tsx bench/killed-rounds.ts` does the same fifty times with 10,000 operations.
it("has every acknowledged operation after kill -9 during concurrent ones, twice on the same folder", async () => {
  const command = [process.execPath, join(compiled(), "cli/main.js")];
  const shared = { command, folder, operations: 600, concurrent: 64 };
  const first = await killedRound({ ...shared, killAfter: 0.3 });
  const second = await killedRound({ ...shared, killAfter: 0.6 });
  for (const { sent, acknowledged, ...found } of [first, second]) {
    expect(sent).toBe(600);
    expect(acknowledged).toBeGreaterThanOrEqual(180);
    expect(acknowledged).toBeLessThan(600);
    expect(found).toMatchObject({ lost: 0, otherReads: 0, trialBalance: { xaf: 0 } });
  }
  expect(second.commands).toBeGreaterThan(first.commands + 300);
});
