import { contractOperations } from "../../../harness/contract.ts";
import type { Asked } from "../messages.ts";
import { refusalOf } from "./answers.ts";
import { at, type Behaviour, unchanged } from "./behaviour.ts";
import { carriedAt, leavesOut, withCarried } from "./carried.ts";
import { strangerTo } from "./objects.ts";
import { type Misbehaviour, misbehaviour, type RequestOperator } from "./operator.ts";
import { type Parameter, parametersOf } from "./parameters.ts";

/** The target refuses a documented request: always, by a field, by its absence, or by one of its documented values. */
export const refuse: RequestOperator = {
  name: "refuse",
  faults: ({ operations }) =>
    operations.flatMap((operation) => [
      everyRequest(operation),
      ...parametersOf(operation).flatMap(ofParameter),
    ]),
};

function everyRequest(operation: string): Misbehaviour {
  const [first] = parametersOf(operation).filter(({ required }) => required);
  return misbehaviour({
    operation,
    group: "every request",
    behave: () => refusing(operation, first ?? null, () => true),
  });
}

function ofParameter(parameter: Parameter): readonly Misbehaviour[] {
  const { operation, required, values } = parameter;
  const when = (group: string, detail: string | null, meant: (asked: Asked) => boolean) =>
    misbehaviour({
      operation,
      parameter,
      detail,
      group,
      behave: () => refusing(operation, parameter, meant),
    });
  const optional = required
    ? []
    : [
        when("optional field", null, (asked) => carriedAt(asked, parameter).length > 0),
        when("without an optional field", "left out", (asked) => leavesOut(asked, parameter)),
      ];
  return [
    ...optional,
    ...values.map(({ name, kind, is }) =>
      when(`${kind} value`, name, (asked) => carriedAt(asked, parameter).some((value) => is(value))),
    ),
  ];
}

/** Makes the requests meant invalid before the target sees them: it refuses them as it refuses others. */
function refusing(
  operation: string,
  parameter: Parameter | null,
  meant: (asked: Asked) => boolean,
): Behaviour {
  const { method } = contractOperations.get(operation) ?? {};
  return at(operation, async (passing) => {
    if (!meant(passing.asked)) return unchanged(passing);
    if (method !== "GET")
      return { answer: await passing.forward(invalid(passing.asked, parameter)), changed: true };
    // Reading has no effect, so what would have been answered can be refused afterwards.
    const answer = await passing.forward();
    if (!answer.ok) return { answer, changed: false };
    return { answer: refusalOf(operation, parameter?.path.at(-1) ?? "request"), changed: true };
  });
}

/** The request with a value of the wrong type for the parameter; without one, with a body that is no object. */
function invalid(asked: Asked, parameter: Parameter | null): Asked {
  if (parameter === null) {
    const url = new URL(asked.url);
    url.pathname = url.pathname
      .split("/")
      .map((part) => (/_/.test(part) ? strangerTo(part) : part))
      .join("/");
    return { ...asked, url, body: asked.body === undefined ? undefined : [] };
  }
  if (parameter.where === "header") {
    const instead = parametersOf(parameter.operation).findLast(
      ({ where, required }) => where === "body" && required,
    );
    // No length is too long for a header that may be left out.
    return instead === undefined
      ? withCarried(asked, parameter, () => "x".repeat(300))
      : invalid(asked, instead);
  }
  return withCarried(asked, parameter, () =>
    parameter.type === "string" ? { not: "text" } : "none of these",
  );
}
