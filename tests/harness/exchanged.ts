import type { Exchange } from "../../harness/http/answer.ts";
import type { WireAnswer, WireRequest } from "../../harness/http/wire.ts";

type Answered = Exchange & { readonly answer: WireAnswer };

/** An exchange, by default `GET http://target.test/v1/things` answered with 200 and `{}`. A text is the body of the answer. */
export function exchanged(
  given: Partial<Omit<Exchange, "request" | "answer">> & {
    readonly request?: Partial<WireRequest>;
    readonly answer?: Partial<Omit<WireAnswer, "body">> & { readonly body?: string };
  } = {},
): Answered {
  const { request, answer: { body = "{}", ...answer } = {}, ...others } = given;
  return {
    sequence: 1,
    operation: null,
    request: {
      method: "GET",
      url: new URL("http://target.test/v1/things"),
      headers: [],
      body: null,
      ...request,
    },
    answer: { status: 200, headers: [], ...answer, body: Buffer.from(body) },
    fault: null,
    startedAt: 0,
    calledAt: 0,
    returnedAt: 0,
    ...others,
  };
}
