import { messageOf } from "../../harness/plain.ts";
import { join, resolve } from "node:path";
import { createExecution } from "../../harness/run/execution.ts";
import type { KeyRole } from "../../harness/profile/types.ts";
import type { ExitCode } from "../../harness/results.ts";
import { NAMELESS } from "../../harness/run/cleanup.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { passes } from "../../suites/fixtures/port-inputs.ts";
import { listClocks } from "../../suites/fixtures/test-clock-lists.ts";
import { CLEANUP_FILE, kindOf } from "../../reports/output/output-folder.ts";
import { DEFAULT_SEED } from "../runner/run-config.ts";
import { lockFolder } from "../reporting/folder-lock.ts";
import { type LoggedObject, readRemaining, writeRemaining } from "../reporting/cleanup-log.ts";
import { print } from "../terminal/output.ts";
import { anyRule, sessionAt } from "../targets/session.ts";
import { findTarget, type TargetArguments } from "../targets/find.ts";
import type { Target } from "../targets/describe.ts";

interface SweepArguments extends Omit<TargetArguments, "seed"> {
  /** Output directory of the earlier run. */
  readonly out: string;
}

/** Deletes the objects that an earlier run left on the target, according to its cleanup log. Exits with 3 if some remain. */
export async function sweep(options: SweepArguments): Promise<ExitCode> {
  const folder = resolve(options.out);
  // Not during a run, which cleans up after itself.
  const lock = kindOf(folder) === "folder" ? lockFolder(folder, `--out ${options.out}`) : null;
  try {
    return await sweepIn(folder, options);
  } finally {
    lock?.release();
  }
}

async function sweepIn(folder: string, options: SweepArguments): Promise<ExitCode> {
  const file = join(folder, CLEANUP_FILE);
  const logged = readRemaining(file);
  if (logged.length === 0) {
    const why =
      kindOf(folder) === "folder"
        ? `${join(options.out, CLEANUP_FILE)} lists no objects`
        : `there is no folder ${options.out}`;
    print(`nothing to delete: ${why}`);
    return 0;
  }
  const target = await findTarget({ ...options, seed: DEFAULT_SEED });
  try {
    const { baseUrl } = target.profile.target;
    const here = logged.filter((entry) => entry.target === baseUrl);
    const left = await deleteAll(here, target);
    const elsewhere = logged.filter((entry) => entry.target !== baseUrl);
    writeRemaining(file, [...elsewhere, ...left]);
    print(
      `${here.length - left.length} deleted, ${left.length} left on ${baseUrl}, ${elsewhere.length} left on other targets`,
    );
    return left.length === 0 ? 0 : 3;
  } finally {
    await target.close();
  }
}

/** Deletes objects. Returns those that remain. */
async function deleteAll(entries: readonly LoggedObject[], target: Target): Promise<readonly LoggedObject[]> {
  const { profile, keys } = target;
  const session = await sessionAt(target, { connections: 2 });
  const signal = AbortSignal.any([session.closing, AbortSignal.timeout(10 * profile.deadlines.ruleMs)]);
  const { check } = createExecution({ session, rule: anyRule("sweep/sweep"), signal, attempt: 1 });
  const left: LoggedObject[] = [];
  try {
    for (const entry of entries) {
      const key = entry.key === null ? undefined : keys[entry.key as KeyRole];
      const why =
        key === undefined
          ? "no key: the object belongs to a merchant that the run created, or its key is not set"
          : await deleteObject(entry, key);
      print(
        `${why === null ? "deleted" : "left   "} ${entry.kind} ${entry.id}${why === null ? "" : `: ${why}`}`,
      );
      if (why !== null) left.push(entry);
    }
  } finally {
    await session.close();
  }
  return left;

  /** Deletes an object. Returns null, or why it remains. */
  async function deleteObject(entry: LoggedObject, key: string): Promise<string | null> {
    try {
      if (entry.unanswered === true) return await deleteByName(entry, key);
      if (entry.kind === "webhook endpoint") {
        const { answer } = await check.ports.call("deleteWebhookEndpoint", {
          inputs: { endpointId: entry.id, accountId: await accountOf(key) },
          key,
        });
        return answer.succeeded || answer.status === 404 ? null : `the target answered ${answer.summary}`;
      }
      return await deleteClock(entry.id, key);
    } catch (error) {
      return messageOf(error);
    }
  }

  /** The account id, if the port for deleting an endpoint needs it. @throws Inconclusive if it is unknown */
  async function accountOf(key: string): Promise<string | undefined> {
    if (!passes(check, "deleteWebhookEndpoint", "accountId")) return undefined;
    if (key === keys.test) return (await check.merchant()).accountId;
    throw new Inconclusive("the account of this key is unknown");
  }

  async function deleteClock(id: string, key: string): Promise<string | null> {
    const answer = await check.as(key).deleteTestClock({ path: { id } });
    return answer.succeeded || answer.status === 404 ? null : `the target answered ${answer.summary}`;
  }

  /** Deletes an object whose id is unknown, because its creation got no response, by the name in the request. */
  async function deleteByName({ kind, id: name }: LoggedObject, key: string): Promise<string | null> {
    if (kind !== "test clock" || name === NAMELESS)
      return `the request that created it got no response, so its id is unknown; delete it by hand, then remove its line from ${CLEANUP_FILE}`;
    const { clocks, partial } = await listClocks(check, { api: check.as(key) });
    const found = clocks.filter((clock) => clock["name"] === name);
    if (found.length === 0 && partial)
      return "the request that created it got no response, and the list of clocks may be only the first page";
    for (const { id } of found) {
      const why = await deleteClock(String(id), key);
      if (why !== null) return why;
    }
    return null;
  }
}
