import { inSession } from "../../../cli/in-process/session.ts";
import type { TargetSource } from "../../../cli/in-process/target.ts";
import type { Transport, WireRequest } from "../../../harness/http/wire.ts";
import { epochNow } from "../../../harness/time.ts";
import { isWatched, type RuleResult } from "../../../harness/results.ts";
import { planRun } from "../../../harness/run/plan.ts";
import { executePlan } from "../../../harness/run/run.ts";
import { TrafficJudge } from "../../../harness/traffic/traffic-judge.ts";
import { checks } from "../../../suites/index.ts";

/** The same traffic, judged by the run that makes it and by a judge that stands between the run and its target. */
export interface Both {
  readonly run: ReadonlyMap<string, RuleResult>;
  readonly traffic: ReadonlyMap<string, RuleResult>;
  readonly judge: TrafficJudge;
}

/** Runs these rules on a target in this process, with a judge of its traffic between the two. */
export async function judgeBeside(
  source: TargetSource,
  { patterns = [], seed = 1 }: { readonly patterns?: readonly string[]; readonly seed?: number } = {},
): Promise<Both> {
  let judge: TrafficJudge | null = null;
  const tapped: TargetSource = {
    ...source,
    open: async () => {
      const target = await source.open();
      const opened = await TrafficJudge.open({ profile: target.profile, keys: target.keys });
      judge = opened;
      return { ...target, transport: tappedTransport(target.transport, opened) };
    },
  };
  const run = new Map<string, RuleResult>();
  await inSession(tapped, { seed, runs: 20 }, async (session) => {
    await executePlan({
      session,
      plan: planRun({ checks, patterns }),
      signal: new AbortController().signal,
      replay: () => null,
      onResult: (result) => {
        if (isWatched(result)) run.set(result.id, result);
      },
    });
  });
  if (judge === null) throw new Error("the target was not opened");
  const beside = judge as TrafficJudge;
  return { run, judge: beside, traffic: new Map(beside.results().map((result) => [result.id, result])) };
}

function tappedTransport(transport: Transport, judge: TrafficJudge): Transport {
  const { openReceiver } = transport;
  return {
    ...transport,
    ...(openReceiver === undefined
      ? {}
      : {
          openReceiver: (options) =>
            openReceiver({
              ...options,
              mailbox: {
                drop: (address) => options.mailbox.drop(address),
                put: (bytes, address) => {
                  judge.arrive({ bytes, address, at: epochNow() });
                  options.mailbox.put(bytes, address);
                },
              },
            }),
        }),
    send: async (given, options) => {
      // A transport may be given the same object twice.
      const request: WireRequest = { ...given };
      judge.begin(request, epochNow());
      try {
        const answer = await transport.send(given, options);
        judge.end(request, { answer, at: epochNow() });
        return answer;
      } catch (error) {
        judge.end(request, { answer: null, fault: String(error), at: epochNow() });
        throw error;
      }
    },
  };
}
