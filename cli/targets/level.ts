import { isExclusion } from "../../harness/patterns.ts";
import { type DescribedTarget, describeTarget, type TargetDescription } from "./describe.ts";

/** The options of a run that say by which level it judges. */
type Options = TargetDescription & {
  /** `all` for all rules. */
  readonly level?: string;
  readonly rules?: readonly string[];
};

/**
 * Options with the level of the run, or with none for all rules. The level of the profile is for runs that name neither a level nor rules:
 * named rules are to be judged, whatever the level.
 * @throws UsageError for an invalid profile
 */
export function withLevel<Given extends Options>(
  given: Given,
  describe: (given: Options) => DescribedTarget | null = describeTarget,
): Given {
  const { level, ...others } = given;
  const isWhole = given.rules?.every(isExclusion) ?? true;
  const chosen = level ?? (isWhole ? describe(given)?.profile.level : undefined);
  return { ...others, ...(chosen !== undefined && chosen !== "all" && { level: chosen }) } as Given;
}
