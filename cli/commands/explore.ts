import { setMaxListeners } from "node:events";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode, RuleResult } from "../../harness/results.ts";
import { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { actsOf } from "../explore/acts.ts";
import { explore as exploring, type Found } from "../explore/explore.ts";
import { Passing } from "../explore/passing.ts";
import { endOutput, outputFolder } from "../reporting/out-folder.ts";
import { listenForStop, unlessStopped } from "../runner/stop.ts";
import { findTarget, type TargetArguments } from "../targets/find.ts";
import { sessionAt } from "../targets/session.ts";
import type { Target } from "../targets/target.ts";
import { hideSecrets, print, warn } from "../terminal/output.ts";
import { checkArguments, reportTraffic, type TrafficReportArguments } from "../traffic/traffic-report.ts";

export interface ExploreArguments extends TrafficReportArguments, TargetArguments {
  /** Seconds. */
  readonly for?: number;
  /** The most requests. */
  readonly requests?: number;
}

/** Sends a target what nobody thought of, judges all of it by passive and trace rules, and writes the reports. */
export async function explore(options: ExploreArguments): Promise<ExitCode> {
  checkArguments(options);
  if (options.for === undefined && options.requests === undefined)
    throw new UsageError("say how long to explore: --for 10m, or --requests 2000");
  const stop = listenForStop("interrupted; reporting what was found");
  // Every episode listens.
  setMaxListeners(0, stop.signal);
  try {
    const found = await unlessStopped(stop, findTarget(options));
    if (found === null) return 3;
    if ("unreachable" in found) {
      warn(found.unreachable);
      return 3;
    }
    const { target } = found;
    try {
      return await exploreTarget(target, options, stop.signal);
    } finally {
      await target.close();
    }
  } finally {
    stop.release();
  }
}

async function exploreTarget(
  target: Target,
  options: ExploreArguments,
  signal: AbortSignal,
): Promise<ExitCode> {
  const startedAt = Date.now();
  const { seed } = options;
  const folder = outputFolder(options.out, { allure: options.allure });
  const passing = new Passing();
  const violations: RuleResult[] = [];
  try {
    const connections = target.profile.inFlight * 8;
    const session = await sessionAt(target, {
      connections,
      seed,
      signal,
      judgesPassive: false,
      recorderFor: () => passing,
    });
    const { profile, keys } = session;
    try {
      hideSecrets(session.redactor);
      const judge = await TrafficJudge.open({
        ...{ profile, keys, access: target.access, isOwn: true },
        onViolation: (result) => violations.push(result),
      });
      const acts = actsOf(profile, session.supplies.control);
      const found = new Map<string, Found>();
      const coverage = await exploring({
        ...{ session, passing, acts, judge, seed, signal, violations },
        cleans: !target.embedded,
        kept: [],
        goesOn: goesOn(options, { startedAt, sent: () => session.budget.sent() }),
        onViolation: (violation) => {
          found.set(violation.result.id, violation);
          print(`${violation.result.id} is violated, by ${violation.steps.length} steps`);
          return Promise.resolve();
        },
      });
      print(`${coverage.size} outcomes of ${acts.length} acts in ${session.budget.sent()} requests`);
      const source = `an exploration with seed ${seed}`;
      const result = await reportTraffic({
        ...{ judge, source, target, options, startedAt, folder, seed },
        embedded: target.embedded,
      });
      return result.exitCode;
    } finally {
      await session.close();
    }
  } finally {
    endOutput(folder);
  }
}

/** Whether an exploration has time and requests left. */
function goesOn(
  { for: seconds = Infinity, requests = Infinity }: ExploreArguments,
  { startedAt, sent }: { readonly startedAt: number; readonly sent: () => number },
): () => boolean {
  return () => sent() < requests && Date.now() - startedAt < seconds * 1_000;
}
