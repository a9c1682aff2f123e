import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import type { Vendor } from "./given.ts";

/** A request that control holds in flight. */
export interface Held<B> {
  /** Lets it go on, and gives its answer. */
  readonly release: () => Promise<Answer<B>>;
  /** Control may not hold it for ever. @throws Inconclusive when it was let go on meanwhile */
  readonly requireHeld: () => Promise<void>;
}

/**
 * Sends a request with a key and has it held between the reservation of the key and its effect (§7.6).
 * @throws Inconclusive when control never held it
 */
export async function held<B>(
  check: Check,
  options: {
    readonly vendor: Vendor;
    readonly operationId: string;
    readonly key: string;
    readonly send: () => Promise<Answer<B>>;
  },
): Promise<Held<B>> {
  const { vendor, operationId, key, send } = options;
  const accountId = vendor.merchant.accountId;
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
  const answer = send();
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
    release: async () => {
      await open(check);
      return answer;
    },
    requireHeld: async () => {
      if ((await read()).holding !== true)
        throw new Inconclusive("control let the held request go on before the other one was answered");
    },
  };
}
