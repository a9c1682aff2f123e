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

/** The areas in which a run of these rules sends changes. */
export function areasOf(rules: readonly CatalogueRule[]): ReadonlySet<string> {
  return new Set(
    rules.flatMap(({ area, operationArea }) => [
      area,
      ...(operationArea === undefined ? [] : [operationArea]),
    ]),
  );
}
