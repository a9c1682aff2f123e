import { planRun } from "../../harness/run/plan.ts";
import { bodyJudges } from "../../harness/judge/passive.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import type { Transport } from "../../harness/http/wire.ts";
import { type ProfileInput, withDefaults } from "../../harness/profile/defaults.ts";
import type { Keys } from "../../harness/profile/types.ts";
import type { Observation, RuleResult } from "../../harness/results.ts";
import { openSession } from "../../harness/run/open.ts";
import { checks, loadChecks } from "../../suites/index.ts";
import { executed } from "./executed.ts";

// Here, and not while a server is judged: simulated time would go on while code loads.
await Promise.all([loadChecks(), bodyJudges()]);

/** What a run over a socket with a URL and a key found. */
export interface Judged {
  readonly results: ReadonlyMap<string, RuleResult>;
  readonly observations: readonly Observation[];
  /** Ids by verdict, sorted. */
  readonly by: (verdict: RuleResult["verdict"]) => readonly string[];
}

/** Judges a listening server in this process. */
export async function judgeUrl(options: {
  profile: ProfileInput;
  testKey: string;
  /** Further keys, and whether the live one may be used. */
  keys?: Keys;
  liveKeyAllowed?: boolean;
  patterns?: readonly string[];
  /** Areas whose checks may run, for a passive rule; all without it. */
  areas?: readonly string[];
  shard?: { readonly index: number; readonly count: number };
  /** Where a profile's fixtures find the keys that they name; without it, the environment of this process. */
  env?: Readonly<Record<string, string>>;
  seed?: number;
  runs?: number;
  /** The way to it; a socket without it. */
  transport?: Transport;
}): Promise<Judged> {
  const profile = withDefaults(options.profile);
  const session = await openSession({
    profile,
    keys: { ...options.keys, test: options.testKey },
    transport: options.transport ?? socketTransport({ connections: 32 }),
    seed: options.seed ?? 1,
    runs: options.runs ?? 20,
    liveKeyAllowed: options.liveKeyAllowed ?? false,
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  const { areas, patterns = [], shard } = options;
  const own = checks.filter(({ id }) => areas?.includes(id.split("/")[0] ?? "") ?? true);
  const plan = planRun({ checks: own, patterns, ...(shard !== undefined && { shard }) });
  const results = await executed(session, own, { plan });
  return {
    results,
    observations: session.observations.list(session.redactor),
    by: (verdict) =>
      [...results.values()]
        .filter((result) => result.verdict === verdict)
        .map((result) => result.id)
        .sort(),
  };
}
