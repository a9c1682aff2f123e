import type { Merchant } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import { createExecution } from "../../harness/run/execution.ts";
import { readAgain } from "../../harness/run/read-again.ts";
import type { Session } from "../../harness/run/session.ts";
import type { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { openapi } from "../../spec/index.ts";
import { anyRule } from "../targets/session.ts";
import type { Act } from "./acts.ts";
import type { Passing } from "./passing.ts";
import { type Done, Performer } from "./perform.ts";
import type { Step } from "./steps.ts";
import { World } from "./world.ts";

const EVENTS = Object.keys((openapi as { webhooks?: object }).webhooks ?? {});

/** How long an episode may take, ms. */
const LONGEST = 10 * 60_000;

/** What episodes have in common. */
export interface Exploring {
  readonly session: Session;
  readonly passing: Passing;
  readonly acts: readonly Act[];
  readonly signal: AbortSignal;
  /** Whether to undo what an episode made. */
  readonly cleans: boolean;
}

/**
 * Performs steps with two accounts that have seen no others, if the target can give them, and reads in the end what was made.
 * `after`: called after each step, with what became of it; false ends the episode.
 */
export async function episode(
  { session, passing, acts, signal, cleans }: Exploring,
  judge: TrafficJudge,
  steps: readonly Step[],
  {
    seed,
    after,
  }: { readonly seed: number; readonly after: (index: number, done: readonly Done[]) => boolean },
): Promise<void> {
  passing.to(judge, null);
  const execution = createExecution({
    session,
    rule: anyRule("explore/episode"),
    signal,
    attempt: 1,
    deadlineAt: performance.now() + LONGEST,
    patient: false,
  });
  const { check } = execution;
  try {
    const world = new World(await accounts(check));
    passing.to(judge, world);
    for (const merchant of world.actors) await listen(check, merchant);
    const performer = new Performer({
      check,
      world,
      acts,
      named: `${check.runName.replaceAll(" ", "-")}-${judge.seen.requests}`,
    });
    const isWhole = await performAll(performer, steps, { signal, after });
    if (!isWhole) return;
    for (const merchant of world.actors)
      await check.settle(merchant, session.profile.deadlines.consistencyMs);
    await readAgain(session, judge.reads(seed), signal);
  } finally {
    if (cleans) await execution.cleanUp();
    judge.forget();
  }
}

/** Whether all were performed, and none ended the episode. */
async function performAll(
  performer: Performer,
  steps: readonly Step[],
  {
    signal,
    after,
  }: { readonly signal: AbortSignal; readonly after: (index: number, done: readonly Done[]) => boolean },
): Promise<boolean> {
  for (let index = 0; index < steps.length && !signal.aborted; index += 1) {
    const [step, next] = steps.slice(index, index + 2);
    if (step === undefined) break;
    const group = step.isTogether && next !== undefined ? [step, next] : [step];
    const done = (await Promise.all(group.map((one) => performer.perform(one)))).filter(
      (one) => one !== null,
    );
    index += group.length - 1;
    if (!after(index, done)) return false;
  }
  return true;
}

/** Two accounts: new ones if control can create them, else those of the profile. */
async function accounts(check: Check): Promise<readonly Merchant[]> {
  if (check.has("control.createMerchant"))
    return [
      await check.ownMerchant({ connectMode: "marketplace" }),
      await check.ownMerchant({ connectMode: "platform" }),
    ];
  const first = await check.merchant();
  try {
    return [first, await check.otherMerchant()];
  } catch (error) {
    if (error instanceof NeedMissing) return [first];
    throw error;
  }
}

/** Receives all events of an account, if the profile says how they arrive. */
async function listen(check: Check, merchant: Merchant): Promise<void> {
  if (check.has("events")) await check.inbox({ merchant, names: EVENTS });
}
