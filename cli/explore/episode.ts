import { createExecution } from "../../harness/run/execution.ts";
import { readAgain } from "../../harness/run/read-again.ts";
import type { Session } from "../../harness/run/session.ts";
import type { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { anyRule } from "../targets/session.ts";
import type { Act } from "../../suites/walks/acts.ts";
import { type Done, Performer } from "../../suites/walks/perform.ts";
import type { Step } from "../../suites/walks/steps.ts";
import { listen } from "../../suites/fixtures/every-event.ts";
import { performAll, twoAccounts } from "../../suites/walks/walk.ts";
import { World } from "../../suites/walks/world.ts";
import type { Exchange } from "../../harness/http/answer.ts";
import type { WireRequest } from "../../harness/http/wire.ts";
import { Transcript } from "../../harness/judge/transcript.ts";
import type { TrafficRecorder } from "../../harness/recording/har-writer.ts";

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
    const world = new World(await twoAccounts(check));
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

/** Passes what a session sends and receives to the judge of the moment. */
export class Passing implements TrafficRecorder {
  #judge: TrafficJudge | null = null;
  #world: World | null = null;
  #transcript = new Transcript();
  #numbers = new Map<WireRequest, number>();

  /** From now on, traffic is judged by this judge. */
  to(judge: TrafficJudge, world: World | null): void {
    if (world === null) {
      this.#transcript = new Transcript();
      this.#numbers.clear();
    }
    this.#judge = judge;
    this.#world = world;
  }

  /** All since the last judge without a world. */
  get transcript(): Transcript {
    return this.#transcript;
  }

  readonly begin: TrafficRecorder["begin"] = (request, known) => {
    this.#numbers.set(request, this.#numbers.size + 1);
    this.#judge?.begin(request, epochNow(), known);
  };

  readonly end = (exchange: Exchange): void => {
    const { request, answer, fault, returnedAt } = exchange;
    this.#transcript.add({ ...exchange, sequence: this.#numbers.get(request) ?? 0 });
    this.#judge?.end(request, {
      answer,
      ...(fault === null ? {} : { fault }),
      at: performance.timeOrigin + returnedAt,
    });
  };

  readonly arrive = (bytes: Uint8Array, address: string): void => {
    this.#world?.observeEvent(bytes);
    this.#judge?.arrive({ bytes, address, at: epochNow() });
  };
}

const epochNow = (): number => performance.timeOrigin + performance.now();
