import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { readingBody, refusing, type RoutePlace } from "../connect/parts.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { type Condition, type FieldFaults, fieldFaults, where } from "./fields.ts";
import { as, type Replacement, withMember } from "./values.ts";

/* Faults in the refusals of Connect's routes. */

/** A body, and the request that has it or is answered with it. */
export interface OfRequest {
  readonly body: Body;
  readonly input: ConnectInput;
}

/** Mutants of the fields of what one guard of a route refuses. The field `status` is that of the answer. */
export const refusalFaults = (
  name: string,
  [place, guard]: readonly [RoutePlace, string],
  rules: string,
): FieldFaults<OfRequest> =>
  fieldFaults<OfRequest>({
    name: `refused ${name}`,
    of: `a refused ${name}`,
    rules,
    change: (field, value) =>
      refusing(place, guard, (refusal, input) => {
        const { answer } = refusal;
        const body = isObject(answer.body) ? answer.body : {};
        const { status, ...changed } = withMember<Body>({ ...body, status: answer.status }, field, (usual) =>
          value(usual, { body, input }),
        );
        return { ...refusal, answer: { ...answer, status: Number(status), body: changed } };
      }),
  });

/** Mutants of the fields that a route reads in its request. */
export const readFaults = (name: string, place: RoutePlace, rules: string): FieldFaults<OfRequest> =>
  fieldFaults<OfRequest>({
    name: `${name} read`,
    of: `the request for ${/^[aeiou]/.test(name) ? "an" : "a"} ${name}, as it is read,`,
    rules,
    change: (field, value) =>
      readingBody(place, (body, input) => {
        const read = value(body[field], { body, input });
        if (read === undefined) delete body[field];
        else body[field] = read;
      }),
  });

/** The list of `errors` with another member in the entry of one field. */
export const withEntry = (field: string, member: "field" | "rule", other: string): Replacement =>
  as(`a list with the ${member} ${other} for ${field}`, (errors) =>
    (errors as readonly Body[]).map((error) =>
      error["field"] === field ? { ...error, [member]: other } : error,
    ),
  );

/** For `drops`: a field whose value is falsy. */
export const ifFalsy = (field: string): Condition<OfRequest> =>
  where("if it is zero or false", ({ body }) => body[field] === 0 || body[field] === false);
