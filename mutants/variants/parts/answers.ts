import { type Body, isObject } from "../../shared/answers.ts";

export function changingBody<A extends { body: unknown }>(answer: A, change: (body: Body) => void): A {
  if (!isObject(answer.body)) return answer;
  const body = { ...answer.body };
  change(body);
  return { ...answer, body };
}
