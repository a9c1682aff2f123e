import { connect } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createResponse, sentBy } from "../../../emulator/http/respond.ts";
import { type Fetch, type Listening, listenOn } from "../../../emulator/http/listen.ts";

type Given = readonly [status: number, headers: readonly (readonly [string, string])[], text: string | null];

let given: Given = [200, [], ""];
const usual: Fetch = () =>
  new Response(given[2], { status: given[0], headers: new Headers(given[1].map(([...pair]) => pair)) });
const quick: Fetch = () => createResponse(...given);
const servers: Listening[] = [];

beforeAll(async () => {
  for (const fetch of [usual, quick]) servers.push(await listenOn({ fetch, host: "127.0.0.1", port: 0 }));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

/** Every byte that a server sends, but for the date. */
function answerOf(server: Listening | undefined, method: string): Promise<string> {
  const { host, port } = new URL(server?.url ?? "");
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(`${method} / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
    );
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("close", () => resolve(text.replace(/^date: .*\r\n/im, "")));
    socket.on("error", reject);
  });
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
      const [slow, fast] = [await answerOf(servers[0], method), await answerOf(servers[1], method)];
      expect(fast).toBe(slow);
    }),
    { numRuns: 60 },
  );
});

test("an answer without a body has the same bytes on the wire", async () => {
  given = [204, [["x-one", "1"]], null];
  expect(await answerOf(servers[1], "GET")).toBe(await answerOf(servers[0], "GET"));
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
