/**
 * Records what must change only on purpose: the sentences of the rules, the open points, the mutants that violate each rule, and
 * the verdicts on the second server. `tests/spec/frozen.test.ts` and `tests/fairness/second-server.test.ts` compare it.
 *
 *   npm run freeze             everything; judging the second server takes minutes
 *   npm run freeze -- --quick  without judging the second server
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fullMutants } from "../mutants/index.ts";
import { ambiguities, catalogue, retiredRules } from "../spec/index.ts";
import { differences, refusals } from "./frozen/compare.ts";
import { FROZEN, recordedLines, type Sources } from "./frozen/files.ts";

const root = join(import.meta.dirname, "..");
const sources: Sources = { rules: catalogue, ambiguities, mutants: fullMutants };

interface State {
  readonly path: string;
  readonly derived: readonly string[];
  readonly differences: readonly string[];
}

/** Each recorded file, with the content that it should have and the differences. */
export function frozenStates(): readonly State[] {
  return FROZEN.map((file) => {
    const recorded = recordedLines(root, file.path);
    const derived = file.derive(sources, recorded);
    return { path: file.path, derived, differences: differences(file, recorded, derived) };
  });
}

function main(): number {
  const quick = isQuick();
  if (quick === null) return 2;
  const faults = refusals({
    recorded: recordedLines(root, "spec/rules.lock"),
    rules: catalogue,
    retired: retiredRules,
  });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  for (const { path, derived, differences: changes } of frozenStates()) {
    for (const change of changes) console.log(change);
    if (changes.length > 0) writeFileSync(join(root, path), `${derived.join("\n")}\n`);
  }
  if (quick) return 0;
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const judged = spawnSync(
    process.execPath,
    [vitest, "run", "--project", "tests", "tests/fairness/second-server.test.ts"],
    { cwd: root, stdio: "inherit", env: { ...process.env, FREEZE: "1" } },
  );
  return judged.status ?? 1;
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

if (process.argv[1] === import.meta.filename) process.exitCode = main();
