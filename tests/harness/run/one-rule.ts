import { type Check, rule, type RuleOptions } from "../../../harness/check.ts";
import { judgeRule } from "../../../harness/run/judge-rule.ts";
import { type FetchHandler, inProcessTransport } from "../../../harness/http/in-process.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { isWatched, type RuleResult } from "../../../harness/results.ts";
import { openSession } from "../../../harness/run/open.ts";
import type { Session, SessionOptions } from "../../../harness/run/session.ts";
import { catalogue, type RuleId } from "../../../spec/index.ts";

/** Rules that a check can be bound to without any need. */
export const bareRules = catalogue.filter((rule) => rule.needs.length === 0 && !isWatched(rule));

const ORIGIN = "http://target.test";

interface Given extends Partial<SessionOptions> {
  readonly target?: FetchHandler;
}

/** A session with a target in this process, which by default answers everything with `{ok: true}`. */
export function bareSession({
  target = async () => Response.json({ ok: true }),
  ...options
}: Given = {}): Promise<Session> {
  return openSession({
    profile: withDefaults({ target: { baseUrl: ORIGIN } }),
    keys: { test: "sk_test_0123456789abcdef" },
    transport: inProcessTransport({ [ORIGIN]: target }),
    ...{ seed: 1, runs: 1, liveKeyAllowed: false },
    ...options,
  });
}

/** What is said of a check that is bound to a rule, by default one without any need. */
export async function judgedAs(
  judge: (check: Check) => Promise<void>,
  {
    rule: scheduling = {},
    id = bareRules[0]?.id,
    signal = new AbortController().signal,
    ...options
  }: Given & { readonly rule?: RuleOptions; readonly id?: RuleId | undefined } = {},
): Promise<RuleResult> {
  const session = await bareSession(options);
  const known = catalogue.find((one) => one.id === id);
  if (known === undefined) throw new Error(`the catalogue has no rule ${id ?? "without a need"}`);
  try {
    const { result } = await judgeRule({
      session,
      rule: known,
      check: rule(known.id, scheduling, judge),
      signal,
      replay: (id) => `payconform run --rules ${id}`,
    });
    return result;
  } finally {
    await session.close();
  }
}
