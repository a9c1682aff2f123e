import { setTimeout } from "node:timers/promises";
import type { Access, Profile } from "../../harness/profile/types.ts";
import type { CatalogueRule } from "../../harness/results.ts";
import type { OperationMap } from "./operation-map.ts";
import type { Target } from "./target.ts";

/** What is asked of a target before it is judged. Questions and answers are plain data: another thread may ask. */
export interface Inquiry {
  /** Why a host of the target does not answer, in one line; null when all do. */
  readonly unreachable: (target: { profile: Profile; access: Access }) => Promise<string | null>;
  /**
   * Why its control cannot be used, in one line; null when it can, or when the profile has none.
   * @throws UsageError for a control module that cannot be loaded
   */
  readonly controlFault: (target: { profile: Profile; access: Access }) => Promise<string | null>;
  /** What it serves of the operations of these areas. */
  readonly mapOperations: (target: MappedTarget, areas: ReadonlySet<string>) => Promise<OperationMap>;
}

type MappedTarget = Pick<Target, "profile" | "keys" | "access" | "liveKeyAllowed">;

/** Asks from this thread. What speaks HTTP is loaded with the first question. */
export const inquiryHere: Inquiry = {
  unreachable: async (target) => (await import("./reachability.ts")).unreachable(target),
  controlFault: async (target) => (await import("./control.ts")).controlFault(target),
  mapOperations: async (target, areas) => (await import("./operation-map.ts")).mapOperations(target, areas),
};

/** How long a target may ask to wait until a run begins, in ms: as long as the usual window of a rate limit. */
const LONGEST_WAIT_MS = 60_000;

/**
 * What a target serves. If a rate limit lets nothing through, it is asked once more after the wait that it asks for.
 * @throws AbortError if the signal ends the wait
 */
export async function mapPatiently(
  target: MappedTarget,
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
  if (asksMs === null || asksMs > LONGEST_WAIT_MS) return map;
  onWait(`${shown}; waiting ${Math.ceil(asksMs / 1_000)} s, as it asks`);
  await setTimeout(asksMs, undefined, { signal });
  return inquiry.mapOperations(target, areas);
}

/** Why a run of this target would show nothing, and what to do, in one sentence; null if it may show something. */
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
