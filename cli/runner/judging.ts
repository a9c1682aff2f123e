import { executePlan, type Plan, planRun } from "../../harness/engine/run.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import { withDefaults } from "../../harness/profile/defaults.ts";
import type { RuleResult } from "../../harness/results.ts";
import { openSession, type Session } from "../../harness/session.ts";
import { checks } from "../../suites/index.ts";
import type { MainMessage, RunConfig, WorkerMessage } from "../run-config.ts";

/** A run under way in this thread. */
export interface Judging {
  readonly plan: Plan;
  /** The result of a rule once there is one; null when the run ended without. */
  readonly resultOf: (ruleId: string) => Promise<RuleResult | null>;
}

/** Starts judging at once, in an order and width of its own, and tells each result on the run's channel. */
export function startJudging(config: RunConfig): Judging {
  const plan = planRun({
    checks,
    patterns: config.patterns,
    ...(config.shard === null ? {} : { shard: config.shard }),
  });
  const results = new Map<
    string,
    { promise: Promise<RuleResult | null>; settle: (result: RuleResult | null) => void }
  >();
  for (const rule of plan.judged) results.set(rule.id, deferred());
  const channel = new BroadcastChannel(config.channel);
  const interruption = new AbortController();
  channel.onmessage = (message) => {
    if ((message as { data: MainMessage }).data.type === "interrupt") interruption.abort();
  };
  const tell = (message: WorkerMessage): void => channel.postMessage(message);

  // An interruption may be older than this thread.
  tell({ type: "ready" });

  const work = async (): Promise<void> => {
    const profile = withDefaults(config.profile);
    const transport = socketTransport({ connections: profile.inFlight * 8 });
    let session: Session | undefined;
    try {
      const opened = await openSession({
        profile,
        keys: config.keys,
        transport,
        seed: config.seed,
        runs: config.runs,
        liveKeyAllowed: config.liveKeyAllowed,
      });
      session = opened;
      await executePlan({
        session: opened,
        plan,
        signal: interruption.signal,
        replay: (id) => config.replayTemplate.replace("ID", id),
        onResult: (result) => {
          tell({ type: "judged", result });
          results.get(result.id)?.settle(result);
        },
      });
      tell({
        type: "ended",
        observations: opened.observations.list((text) => opened.redactor.text(text)),
        fault: null,
      });
    } catch (error) {
      tell({
        type: "ended",
        observations: [],
        fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    } finally {
      await session?.close();
      for (const { settle } of results.values()) settle(null);
      await transport.close();
      channel.close();
    }
  };
  const done = work();
  return {
    plan,
    resultOf: async (id) => {
      const result = await (results.get(id)?.promise ?? Promise.resolve(null));
      if (result === null) await done;
      return result;
    },
  };
}

function deferred(): { promise: Promise<RuleResult | null>; settle: (result: RuleResult | null) => void } {
  let settle: (result: RuleResult | null) => void = () => undefined;
  const promise = new Promise<RuleResult | null>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
