import type { Plan } from "../../harness/engine/run.ts";
import { planRun } from "../../harness/engine/run.ts";
import { profileDigest } from "../../harness/profile/load.ts";
import type { Profile } from "../../harness/profile/types.ts";
import type { Observation, Proof, Reporter, RuleResult, RunResult } from "../../harness/results.ts";
import { emptyTotals, exitCodeOf } from "../../harness/verdicts.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import type { MainMessage, RunConfig, WorkerMessage } from "../run-config.ts";
import { CONTRACT_VERSION, SUITE_VERSION } from "../version.ts";

/** Gathers what the worker tells and makes the run's result of it. */
export interface Collector {
  readonly interrupt: () => void;
  /** `proofs`: by rule, the mutants that it catches. */
  readonly finish: (proofs: ReadonlyMap<string, readonly Proof[]>) => RunResult;
}

/** Listens on the run's channel, in the main thread. */
export function collect(options: {
  config: RunConfig;
  profile: Profile;
  allowIncomplete: boolean;
  reporter: Reporter;
}): Collector {
  const { config, reporter } = options;
  const plan = planRun({
    checks,
    patterns: config.patterns,
    ...(config.shard === null ? {} : { shard: config.shard }),
  });
  const startedAt = Date.now();
  const results = new Map<string, RuleResult>();
  let observations: readonly Observation[] = [];
  let fault: string | null = null;
  let interrupted = false;
  const channel = new BroadcastChannel(config.channel);
  const target = {
    name: options.profile.name,
    baseUrl: options.profile.target.baseUrl,
    checkoutUrl: options.profile.target.checkoutUrl,
  };
  channel.onmessage = (event) => {
    const message = (event as { data: WorkerMessage }).data;
    if (message.type === "ready") {
      if (interrupted) channel.postMessage({ type: "interrupt" } satisfies MainMessage);
    } else if (message.type === "judged") {
      results.set(message.result.id, message.result);
      reporter.on({ type: "judged", result: message.result });
    } else {
      ({ observations, fault } = message);
    }
  };
  reporter.on({
    type: "started",
    at: new Date(startedAt).toISOString(),
    seed: config.seed,
    target,
    planned: plan.judged.length,
  });
  return {
    interrupt: () => {
      interrupted = true;
      channel.postMessage({ type: "interrupt" } satisfies MainMessage);
    },
    finish: (proofs) => {
      channel.close();
      const rules = plan.judged.map((rule) =>
        withProof(results.get(rule.id) ?? notJudged(rule, { interrupted, fault, config }), proofs),
      );
      const totals = emptyTotals();
      for (const rule of rules) totals[rule.verdict] += 1;
      const known = rules.filter((rule) => rule.known && rule.verdict === "violated").length;
      return {
        suite: { name: "payconform", version: SUITE_VERSION, contract: CONTRACT_VERSION },
        catalogue: catalogueCounts(),
        profile: profileDigest(options.profile),
        target,
        seed: config.seed,
        startedAt: new Date(startedAt).toISOString(),
        durationMs: Date.now() - startedAt,
        exitCode: exitCodeOf({ totals, known, allowIncomplete: options.allowIncomplete, interrupted }),
        totals,
        rules,
        observations,
        unjudged: plan.unjudged,
        interrupted,
      };
    },
  };
}

function withProof(result: RuleResult, proofs: ReadonlyMap<string, readonly Proof[]>): RuleResult {
  return { ...result, provedBy: proofs.get(result.id) ?? [] };
}

function catalogueCounts(): RunResult["catalogue"] {
  const { unjudged } = planRun({ checks, patterns: [] });
  return {
    rules: catalogue.length,
    planned: unjudged.filter((entry) => entry.state === "planned").length,
    unobservable: unjudged.filter((entry) => entry.state === "unobservable").length,
  };
}

/** A rule without a result: the user ended the run, or the suite lost it. */
function notJudged(
  rule: Plan["judged"][number],
  context: { interrupted: boolean; fault: string | null; config: RunConfig },
): RuleResult {
  const reason = context.interrupted
    ? "the run was interrupted before this rule was judged"
    : (context.fault ?? "the worker that judges the rules ended without a word");
  return {
    id: rule.id,
    section: rule.section,
    area: rule.area,
    level: rule.level,
    kind: rule.kind,
    says: rule.says,
    verdict: context.interrupted ? "inconclusive" : "broken",
    reason,
    needs: [],
    exchanges: 0,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    violation: null,
    counterexample: null,
    replay: context.config.replayTemplate.replace("ID", rule.id),
    known: false,
    shares: {},
    transcript: [],
  };
}
