import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Measure } from "./measure.ts";
import { median, ROUNDS } from "./measure.ts";

const run = promisify(execFile);
const main = join(dirname(fileURLToPath(import.meta.url)), "../dist/cli/main.js");

/** Writes the CPU time of a whole process, ms, when it ends. */
const PRELOADED = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeFileSync(process.env.CPU_FILE, String((user + system) / 1000));
});`;

/** A rule that needs a test key only. */
const RULE = "payment-intents/unknown-id-is-404";

/**
 * CPU time of commands of the package, start included, against a Node process that does nothing.
 * @throws Error where the package is not built, or a command fails
 */
export async function startMeasures(target: {
  readonly url: string;
  readonly key: string;
}): Promise<readonly Measure[]> {
  if (!existsSync(main)) throw new Error("dist/ is missing; run `npm run build` first");
  const folder = mkdtempSync(join(tmpdir(), "payconform-bench-"));
  const file = join(folder, "cpu");
  const preloaded = join(folder, "preloaded.cjs");
  writeFileSync(preloaded, PRELOADED);
  // The target is in this process: it must go on answering.
  const cpu = async (args: readonly string[]): Promise<number> => {
    await run(process.execPath, ["--require", preloaded, ...args], {
      cwd: folder,
      env: { ...process.env, CPU_FILE: file, PAYCONFORM_KEY: target.key },
    });
    return Number(readFileSync(file, "utf8"));
  };
  const commands: readonly (readonly [string, readonly string[]])[] = [
    ["node -e 0", ["-e", "0"]],
    ["payconform --help", [main, "--help"]],
    ["payconform rules reversals", [main, "rules", "reversals"]],
    [`payconform explain ${RULE}`, [main, "explain", RULE]],
    [`payconform run --rules ${RULE}`, [main, "run", "--no-allure", "--target", target.url, "--rules", RULE]],
  ];
  // In turn, so that what else the machine does meets all of them.
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs: number[] = [];
    for (const [, args] of commands) costs.push(await cpu(args));
    rounds.push(costs);
  }
  rmSync(folder, { recursive: true });
  return commands.map(([what], index) => {
    const values = rounds.map((round) => round[index] ?? 0);
    const ratios = rounds.map((round) => (round[index] ?? 0) / (round[0] ?? 1));
    return { what, value: median(values), unit: "ms of CPU", ratio: median(ratios) };
  });
}
