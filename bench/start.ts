import { existsSync } from "node:fs";
import { join } from "node:path";
import { openMeter } from "./cpu.ts";
import { type Measure, median, ROUNDS } from "./measure.ts";

/** The path of the package's command. @throws Error if the package is not built */
export function builtCommand(): string {
  const main = join(import.meta.dirname, "../dist/cli/main.js");
  if (!existsSync(main)) throw new Error("dist/ is missing; run `npm run build` first");
  return main;
}

/** A rule that needs only a test key. */
const RULE = "payment-intents/unknown-id-is-404";

/**
 * The CPU time of the package's commands, including startup, compared with a Node process that does nothing.
 * @throws Error if the package is not built or a command fails
 */
export async function startMeasures(target: {
  readonly url: string;
  readonly key: string;
}): Promise<readonly Measure[]> {
  const main = builtCommand();
  using meter = openMeter();
  const commands: readonly (readonly [string, readonly string[]])[] = [
    ["node -e 0", ["-e", "0"]],
    ["payconform --help", [main, "--help"]],
    ["payconform rules reversals", [main, "rules", "reversals"]],
    [`payconform explain ${RULE}`, [main, "explain", RULE]],
    ["payconform emulate, until it listens", [main, "emulate", "--port", "0"]],
    [`payconform run --rules ${RULE}`, [main, "run", "--no-allure", "--target", target.url, "--rules", RULE]],
  ];
  // In turn, so that the other load of the machine affects all commands.
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs: number[] = [];
    for (const [, args] of commands)
      costs.push((await meter.measure(args, { PAYCONFORM_KEY: target.key }, args.includes("emulate"))).cpu);
    rounds.push(costs);
  }
  return commands.map(([what], index) => {
    const values = rounds.map((round) => round[index] ?? 0);
    const ratios = rounds.map((round) => (round[index] ?? 0) / (round[0] ?? 1));
    return { what, value: median(values), unit: "ms of CPU", ratio: median(ratios) };
  });
}
