import type { Check } from "../check.ts";
import type { CatalogueRule } from "../results.ts";
import type { Session } from "../session.ts";
import type { Transcript } from "../transcript.ts";
import { createExecution } from "./execution.ts";
import type { ServedRules } from "./routes.ts";

/** What a maker made, or what stopped it, with its exchanges. */
export interface SharedResult {
  readonly made: { readonly value: unknown } | { readonly stopped: unknown };
  readonly transcript: Transcript;
  readonly reliance: { readonly onIdle: boolean };
}

/** Makes what several checks look at, unless it is made already; gives whoever looks the exchanges and the outcome. */
export async function runOnce<T>(
  options: {
    readonly session: Session;
    readonly rule: CatalogueRule;
    readonly key: string;
    readonly attempt: number;
    /** As that of the check that looks first. */
    readonly patient: boolean;
    /** Gets what the maker saw. */
    readonly transcript: Transcript;
    /** Gets what the maker relied on. */
    readonly reliance: { onIdle: boolean };
    readonly served: ServedRules;
    readonly trying?: readonly string[];
  },
  make: (check: Check) => Promise<T>,
): Promise<T> {
  const { session, rule, key, attempt, patient, transcript, reliance, served, trying = [] } = options;
  const place = `${attempt} ${key}`;
  let shared = session.sharedResults.get(place);
  if (shared === undefined) {
    shared = makeResult({ session, rule: { ...rule, id: key }, attempt, patient, served, trying }, make);
    session.sharedResults.set(place, shared);
  }
  const { made, transcript: makers, reliance: makersReliance } = await shared;
  reliance.onIdle ||= makersReliance.onIdle;
  transcript.addAll(makers);
  if ("stopped" in made) throw made.stopped;
  return made.value as T;
}

/** Never rejects. The maker's resources are given back as soon as it has ended. */
async function makeResult(
  options: {
    readonly session: Session;
    readonly rule: CatalogueRule;
    readonly attempt: number;
    readonly patient: boolean;
    readonly served: ServedRules;
    readonly trying: readonly string[];
  },
  make: (check: Check) => Promise<unknown>,
): Promise<SharedResult> {
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, options.session.closing]);
  const { check, transcript, reliance, cleanUp } = createExecution({ ...options, signal });
  try {
    return { made: { value: await make(check) }, transcript, reliance };
  } catch (stopped) {
    return { made: { stopped }, transcript, reliance };
  } finally {
    const finish = async (): Promise<void> => {
      await cleanUp();
      end.abort();
    };
    if (reliance.onIdle) options.session.delayedCleanup.add({ signal, cleanUp: finish });
    else await finish();
  }
}
