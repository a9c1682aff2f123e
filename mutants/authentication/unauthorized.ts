import type { Mutant } from "../mutant.ts";
import { wrongBodies } from "../shared/authentication.ts";
import { CORE_OPERATIONS } from "./operations.ts";

export const mutants: readonly Mutant[] = CORE_OPERATIONS.flatMap(([name, operation]) =>
  wrongBodies(operation, { id: name, rule: `authentication/${name}-unauthorized-body` }),
);
