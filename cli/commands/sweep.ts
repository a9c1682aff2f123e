import { join, resolve } from "node:path";
import { createExecution } from "../../harness/engine/execution.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import type { KeyRole } from "../../harness/profile/types.ts";
import type { ExitCode } from "../../harness/results.ts";
import { openSession } from "../../harness/session.ts";
import { reasonOf } from "../doctor/finding.ts";
import { JOURNAL_FILE, type JournaledLeftover, readLeftovers, writeLeftovers } from "../leaks/journal.ts";
import { print, warn } from "../output.ts";
import { anyRule } from "../plan/any-rule.ts";
import { findTarget, type TargetArguments } from "../target/find.ts";
import type { Target } from "../target/target.ts";

export interface SweepArguments extends TargetArguments {
  /** Output directory of the earlier run. */
  readonly out: string;
}

/** Deletes what an earlier run left on the target, as its journal tells. Ends with 3 when something is still there. */
export async function sweep(options: SweepArguments): Promise<ExitCode> {
  const say = print;
  const file = join(resolve(options.out), JOURNAL_FILE);
  const journaled = readLeftovers(file);
  if (journaled.length === 0) {
    say(`nothing to sweep: ${join(options.out, JOURNAL_FILE)} tells of nothing that is left`);
    return 0;
  }
  const found = await findTarget(options);
  if ("unreachable" in found) {
    warn(found.unreachable);
    return 3;
  }
  const { target } = found;
  try {
    const { baseUrl } = target.profile.target;
    const here = journaled.filter((entry) => entry.target === baseUrl);
    const left = await remove(here, target, say);
    const elsewhere = journaled.filter((entry) => entry.target !== baseUrl);
    writeLeftovers(file, [...elsewhere, ...left]);
    say(
      `${here.length - left.length} deleted, ${left.length} left on ${baseUrl}, ${elsewhere.length} on other targets`,
    );
    return left.length === 0 ? 0 : 3;
  } finally {
    await target.close();
  }
}

async function remove(
  entries: readonly JournaledLeftover[],
  target: Target,
  say: (line: string) => void,
): Promise<readonly JournaledLeftover[]> {
  const { profile, keys, access, liveKeyAllowed } = target;
  const session = await openSession({
    profile,
    keys,
    access,
    transport: socketTransport({ connections: 2, way: { network: profile.network, access } }),
    seed: 1,
    runs: 1,
    liveKeyAllowed,
  });
  const signal = AbortSignal.any([session.closing, AbortSignal.timeout(10 * profile.deadlines.ruleMs)]);
  const { check } = createExecution({ session, rule: anyRule("sweep/sweep"), signal, attempt: 1 });
  const left: JournaledLeftover[] = [];
  try {
    for (const entry of entries) {
      const key = entry.key === null ? undefined : keys[entry.key as KeyRole];
      const why =
        key === undefined
          ? "its key is not at hand: it was made by a merchant of the run's own, or the key is not given"
          : await deletion(entry, key);
      say(
        `${why === null ? "deleted" : "left   "} ${entry.kind} ${entry.id}${why === null ? "" : `: ${why}`}`,
      );
      if (why !== null) left.push(entry);
    }
  } finally {
    await session.close();
  }
  return left;

  async function deletion(entry: JournaledLeftover, key: string): Promise<string | null> {
    try {
      if (entry.kind === "webhook endpoint") {
        const { answer } = await check.ports.call("deleteWebhookEndpoint", {
          inputs: { endpointId: entry.id },
          key,
        });
        return answer.succeeded || answer.status === 404 ? null : `the target answered ${answer.summary}`;
      }
      const answer = await check.as(key).deleteTestClock({ path: { id: entry.id } });
      return answer.succeeded || answer.status === 404 ? null : `the target answered ${answer.summary}`;
    } catch (error) {
      return reasonOf(error);
    }
  }
}
