import type { Wrap } from "../mutant.ts";
import { isObject } from "./answers.ts";

/** Successful answers to one POST repeat a field of the request that only the server may set. */
export const obeying =
  (path: RegExp, field: string): Wrap =>
  (handler) =>
  async (request) => {
    if (request.method !== "POST" || !path.test(new URL(request.url).pathname)) return handler(request);
    const sent: unknown = await request
      .clone()
      .json()
      .catch(() => undefined);
    const answer = await handler(request);
    if (!answer.ok || !isObject(sent) || sent[field] === undefined) return answer;
    const body: unknown = await answer.clone().json();
    return isObject(body)
      ? Response.json({ ...body, [field]: sent[field] }, { status: answer.status })
      : answer;
  };
