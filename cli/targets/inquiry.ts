import { setTimeout } from "node:timers/promises";
import type { Access, Profile } from "../../harness/profile/types.ts";
import type { CatalogueRule } from "../../harness/results.ts";
import type { OperationMap } from "./operation-map.ts";
import type { PlainTarget } from "./describe.ts";

/** Queries of a target before it is judged. Arguments and results are plain data, so that another thread can execute them. */
export interface Inquiry {
  /** Why a host of the target does not answer, in one line; null if all do. */
  readonly unreachable: (target: { profile: Profile; access: Access }) => Promise<string | null>;
  /**
   * Why its control cannot be used, in one line; null if it can, or if the profile has none.
   * @throws UsageError for a control module that cannot be loaded
   */
  readonly controlFault: (target: { profile: Profile; access: Access }) => Promise<string | null>;
  /** Which operations of these areas the target serves. */
  readonly mapOperations: (target: PlainTarget, areas: ReadonlySet<string>) => Promise<OperationMap>;
}

/** Queries the target from this thread. The first query loads the HTTP client. */
export const inquiryHere: Inquiry = {
  unreachable: async (target) => (await import("./reachability.ts")).unreachable(target),
  controlFault: async (target) => (await import("./reachability.ts")).controlFault(target),
  mapOperations: async (target, areas) => (await import("./operation-map.ts")).mapOperations(target, areas),
};

/**
 * Finds out what a target serves. If a rate limit refuses every request, tries once more after the wait that the target requests, if it
 * is no longer than the time of a rule.
 * @throws AbortError if the signal ends the wait
 */
export async function mapWithRetry(
  target: PlainTarget,
  areas: ReadonlySet<string>,
  options: {
    readonly inquiry?: Inquiry;
    readonly signal?: AbortSignal | undefined;
    /** Called before the wait, with its reason. */
    readonly onWait?: (why: string) => void;
  } = {},
): Promise<OperationMap> {
  const { inquiry = inquiryHere, signal, onWait = () => undefined } = options;
  const map = await inquiry.mapOperations(target, areas);
  if (map.limit === null) return map;
  const { asksMs, shown } = map.limit;
  if (asksMs === null || asksMs > target.profile.deadlines.ruleMs) return map;
  onWait(`${shown}; waiting ${Math.ceil(asksMs / 1_000)} s, as it asks`);
  await setTimeout(asksMs, undefined, { signal });
  return inquiry.mapOperations(target, areas);
}

/** Why a run on this target would be useless, and what to do, in one sentence; null if it may be useful. */
export function obstacleOf({ otherService, limit }: OperationMap): string | null {
  if (limit === null) return otherService;
  return `${limit.shown}; run again when its rate limit allows requests, or raise the limit for the test key`;
}

/** The areas in which a run of these rules sends changes. */
export function areasOf(rules: readonly CatalogueRule[]): ReadonlySet<string> {
  return new Set(
    rules.flatMap(({ area, operationArea }) => [
      area,
      ...(operationArea === undefined ? [] : [operationArea]),
    ]),
  );
}
