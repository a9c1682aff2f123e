import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compiled } from "../../compiled.ts";
import { killedRound } from "./killed-round.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payconform-killed-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Rounds on the same folder: `KILLED_ROUNDS=30 npx vitest run tests/emulator/storage/killed.test.ts` for more. */
const ROUNDS = Number(process.env["KILLED_ROUNDS"] ?? 2);

it("has every acknowledged operation after kill -9 during concurrent ones, in each round on the same folder", async () => {
  const command = [process.execPath, join(compiled(), "cli/main.js")];
  const operations = 600;
  let commands = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // The rounds kill at different points.
    const killAfter = 0.3 + ((round * 3) % 5) / 10;
    const done = await killedRound({ command, folder, operations, concurrent: 64, killAfter });
    const { sent, acknowledged, ...found } = done;
    expect(sent).toBe(operations);
    expect(acknowledged).toBeGreaterThanOrEqual(operations * killAfter);
    expect(acknowledged).toBeLessThan(operations);
    expect(found, `round ${round}`).toMatchObject({ lost: 0, otherReads: 0, trialBalance: { xaf: 0 } });
    expect(found.commands).toBeGreaterThanOrEqual(commands + acknowledged);
    commands = found.commands;
  }
});
