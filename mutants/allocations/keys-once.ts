import type { Mutant } from "../mutant.ts";
import { keys } from "./parts.ts";

export const mutants: readonly Mutant[] = [
  ...keys.counted,
  keys.fault(
    "in-progress-for-ever",
    "key-in-progress-ends",
    "A key is reported as in progress after its request was answered",
    ({ inProgress }) => ({ replay: (record) => inProgress(record) }),
  ),
];
