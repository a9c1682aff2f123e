import { openapi, ruleIdOf } from "../../spec/index.ts";
import { documentedOperations } from "../../spec/json.ts";
import type { Mutant } from "../mutant.ts";

/** For each documented route, the emulator without that route. */
export const mutants: readonly Mutant[] = documentedOperations(openapi).map(
  ({ path, method, operation }): Mutant => {
    const { operationId } = operation as { operationId: string };
    return {
      id: `no-route-${operationId}`,
      violates: [ruleIdOf(operation["x-served-rule"])],
      summary: `There is no route ${method} ${path}.`,
      replace: (parts) => ({ ...parts, serves: (id) => id !== operationId && parts.serves(id) }),
    };
  },
);
