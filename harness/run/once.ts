import { setMaxListeners } from "node:events";
import type { Check } from "../check.ts";
import type { CreateExecution, Execution, ExecutionOptions } from "./context.ts";
import type { SharedResult } from "./session.ts";

type MakerOptions = Pick<
  ExecutionOptions,
  "session" | "rule" | "attempt" | "patient" | "onPaced" | "served" | "trying"
> & {
  readonly createExecution: CreateExecution;
};

/**
 * Creates a result that several checks share, unless it exists. Each check gets the exchanges in its `transcript`, and in
 * `reliance` whether the result relies on an idle report. @throws the error of `make`, in every check that shares the result
 */
export async function runOnce<T>(
  options: MakerOptions & {
    readonly key: string;
    /** Called with the ms by which the result is delayed. That postpones the deadline of each check that waits for it. */
    readonly onPaced?: (ms: number) => void;
  } & Pick<Execution, "transcript" | "reliance">,
  make: (check: Check) => Promise<T>,
): Promise<T> {
  const { key, transcript, reliance, onPaced = () => undefined, ...maker } = options;
  const { session, rule, attempt } = maker;
  const place = `${attempt} ${key}`;
  let shared = session.sharedResults.get(place);
  if (shared === undefined) {
    const waiting = new Set<(ms: number) => void>();
    const later = (ms: number): void => waiting.forEach((each) => each(ms));
    shared = { result: makeResult({ ...maker, onPaced: later, rule: { ...rule, id: key } }, make), waiting };
    session.sharedResults.set(place, shared);
  }
  shared.waiting.add(onPaced);
  const result = await shared.result;
  shared.waiting.delete(onPaced);
  reliance.onIdle ||= result.reliance.onIdle;
  transcript.addAll(result.transcript);
  if ("error" in result.made) throw result.made.error;
  return result.made.value as T;
}

/** Never rejects. Leases and objects of `make` are released as soon as it has ended. */
async function makeResult(
  { createExecution, ...options }: MakerOptions,
  make: (check: Check) => Promise<unknown>,
): Promise<SharedResult> {
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, options.session.closing]);
  // Everything that the maker waits for at the same time listens to it.
  setMaxListeners(0, signal);
  const execution = createExecution({ ...options, signal });
  const { check, transcript, reliance } = execution;
  try {
    return { made: { value: await make(check) }, transcript, reliance };
  } catch (error) {
    return { made: { error }, transcript, reliance };
  } finally {
    await options.session.delayedCleanup.after(execution, { signal, onEnd: () => end.abort() });
  }
}
