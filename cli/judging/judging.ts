import pc from "picocolors";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { resolveKeys } from "../../harness/profile/secrets.ts";
import type { Keys } from "../../harness/profile/types.ts";
import { epochNow } from "../../harness/time.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { RuleResult } from "../../harness/results.ts";
import { Recognizer } from "../../harness/traffic/recognize.ts";
import { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { causes } from "../../reports/evidence/causes.ts";
import { causesText } from "../../reports/evidence/causes-text.ts";
import { count } from "../../reports/text/text.ts";
import { describeTarget } from "../targets/describe.ts";
import { type Fetch, observedFetch } from "./observed-fetch.ts";

export interface JudgingOptions<F = Fetch> {
  /** Base URL of the payment host; takes precedence over the profile. Requests to other hosts are not judged. */
  readonly target?: string;
  readonly checkoutUrl?: string;
  /** A profile as data, or the path of its file. */
  readonly profile?: ProfileInput | string;
  /** Keys by role, which messages then name. Default: the test keys that the profile names. */
  readonly keys?: Keys;
  /** What sends requests. Default: the global `fetch`. */
  readonly fetch?: F;
}

/** Judges the traffic of a client, by the rules that need no check. Sends nothing itself. */
export interface Judging<F = Fetch> {
  /** Sends requests as the given `fetch` does, and judges them and their answers. */
  readonly fetch: F;
  /** Judges a webhook: its bytes, or its request, whose body can still be read. `path`: where it arrived. */
  readonly arrive: (webhook: Request | Uint8Array | string, path?: string) => Promise<void>;
  /** Rejects with the violations since the last call, once all answers until now have been judged. */
  readonly expectConforming: () => Promise<void>;
  /** One result of each rule, over everything since the beginning or the last `reset`. */
  readonly results: () => Promise<readonly RuleResult[]>;
  /** Forgets everything: for a server that starts again without its data. */
  readonly reset: () => Promise<void>;
}

/** Violations in the traffic of a client. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  readonly results: readonly RuleResult[];

  constructor(results: readonly RuleResult[]) {
    const verb = results.length === 1 ? "is" : "are";
    const found = causes({ rules: results, interrupted: false });
    super(
      `${count(results.length, "rule")} ${verb} violated\n\n${causesText(found, pc.createColors(false)) ?? ""}`,
    );
    this.results = results;
  }
}

/**
 * Judges what a client and a server send each other. A violation of a rule is reported once.
 * @throws UsageError for a wrong description of the target
 */
export async function judging<F extends (...given: never[]) => Promise<unknown> = Fetch>(
  options: JudgingOptions<F>,
): Promise<Judging<F>> {
  const described = describeTarget(options);
  if (described === null)
    throw new UsageError("name the target: `target`, or a `profile` with target.baseUrl");
  const { profile, access, secretContext } = described;
  const keys = options.keys ?? resolveKeys(profile, { ...secretContext, live: false });
  const failures: unknown[] = [];
  const pending = new Set<Promise<void>>();
  let violated: RuleResult[] = [];
  const newJudge = async (): Promise<TrafficJudge> => {
    const own: RuleResult[] = [];
    violated = own;
    return TrafficJudge.open({ profile, keys, access, onViolation: (result) => own.push(result) });
  };
  let judge = await newJudge();
  const later = (work: Promise<void>): void => {
    const ended: Promise<void> = work
      .catch((error: unknown) => void failures.push(error))
      .finally(() => pending.delete(ended));
    pending.add(ended);
  };
  const settled = async (): Promise<void> => {
    await Promise.all(pending);
    if (failures.length > 0) throw failures.shift();
  };
  const recognizer = new Recognizer(profile);
  // The types of another implementation of fetch differ in details that do not matter here.
  const send = (options.fetch ?? globalThis.fetch) as unknown as Fetch;
  const fetch = observedFetch(send, {
    judge: () => judge,
    recognize: (request) => recognizer.recognize(request),
    later,
    patienceMs: profile.deadlines.exchangeMs,
  }) as unknown as F;
  return {
    fetch,
    arrive: async (webhook, path) => {
      const [observer, at] = [judge, epochNow()];
      const bytes = await bytesOf(webhook);
      const address = path ?? (webhook instanceof Request ? new URL(webhook.url).pathname : "");
      observer.arrive({ bytes, address, at });
    },
    expectConforming: async () => {
      await settled();
      const results = violated.splice(0);
      if (results.length > 0) throw new ConformanceError(results);
    },
    results: async () => {
      await settled();
      return judge.results();
    },
    reset: async () => {
      judge = await newJudge();
    },
  };
}

async function bytesOf(webhook: Request | Uint8Array | string): Promise<Uint8Array> {
  if (typeof webhook === "string") return Buffer.from(webhook);
  return webhook instanceof Uint8Array ? webhook : new Uint8Array(await webhook.clone().arrayBuffer());
}
