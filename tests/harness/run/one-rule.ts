import { type Check, rule, type RuleOptions } from "../../../harness/check.ts";
import { judgeRule } from "../../../harness/run/judge-rule.ts";
import { type FetchHandler, inProcessTransport } from "../../../harness/http/in-process.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { isWatched, type RuleResult } from "../../../harness/results.ts";
import { openSession } from "../../../harness/run/open.ts";
import type { Session } from "../../../harness/run/session.ts";
import { catalogue } from "../../../spec/index.ts";

/** Rules that a check can be bound to without any need. */
export const bareRules = catalogue.filter((rule) => rule.needs.length === 0 && !isWatched(rule));

const ORIGIN = "http://target.test";

/** A session with a target in this process, which by default answers everything with `{ok: true}`. */
export function bareSession(
  options: {
    readonly target?: FetchHandler;
    readonly runs?: number;
    readonly firstViolationEnds?: boolean;
    readonly transcripts?: "proof";
  } = {},
): Promise<Session> {
  return openSession({
    profile: withDefaults({ target: { baseUrl: ORIGIN } }),
    keys: { test: "sk_test_0123456789abcdef" },
    transport: inProcessTransport({ [ORIGIN]: options.target ?? (async () => Response.json({ ok: true })) }),
    seed: 1,
    runs: options.runs ?? 1,
    liveKeyAllowed: false,
    firstViolationEnds: options.firstViolationEnds === true,
    transcripts: options.transcripts ?? true,
  });
}

/** What is said of a check that is bound to some rule. */
export async function judgedAs(
  judge: (check: Check) => Promise<void>,
  options: {
    readonly rule?: RuleOptions;
    readonly runs?: number;
    readonly target?: FetchHandler;
    readonly firstViolationEnds?: boolean;
    readonly transcripts?: "proof";
    readonly signal?: AbortSignal;
  } = {},
): Promise<RuleResult> {
  const session = await bareSession(options);
  const [known] = bareRules;
  if (known === undefined) throw new Error("the catalogue has no rule without a need");
  try {
    const { result } = await judgeRule({
      session,
      rule: known,
      check: rule(known.id, options.rule ?? {}, judge),
      signal: options.signal ?? new AbortController().signal,
      replay: (id) => `payconform run --rules ${id}`,
    });
    return result;
  } finally {
    await session.close();
  }
}
