import type { Finish } from "../../emulator/hooks.ts";
import { isObject } from "../../spec/json.ts";
import { entry, inOrder, type Replace } from "../mutant.ts";

type Answer = Parameters<Finish>[0];
export type Body = Record<string, unknown>;

/** Selects the bodies that a fault changes, by default all of them. */
export type When = (body: Body) => boolean;

/** Changes the answers of one operation in their last step. */
export function finishing(operation: string, change: (answer: Answer) => Answer): Replace {
  return entry(
    "answers",
    operation,
    (usual) => async (answer, context) => change(await usual(answer, context)),
  );
}

/** Changes the bodies of some operations' answers with one status, if they are objects. */
export const answering = (
  operations: readonly string[],
  status: number,
  change: (body: Body) => void,
): Replace => changingObjects({ operations, status }, change);

/** The answers of some operations with one status, and the objects in them. */
export interface AnswerSelector {
  readonly operations: readonly string[];
  readonly status: number;
  /** The objects in a body that are changed. Default: the body itself. */
  readonly objects?: (body: Body) => readonly Body[];
}

/** Changes the selected objects, or those for which `when` is true. */
export function changingObjects(
  { operations, status, objects = (body) => [body] }: AnswerSelector,
  change: (object: Body) => void,
  when: When = () => true,
): Replace {
  const changed = (answer: Answer): Answer => {
    if (answer.status !== status || !isObject(answer.body)) return answer;
    const body = structuredClone(answer.body);
    for (const object of objects(body)) if (when(object)) change(object);
    return { ...answer, body };
  };
  return inOrder(...operations.map((operation) => finishing(operation, changed)));
}

/** Changes the body of an operation's successes, or of those for which `when` is true. */
export function changingSuccess(operation: string, change: (body: Body) => void, when?: When): Replace {
  return finishing(operation, (answer) => {
    if (answer.status >= 300 || !isObject(answer.body) || when?.(answer.body) === false) return answer;
    const body = structuredClone(answer.body);
    change(body);
    return { ...answer, body };
  });
}

/** Changes the bodies of an operation's successes with a live key. */
export const changingForLiveKeys = (operation: string, change: (body: Body) => void): Replace =>
  entry("answers", operation, (usual) => async (answer, context) => {
    const finished = await usual(answer, context);
    const isChanged = context.caller?.mode === "live" && finished.status < 300 && isObject(finished.body);
    if (!isChanged) return finished;
    const body = structuredClone(finished.body) as Body;
    change(body);
    return { ...finished, body };
  });

/** Changes whole answers of one operation with one status. */
export function changingAnswers(
  operation: string,
  status: number,
  change: (answer: Answer) => Answer,
): Replace {
  return finishing(operation, (answer) => (answer.status === status ? change(answer) : answer));
}

/** The objects in a member that is a list. */
export const objectsIn = (body: Body, name: string): readonly Body[] => {
  const list = body[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
};

export { isObject };
