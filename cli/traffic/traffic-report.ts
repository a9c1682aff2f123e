import { resolve } from "node:path";
import { loadBaseline } from "../../harness/profile/baseline.ts";
import { contractOperations } from "../../harness/contract.ts";
import type { JudgedTraffic, RuleResult, RunResult } from "../../harness/results.ts";
import { isJudgedOnTraffic, type TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { compared, earlierRunIn } from "../../reports/evidence/comparison.ts";
import { createReporters } from "../../reports/index.ts";
import type { OutputFolder } from "../../reports/output/output-folder.ts";
import { catalogue } from "../../spec/index.ts";
import { beginOutput, endOutput, outputFolder } from "../reporting/out-folder.ts";
import { catalogueFacts, type ReportArguments } from "../reporting/reporters.ts";
import { collect } from "../runner/collect.ts";
import { DEFAULT_RUNS, DEFAULT_SEED } from "../runner/run-config.ts";
import { loadGate } from "../selection/conclusion.ts";
import { selectRules } from "../selection/select-rules.ts";
import type { DescribedTarget } from "../targets/describe.ts";
import { reportStream } from "../terminal/output.ts";

/** Options of the commands that judge traffic without a run. */
export interface TrafficReportArguments extends ReportArguments {
  readonly rules?: readonly string[];
  readonly baseline?: string;
  readonly quiet: boolean;
}

/** Checks what can be checked before there is any traffic. @throws UsageError */
export function checkArguments({ rules = [], baseline, gate, document }: TrafficReportArguments): void {
  selectRules(rules);
  if (baseline !== undefined) loadBaseline(baseline);
  if (gate !== undefined) loadGate(gate);
  if (document !== undefined) catalogueFacts(document);
}

/**
 * Prints and writes the reports of judged traffic. A rule that nothing could contradict was not seen: it fails a gate, but not the command.
 * @throws ReportError if a report cannot be written
 */
export async function reportTraffic(given: {
  readonly judge: TrafficJudge;
  /** Files, or what was listened to. */
  readonly source: string;
  readonly target: Pick<DescribedTarget, "profile" | "access">;
  readonly options: TrafficReportArguments;
  /** Epoch ms. */
  readonly startedAt: number;
  /** Locked before; it is released. Default: `options.out`. */
  readonly folder?: OutputFolder;
  /** Adds what only the source of the traffic knows. */
  readonly annotate?: (result: RuleResult) => RuleResult;
  /** Writes how the violations are replayed, and adds the commands. */
  readonly record?: (result: RunResult, folder: OutputFolder) => RunResult;
  /** Of what the traffic was drawn with. */
  readonly seed?: number;
  /** Whether the target is the emulator of this process. */
  readonly embedded?: boolean;
}): Promise<RunResult> {
  const { judge, source, target, options, startedAt, annotate = (one) => one } = given;
  const { seed = DEFAULT_SEED, embedded = false, record = (one) => one } = given;
  const earlier = earlierRunIn(resolve(options.out));
  const folder = given.folder ?? outputFolder(options.out, { allure: options.allure });
  try {
    beginOutput(folder);
    const { allure, allureHistory, keepResults = false, quiet } = options;
    const reporters = createReporters({
      folder,
      stream: reportStream,
      isTTY: process.stdout.isTTY === true,
      ci: true,
      quiet,
      catalogue: catalogue.map(({ id }) => id),
      facts: catalogueFacts(options.document),
      ...{ allure, allureHistory, keepResults },
    });
    const { profile, access } = target;
    const collector = collect({
      config: {
        target: { profile, access, keys: {}, liveKeyAllowed: true },
        seed,
        runs: DEFAULT_RUNS,
        patterns: options.rules ?? [],
        replayTemplate: "",
        simplestFirst: false,
      },
      startedAt,
      embedded,
      traffic: source,
      allowIncomplete: true,
      reporter: reporters,
      baseline: options.baseline === undefined ? undefined : loadBaseline(options.baseline),
      gate: options.gate === undefined ? undefined : loadGate(options.gate),
      onInterrupt: () => undefined,
    });
    const judged = selectRules(options.rules ?? []).rules.filter(isJudgedOnTraffic);
    collector.receive({ type: "planned", scope: { judged, unjudged: [], planned: 0 } });
    const { requests } = judge.seen;
    for (const result of judge.results(judged))
      collector.receive({ type: "judged", result: annotate(result), requests });
    collector.receive({
      type: "ended",
      observations: judge.observations(),
      leftovers: [],
      coverage: [],
      requests,
      lost: null,
      fault: null,
      pauses: new Map(),
      advice: null,
    });
    const result = await collector.finish(new Map());
    const { replayTemplate: _, ...rest } = compared(
      { ...record(result, folder), traffic: trafficOf(judge, source) },
      earlier,
    );
    return (await reporters.finish(rest)).result;
  } finally {
    endOutput(folder);
  }
}

function trafficOf({ seen }: TrafficJudge, source: string): JudgedTraffic {
  const { requests, recognized, events } = seen;
  const operations = [...contractOperations.values()].map(({ id, method, path }) => {
    const statuses = [...(seen.operations.get(id) ?? [])].sort(([one], [other]) => one - other);
    const named = statuses.map(([status, times]) => [status === 0 ? "none" : String(status), times] as const);
    return { operation: id, method, path, statuses: Object.fromEntries(named) };
  });
  return { source, requests, recognized, events, operations };
}
