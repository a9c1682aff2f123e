import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killedRound } from "./killed-round.ts";

/**
 * Kills an emulator repeatedly during concurrent operations, always with the same state folder:
 * `npx tsx bench/killed-rounds.ts [ROUNDS] [OPERATIONS]` (default: 50 and 10,000). The exit code is 1 if an acknowledged operation is lost.
 */
const [rounds = 50, operations = 10_000] = process.argv.slice(2).map(Number);
const root = join(import.meta.dirname, "..");
const command = [process.execPath, "--import", "tsx", join(root, "cli/main.ts")];
const folder = mkdtempSync(join(tmpdir(), "payconform-kills-"));
const sum = { sent: 0, acknowledged: 0, lost: 0, otherReads: 0, wrongBalances: 0 };
let slowest = 0;
try {
  for (let round = 1; round <= rounds; round += 1) {
    // The rounds kill at different points.
    const killAfter = ((round * 7) % 50) / 50 + 0.01;
    const done = await killedRound({ command, folder, operations, concurrent: 256, killAfter });
    console.log(JSON.stringify({ round, ...done }));
    sum.sent += done.sent;
    sum.acknowledged += done.acknowledged;
    sum.lost += done.lost;
    sum.otherReads += done.otherReads;
    sum.wrongBalances += Object.values(done.trialBalance).filter((total) => total !== 0).length;
    slowest = Math.max(slowest, done.restartMs);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify({ rounds, ...sum, slowestRestartMs: slowest }));
process.exitCode = sum.lost + sum.otherReads + sum.wrongBalances === 0 ? 0 : 1;
