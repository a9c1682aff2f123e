/**
 * Records in `spec/rules.lock` what must change only on purpose: the sentences of the rules and of the open points, the mutants that
 * each rule catches, its verdicts on the second server, and the levels that have it; those change with a new date in `spec/levels.yaml`.
 * `tests/spec/frozen.test.ts` and `tests/fairness` compare it.
 *
 *   npm run freeze             everything; judging the second server takes minutes
 *   npm run freeze -- --quick  judges on the second server only the rules that never were
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fullMutants } from "../mutants/index.ts";
import { openPoints, catalogue, retiredRules } from "../spec/index.ts";
import { freezeLevels, readFrozenLevels, readLevels } from "./generate/levels.ts";
import { differences, entriesOf, readLock, refusals, unjudged, withLevels, writeLock } from "./frozen.ts";

const root = join(import.meta.dirname, "..");

function main(): number {
  const quick = isQuick();
  if (quick === null) return 2;
  const recorded = readLock(root);
  const faults = refusals({ recorded, rules: catalogue, retired: retiredRules });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  const frozen = readFrozenLevels(root);
  const levels = freezeLevels(readLevels(root), frozen, catalogue);
  const sources = { rules: catalogue, openPoints, mutants: fullMutants };
  const derived = withLevels(entriesOf(sources, recorded), levels);
  for (const change of differences(recorded, derived)) console.log(change);
  writeLock(root, derived, levels);
  const judged = quick ? unjudged(derived) : ["all"];
  const status = judged.length === 0 ? 0 : judgeOnSecondServer(judged);
  if ([...levels].some(([name, level]) => frozen.get(name) !== level) || levels.size !== frozen.size)
    console.log("a level changed: run `npm run generate`");
  return status;
}

function judgeOnSecondServer(rules: readonly string[]): number {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "tests", "tests/fairness"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FREEZE: rules.join(" ") },
  });
  return status ?? 1;
}

/** Whether `--quick` is given; null, after a message, if there are other arguments. */
function isQuick(): boolean | null {
  try {
    return parseArgs({ options: { quick: { type: "boolean", default: false } } }).values.quick;
  } catch (error) {
    console.error(`${(error as Error).message}\nusage: npm run freeze [-- --quick]`);
    return null;
  }
}

process.exitCode = main();
