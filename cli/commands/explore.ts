import { setMaxListeners } from "node:events";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode, RuleResult } from "../../harness/results.ts";
import { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { actsOf } from "../../suites/walks/acts.ts";
import { coverageTable, coverageText } from "../explore/coverage.ts";
import { CORPUS, Corpus } from "../explore/corpus.ts";
import { explore as explores, type Found } from "../explore/explore.ts";
import { Passing } from "../explore/episode.ts";
import { shrink } from "../explore/case.ts";
import { quoted, recordViolations } from "../replay/replay-file.ts";
import { endOutput, outputFolder } from "../reporting/out-folder.ts";
import { listenForStop, unlessStopped } from "../runner/stop.ts";
import { findTarget, type TargetArguments } from "../targets/find.ts";
import { sessionAt } from "../targets/session.ts";
import type { Target } from "../targets/describe.ts";
import { COVERAGE_FILE } from "../../reports/output/output-folder.ts";
import { count, prettyJson } from "../../reports/text/text.ts";
import { hideSecrets, print } from "../terminal/output.ts";
import { checkArguments, reportTraffic, type TrafficReportArguments } from "../traffic/traffic-report.ts";

interface ExploreArguments extends TrafficReportArguments, TargetArguments {
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
    const target = await unlessStopped(stop, findTarget(options));
    if (target === null) return 3;
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
  const corpus = new Corpus(CORPUS, target.embedded ? null : target.profile.target.baseUrl);
  if (corpus.ignored > 0)
    print(`ignores ${count(corpus.ignored, "file")} in ${CORPUS}, of another target or version`);
  try {
    const connections = target.profile.inFlight * 8;
    const ofSession = { connections, seed, signal, judgesPassive: false, recorderFor: () => passing };
    const session = await sessionAt(target, ofSession);
    const { profile, keys, supplies } = session;
    const found = new Map<string, Found>();
    try {
      hideSecrets(session.redactor);
      const judge = await TrafficJudge.open({
        ...{ profile, keys, access: target.access, isOwn: true },
        onViolation: (result) => violations.push(result),
      });
      const acts = actsOf(profile, supplies.control);
      const exploring = { session, passing, acts, signal, cleans: !target.embedded };
      let shrinking = 0;
      const coverage = await explores({
        ...{ ...exploring, judge, seed, violations },
        kept: corpus.sequences,
        onNew: (steps) => corpus.keep(steps),
        goesOn: goesOn(options, { startedAt, sent: () => session.budget.sent() - shrinking }),
        onViolation: async (violation) => {
          const { id } = violation.result;
          const before = session.budget.sent();
          const shrunk = (await shrink(exploring, { ...violation, rule: id })) ?? violation;
          shrinking += session.budget.sent() - before;
          corpus.keep(shrunk.steps, id);
          found.set(id, { ...violation, ...shrunk });
          print(`${id} is violated by ${count(shrunk.steps.length, "step")}`);
        },
      });
      const sent = session.budget.sent() - shrinking;
      print(
        `${coverage.size} outcomes of ${acts.length} acts in ${sent} requests, and ${shrinking} to shrink what was found`,
      );
      const { embedded, liveKeyAllowed } = target;
      const table = coverageTable({ coverage, acts, observed: judge.seen.operations, liveKeyAllowed });
      print(`${coverageText(table)}; all of them are in ${COVERAGE_FILE}`);
      const flags = [
        ...(options.profile === undefined ? [] : [`--profile ${quoted(options.profile)}`]),
        ...(options.allowLiveKey ? ["--allow-live-key"] : []),
      ];
      const result = await reportTraffic({
        ...{ judge, target, options, startedAt, folder, seed, embedded },
        source: `an exploration with seed ${seed}`,
        annotate: (rule) => (rule.verdict === "violated" ? (found.get(rule.id)?.result ?? rule) : rule),
        record: (whole, written) => {
          written.write(COVERAGE_FILE, prettyJson(table));
          return recordViolations(whole, {
            ...{ folder: written, shownOut: options.out, runs: 1, embedded, flags },
            cases: new Map([...found].map(([id, { steps, seed: own }]) => [id, { steps, seed: own }])),
          });
        },
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
