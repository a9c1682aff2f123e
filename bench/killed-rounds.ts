import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killedRound } from "./killed-round.ts";

/**
 * Kills an emulator again and again in the middle of concurrent operations, always on the same folder:
 * `npx tsx bench/killed-rounds.ts [ROUNDS] [OPERATIONS]`, 50 and 10,000 if left out. Ends with 1 if anything acknowledged is not there.
 */
const [rounds = 50, operations = 10_000] = process.argv.slice(2).map(Number);
const root = join(import.meta.dirname, "..");
const command = [process.execPath, "--import", "tsx", join(root, "cli/main.ts")];
const folder = mkdtempSync(join(tmpdir(), "payconform-kills-"));
const sum = { sent: 0, acknowledged: 0, lost: 0, otherReads: 0, wrongBalances: 0 };
let slowest = 0;
try {
  for (let round = 1; round <= rounds; round += 1) {
    // Every part of the operations is reached in turn.
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
