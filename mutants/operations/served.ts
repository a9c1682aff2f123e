import { openapi, ruleIdOf } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";

type Dict = Readonly<Record<string, unknown>>;

/** For each documented route, the emulator without it. */
export const absentRouteMutants: readonly Mutant[] = Object.entries(
  (openapi as { paths: Record<string, Dict> }).paths,
).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, value]): Mutant[] => {
    const operation = value as Dict;
    const { operationId } = operation as { operationId?: string };
    if (operationId === undefined) return [];
    return [
      {
        id: `no-route-${operationId}`,
        violates: [ruleIdOf(operation["x-served-rule"])],
        summary: `There is no route ${method.toUpperCase()} ${path}.`,
        subtle: false,
        replace: (parts) => ({
          ...parts,
          serves: (id) => id !== operationId && parts.serves(id),
        }),
      },
    ];
  }),
);
