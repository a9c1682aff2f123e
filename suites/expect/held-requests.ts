import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/api.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { codeOf } from "../fixtures/money-movements.ts";

const CONFLICT = "E_IDEMPOTENCY_CONFLICT";

/** A request that control holds in flight. */
export interface Held<B> {
  /** Sends the request again under the same key. */
  readonly repeat: () => Promise<Answer<B>>;
  /** Releases the request and returns its answer. */
  readonly release: () => Promise<Answer<B>>;
  /** @throws Inconclusive if control released the request early */
  readonly requireHeld: () => Promise<void>;
}

/**
 * Sends a request with a new key. Control holds it after the key is reserved and before it takes effect (§7.6).
 * @throws Inconclusive if control did not hold it
 */
export async function held<B>(
  check: Check,
  { accountId }: Merchant,
  operationId: string,
  send: (key: string) => Promise<Answer<B>>,
): Promise<Held<B>> {
  const key = freshKey();
  const made = await check.control.call("holdIdempotentRequest", {
    path: { accountId },
    json: { operationId, idempotencyKey: key },
  });
  const { holdId } = made as { holdId: string };
  const path = { accountId, id: holdId };
  let released = false;
  const open = async (by: Check): Promise<void> => {
    if (released) return;
    released = true;
    await by.control.call("releaseHeldRequest", { path });
  };
  check.cleanUp(open);
  const read = async (): Promise<{ holding?: unknown }> =>
    (await check.control.call("readHold", { path })) as { holding?: unknown };
  const repeat = (): Promise<Answer<B>> => send(key);
  const answer = repeat();
  answer.catch(() => undefined);
  try {
    await check.eventually({
      expected: "the request to be held",
      read,
      holds: ({ holding }) => holding === true,
    });
  } catch (error) {
    if (error instanceof Violation) throw new Inconclusive(error.message);
    throw error;
  }
  return {
    repeat,
    release: async () => {
      await open(check);
      return answer;
    },
    requireHeld: async () => {
      if ((await read()).holding !== true)
        throw new Inconclusive("control released the held request before the other one was answered");
    },
  };
}

/** Repeats a held request twice. @throws Inconclusive if a repetition causes no conflict */
export async function meetsConflicts({ repeat }: Held<unknown>): Promise<void> {
  for (const _time of [1, 2]) {
    const conflict = await repeat();
    if (codeOf(conflict) !== CONFLICT)
      throw new Inconclusive(`a repetition caused no conflict: ${conflict.summary}`);
  }
}

/** Expects that a repetition is refused while the first request is held, and that the first one then succeeds (§7.6). */
export async function expectConflict(check: Check, first: Held<unknown>): Promise<void> {
  const second = await first.repeat();
  // The repetition may have waited for the first request.
  if (second.status !== 409) await first.requireHeld();
  check.expect(second).toRefuse({ status: 409, code: CONFLICT });
  check.succeeded(await first.release());
}

/** Expects that the key of a held request causes no conflict once the request has ended (§7.6). */
export async function expectConflictEnds(check: Check, first: Held<unknown>): Promise<void> {
  check.succeeded(await first.release());
  const again = await first.repeat();
  check.expect
    .that("the code of a repetition after the first request ended", codeOf(again), again)
    .toDifferFrom(CONFLICT);
}
