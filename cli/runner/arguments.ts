import type { Shard } from "../arguments.ts";
import type { TargetArguments } from "../targets/find.ts";

/** Options of `run`. */
export interface RunArguments extends TargetArguments {
  readonly rules?: readonly string[];
  readonly runs: number;
  readonly shard?: Shard;
  readonly out: string;
  readonly allowIncomplete: boolean;
  readonly baseline?: string;
  /** The gate: a file of rules that must pass. */
  readonly gate?: string;
  readonly dryRun: boolean;
  readonly allure: boolean;
  /** File of the earlier runs, for the trends of the Allure report. */
  readonly allureHistory?: string;
  /** Keep `allure-results/` after the report. */
  readonly keepResults?: boolean;
  /** Judge only rules that failed when a run in the output directory last judged them. */
  readonly lastFailed?: boolean;
  /** Judge again after each change and on a key, until the user quits. */
  readonly watch?: boolean;
  /** Files and folders whose changes start a run. */
  readonly watchPath?: readonly string[];
  /** Stop at the first violation. */
  readonly bail?: boolean;
  readonly maxViolations?: number;
  readonly quiet: boolean;
  /** The user's copy of the interface document, which `report.html` quotes. */
  readonly document?: string;
  readonly open: boolean;
  readonly maxRequests?: number;
  readonly maxDuration?: number;
}
