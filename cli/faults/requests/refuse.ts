import { contractOperations } from "../../../harness/contract.ts";
import type { ParsedRequest } from "../messages.ts";
import { refusalOf } from "./answers.ts";
import { at, type Behaviour } from "./behaviour.ts";
import { carriedAt, leavesOut, withCarried } from "./carried.ts";
import { unknownIdLike } from "./objects.ts";
import type { Misbehaviour, RequestOperator } from "./operator.ts";
import { type Parameter, parametersOf } from "./parameters.ts";

/** The target refuses a documented request: always, or depending on the presence, absence or value of a field. */
export const refuse: RequestOperator = {
  name: "refuse",
  faults: (operation) => {
    const parameters = parametersOf(operation);
    const first = parameters.find(({ required }) => required) ?? null;
    return [
      { operation, group: "every request", behave: refusing(operation, first, () => true) },
      ...parameters.flatMap(ofParameter),
    ];
  },
};

function ofParameter(parameter: Parameter): readonly Misbehaviour[] {
  const { operation, required, values } = parameter;
  const when = (group: string, concerns: (parsed: ParsedRequest) => boolean) => ({
    operation,
    parameter,
    group,
    behave: refusing(operation, parameter, concerns),
  });
  const optional = required
    ? []
    : [
        when("optional field", (parsed) => carriedAt(parsed, parameter).length > 0),
        {
          ...when("without an optional field", (parsed) => leavesOut(parsed, parameter)),
          detail: "left out",
        },
      ];
  return [
    ...optional,
    ...values.map(({ name, kind, is }) => ({
      ...when(`${kind} value`, (parsed) => carriedAt(parsed, parameter).some(is)),
      detail: name,
    })),
  ];
}

/** Makes the requests that `concerns` selects invalid before they reach the target, which then refuses them as usual. */
function refusing(
  operation: string,
  parameter: Parameter | null,
  concerns: (parsed: ParsedRequest) => boolean,
): () => Behaviour {
  const { method } = contractOperations.get(operation) ?? {};
  return at(operation, async ({ parsed, forward }) => {
    if (!concerns(parsed)) return forward();
    if (method !== "GET") return forward(invalid(parsed, parameter));
    // Reading has no effect, so the answer can be replaced with a refusal.
    const answer = await forward();
    return answer.ok ? refusalOf(operation, parameter?.path.at(-1) ?? "request") : answer;
  });
}

/** The request with an invalid value of the parameter; without a parameter, with unknown ids in the path and a body that is not an object. */
function invalid(parsed: ParsedRequest, parameter: Parameter | null): ParsedRequest {
  if (parameter === null) {
    const url = new URL(parsed.url);
    url.pathname = url.pathname
      .split("/")
      .map((part) => (/_/.test(part) ? unknownIdLike(part) : part))
      .join("/");
    return { ...parsed, url, body: parsed.body === undefined ? undefined : [] };
  }
  if (parameter.where === "header") {
    const instead = parametersOf(parameter.operation).findLast(
      ({ where, required }) => where === "body" && required,
    );
    // A required field is better: the document states no limit on a header, so a target may accept a long one.
    return instead === undefined
      ? withCarried(parsed, parameter, () => "x".repeat(300))
      : invalid(parsed, instead);
  }
  return withCarried(parsed, parameter, () =>
    parameter.type === "string" ? { not: "text" } : "none of these",
  );
}
