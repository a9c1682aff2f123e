import { contractOperations } from "../../harness/contract.ts";
import { forgetting, type Use } from "../../mutants/faults/forgetting.ts";
import { carriedAt, leavesOut, type Parameter, parametersOf } from "../../mutants/faults/parameters.ts";
import {
  ignoring,
  isReading,
  KEY,
  losing,
  misapplying,
  outageOf,
  refusalOf,
  refusing,
  twice,
  underAnotherKey,
} from "../../mutants/faults/requests.ts";
import type { Fault } from "./fault.ts";

/** A fault of an operator on the requests to one operation. */
type RequestFault = Pick<Fault, "detail" | "parameter" | "value" | "use" | "wrap">;

/** An operator on requests. `uses` are the objects that the operation uses. */
type RequestOperator = (operation: string, uses: readonly Use[]) => readonly RequestFault[];

/** Every operator on the handling of requests, in the order of the table. */
const operators: Readonly<Record<string, RequestOperator>> = {
  refuse: (operation) => [
    { wrap: refusing(operation, () => () => true) },
    ...parametersOf(operation).flatMap(refusals),
  ],
  ignore: (operation) =>
    parametersOf(operation).map((parameter) => ({ parameter, wrap: ignoring(parameter) })),
  misapply: (operation) =>
    parametersOf(operation)
      .filter(hasOtherValues)
      .map((parameter) => ({ parameter, wrap: misapplying(parameter) })),
  forget: (_operation, uses) => uses.map((use) => forgotten(use, 0)),
  "forget earlier": (_operation, uses) => uses.map((use) => forgotten(use, 1)),
  "apply twice": (operation) => {
    if (isReading(operation)) return [];
    const key = parametersOf(operation).find(({ path: [name = ""] }) => name.toLowerCase() === KEY);
    const cases = key === undefined ? [false] : key.required ? [true] : [true, false];
    return cases.map((withKey) => ({
      detail: withKey ? "with a key" : "without a key",
      wrap: twice(operation, (asked) => (asked.headers.has(KEY) === withKey ? underAnotherKey(asked) : null)),
    }));
  },
  "lose answer": (operation) => {
    if (isReading(operation)) return [];
    const outage = outageOf(operation);
    const field = parametersOf(operation)[0]?.path.at(-1) ?? "request";
    const instead: Readonly<Record<string, () => Response>> = {
      "a refusal": () => refusalOf(operation, field),
      ...(outage === null ? {} : { "an outage": () => outage.clone() }),
      "an error": () => Response.json({ message: "Internal error" }, { status: 500 }),
    };
    return Object.entries(instead).map(([detail, answer]) => ({ detail, wrap: losing(operation, answer) }));
  },
};

export const requestOperators: readonly string[] = Object.keys(operators);

/** Every fault in the handling of requests, at the contract's operations, parameters and relations between operations. */
export function requestFaults(uses: readonly Use[]): readonly Fault[] {
  const operations = [...contractOperations.keys()].sort();
  return Object.entries(operators).flatMap(([operator, faultsAt]) =>
    operations.flatMap((operation) =>
      faultsAt(
        operation,
        uses.filter(({ user }) => user === operation),
      ).map((fault): Fault => {
        const path = fault.parameter?.path ?? [];
        const detail = fault.detail === undefined ? [] : [`(${fault.detail})`];
        const at = path.length === 0 ? [] : [path.join("/")];
        const id = [`${operation}:`, operator, ...at, ...detail].join(" ");
        return { ...fault, id, operation, status: null, path, operator };
      }),
    ),
  );
}

/** Refuses requests by the presence, absence or value of a parameter. */
function refusals(parameter: Parameter): readonly RequestFault[] {
  const when = (selects: Parameters<typeof refusing>[1]): RequestFault => ({
    parameter,
    wrap: refusing(parameter.operation, selects, parameter),
  });
  const optional = parameter.required
    ? []
    : [
        when(() => (asked) => carriedAt(asked, parameter).length > 0),
        { ...when(() => (asked) => leavesOut(asked, parameter)), detail: "left out" },
      ];
  return [
    ...optional,
    ...parameter.values.map((value) => ({
      ...when(() => (asked) => carriedAt(asked, parameter).some(value.is)),
      value,
      detail: value.name,
    })),
  ];
}

function forgotten(use: Use, kept: number): RequestFault {
  const detail = use.creator === use.user ? use.relation : `of ${use.creator}, ${use.relation}`;
  return { use, detail, wrap: forgetting(use, kept) };
}

/** Whether other valid values of a parameter are known. */
function hasOtherValues({ where, isDate, type, values }: Parameter): boolean {
  if (where === "header") return false;
  if (isDate || type === "number" || type === "integer") return true;
  return values.some(({ kind }) => kind === "listed") || (type === "string" && values.length > 0);
}
