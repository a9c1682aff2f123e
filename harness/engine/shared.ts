import type { Check } from "../check.ts";
import type { CatalogueRule } from "../results.ts";
import type { Session } from "../session.ts";
import type { Transcript } from "../transcript.ts";
import { createExecution } from "./execution.ts";

/** What a maker made, or what stopped it, with its exchanges. */
export interface Shared {
  readonly made: { readonly value: unknown } | { readonly stopped: unknown };
  readonly transcript: Transcript;
}

/** Makes what several checks look at, unless it is made already; gives whoever looks the exchanges and the outcome. */
export async function lookAt<T>(
  options: {
    readonly session: Session;
    readonly rule: CatalogueRule;
    readonly key: string;
    readonly attempt: number;
    /** As that of the check that looks first. */
    readonly patient: boolean;
    /** Gets what the maker saw. */
    readonly transcript: Transcript;
  },
  make: (check: Check) => Promise<T>,
): Promise<T> {
  const { session, rule, key, attempt, patient, transcript } = options;
  const place = `${attempt} ${key}`;
  let shared = session.shared.get(place);
  if (shared === undefined) {
    shared = makeShared({ session, rule: { ...rule, id: key }, attempt, patient }, make);
    session.shared.set(place, shared);
  }
  const { made, transcript: makers } = await shared;
  transcript.addAll(makers);
  if ("stopped" in made) throw made.stopped;
  return made.value as T;
}

/** Never rejects. The maker's resources are given back as soon as it has ended. */
async function makeShared(
  options: {
    readonly session: Session;
    readonly rule: CatalogueRule;
    readonly attempt: number;
    readonly patient: boolean;
  },
  make: (check: Check) => Promise<unknown>,
): Promise<Shared> {
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, options.session.closing]);
  const { check, transcript, cleanUp } = createExecution({ ...options, signal });
  try {
    return { made: { value: await make(check) }, transcript };
  } catch (stopped) {
    return { made: { stopped }, transcript };
  } finally {
    await cleanUp();
    end.abort();
  }
}
