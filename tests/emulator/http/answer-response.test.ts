import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createResponse, sentBy } from "../../../emulator/http/respond.ts";
import { type Fetch, type Listening, listenOn } from "../../../emulator/http/listen.ts";
import { exchangeBytes } from "../../local-server.ts";

type Given = readonly [status: number, headers: readonly (readonly [string, string])[], text: string | null];

let given: Given = [200, [], ""];
const usual: Fetch = () =>
  new Response(given[2], { status: given[0], headers: new Headers(given[1].map(([...pair]) => pair)) });
const quick: Fetch = () => createResponse(...given);
const serving = (fetch: Fetch): Promise<Listening> => listenOn({ fetch, host: "127.0.0.1", port: 0 });
const [slow, fast] = [await serving(usual), await serving(quick)];
afterAll(() => Promise.all([slow.close(), fast.close()]));

function answerOf(server: Listening, method: string): Promise<string> {
  const { host, port } = new URL(server.url);
  return exchangeBytes(
    Number(port),
    `${method} / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

const header = fc.tuple(
  fc.constantFrom("content-type", "X-Later", "allow", "x-EARLIER", "retry-after", "set-cookie"),
  fc.constantFrom("application/json; charset=utf-8", "a, b", "1", "", " spaces ", "é", 'W/"1"'),
);

test("an answer that needs no web response has the same bytes on the wire", async () => {
  const shapes = fc.tuple(
    fc.constantFrom(200, 201, 299, 400, 404, 422, 500, 599),
    fc.array(header, { maxLength: 4 }),
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.constant(""),
      fc.constant("x".repeat(100_000)),
    ),
  );
  const methods = fc.constantFrom("GET", "POST");
  await fc.assert(
    fc.asyncProperty(shapes, methods, async (answer, method) => {
      given = answer;
      expect(await answerOf(fast, method)).toBe(await answerOf(slow, method));
    }),
    { numRuns: 60 },
  );
});

test("an answer without a body has the same bytes on the wire", async () => {
  given = [204, [["x-one", "1"]], null];
  expect(await answerOf(fast, "GET")).toBe(await answerOf(slow, "GET"));
});

test("an answer that is read as a web response is sent as one", async () => {
  const response = createResponse(
    422,
    [
      ["X-One", "1"],
      ["content-type", "application/json"],
    ],
    '{"a":1}',
  );
  expect(sentBy(response)?.headers).toEqual({ "content-type": "application/json", "x-one": "1" });
  expect(response).toBeInstanceOf(Response);
  response.headers.set("x-two", "2");
  expect(sentBy(response)).toBeUndefined();
  const copy = new Response(response.body, response);
  expect([copy.status, [...copy.headers], await copy.json()]).toEqual([
    422,
    [
      ["content-type", "application/json"],
      ["x-one", "1"],
      ["x-two", "2"],
    ],
    { a: 1 },
  ]);
});
