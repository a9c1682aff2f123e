import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openMeter } from "./cpu.ts";
import type { Measure } from "./measure.ts";
import { builtCommand } from "./start.ts";

/** A property that sends one request in each run, and one whose runs share the object that one request created. */
const RULES = ["payment-intents/amount-is-the-requested", "payment-intents/retrieved-id-matches"];

/** Numbers of runs of a property. The difference between two of them excludes the startup; the first difference includes the warm-up. */
const RUNS = [100, 2_500, 5_000, 10_000];

/** How the cost of an exchange and the memory of a run grow with the number of runs of a property. */
export async function runsMeasures(target: {
  readonly url: string;
  readonly key: string;
}): Promise<Record<string, readonly Measure[]>> {
  const main = builtCommand();
  using meter = openMeter();
  const groups: Record<string, readonly Measure[]> = {};
  for (const rule of RULES) {
    const totals: { exchanges: number; cpu: number; memory: number }[] = [];
    for (const runs of RUNS) {
      const flags = ["--no-allure", "--quiet", "--out", "out", "--target", target.url];
      const used = await meter.measure([main, "run", ...flags, "--rules", rule, "--runs", String(runs)], {
        PAYCONFORM_KEY: target.key,
      });
      const text = readFileSync(join(meter.folder, "out/conformance.json"), "utf8");
      const { requests } = JSON.parse(text) as { readonly requests: number };
      totals.push({ ...used, exchanges: requests });
    }
    const slices = totals.slice(1).map((total, index) => {
      const before = totals[index] ?? total;
      return (total.cpu - before.cpu) / (total.exchanges - before.exchanges);
    });
    // The second slice is the yardstick, after the warm-up and before any growth.
    const [, yardstick = 1] = slices;
    const between = (index: number): string => `run ${RUNS[index] ?? 0} to ${RUNS[index + 1] ?? 0}`;
    groups[`${rule}, CPU of an exchange`] = slices.map((cpu, index) => ({
      ...{ what: between(index), value: cpu * 1000, unit: "µs of CPU", ratio: cpu / yardstick },
    }));
    groups[`${rule}, most memory`] = totals.map(({ memory }, index) => ({
      ...{
        what: `${RUNS[index] ?? 0} runs`,
        value: memory,
        unit: "MB",
        ratio: memory / (totals[0]?.memory ?? 1),
      },
    }));
  }
  return groups;
}
