import { expect, test } from "vitest";
import { Answer } from "../../../harness/http/answer.ts";
import { isSameAnswer } from "../../../harness/judge/routes.ts";
import { exchanged } from "../exchanged.ts";

const answer = (body: string): Answer =>
  new Answer(
    exchanged({
      request: { url: new URL("http://target.test/v1/nothing") },
      answer: { status: 404, body },
    }),
  );

test.each([
  ["letters", "a"],
  ["digits", "1"],
  ["keys", "sk_test_Zq7WvN3kXb5RtY9mHc2J"],
  ["the own path", "/v1/nothing"],
  ["the method", "GET "],
])("eight megabytes of %s are compared in linear time", (_what, part) => {
  const body = part.repeat((8 * 1024 * 1024) / part.length);
  const at = performance.now();
  expect(isSameAnswer(answer(body), answer(`${body}1`))).toBe(true);
  expect(isSameAnswer(answer(body), answer(`other ${body}`))).toBe(false);
  // A fraction of a second; hours where the time grows with the square.
  expect(performance.now() - at).toBeLessThan(20_000);
});
