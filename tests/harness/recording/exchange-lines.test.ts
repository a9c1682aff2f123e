import { expect, test } from "vitest";
import { readSteps, stepsOf, written } from "./recording.ts";

const line = (members: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    method: "GET",
    url: "https://api.shop.test/v1/balance",
    status: 200,
    responseBody: "{}",
    startedAt: "2026-03-02T10:00:00.000Z",
    durationMs: 10,
    ...members,
  });

const startedAt = (ms: number): string => new Date(Date.parse("2026-03-02T10:00:00Z") + ms).toISOString();

test("exchanges and events in the order of time, whatever their order in the file", async () => {
  const file = written([
    line({ startedAt: startedAt(100), status: null, fault: "the connection was closed" }),
    JSON.stringify({ event: { id: "evt_1" }, address: "/hooks", receivedAt: startedAt(50) }),
    line({ method: "post", requestBody: { amount: 5 }, durationMs: 49 }),
  ]);
  expect(await readSteps(file)).toEqual([
    { what: "begin POST /v1/balance", ms: 0 },
    { what: "event at /hooks", ms: 50 },
    { what: "end POST /v1/balance: 200 {}", ms: 50 },
    { what: "begin GET /v1/balance", ms: 100 },
    { what: "end GET /v1/balance: the connection was closed", ms: 111 },
  ]);
});

test("what may overlap does: at the same time, one begins before another ends", async () => {
  const file = written([line({ durationMs: 9 }), line({ startedAt: startedAt(10), method: "POST" })]);
  expect((await readSteps(file)).map(({ what }) => what.split(" /")[0])).toEqual([
    "begin GET",
    "begin POST",
    "end GET",
    "end POST",
  ]);
});

test.each([null, -1])("an exchange without a duration may last until the end: %s", async (durationMs) => {
  const file = written([line({ durationMs }), line({ startedAt: startedAt(5_000), method: "POST" })]);
  expect((await readSteps(file)).map(({ what }) => what.split(" /")[0])).toEqual([
    "begin GET",
    "begin POST",
    "end POST",
    "end GET",
  ]);
});

test("a body is text, JSON, none or unknown", async () => {
  const bodies = [
    { responseBody: "[1.0]" },
    { responseBody: { a: 1 } },
    { responseBody: null },
    { responseBody: undefined },
  ];
  const ends = (await stepsOf(written(bodies.map(line)))).filter((step) => step.kind === "end");
  expect(ends.map(({ answer }) => [Buffer.from(answer?.body ?? []).toString(), answer?.wholeBytes])).toEqual([
    ["[1.0]", undefined],
    ['{"a":1}', undefined],
    ["", undefined],
    ["", 1],
  ]);
});

test.each([
  [
    "a list of pairs",
    [
      ["a", "1"],
      ["a", "2"],
    ],
  ],
  [
    "a list of objects",
    [
      { name: "a", value: "1" },
      { name: "a", value: "2" },
    ],
  ],
  ["an object", { a: ["1", "2"] }],
])("headers are %s", async (_what, requestHeaders) => {
  const [begun] = await stepsOf(written([line({ requestHeaders })]));
  expect(begun).toMatchObject({
    request: {
      headers: [
        ["a", "1"],
        ["a", "2"],
      ],
    },
  });
});
