import { existsSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordedExchange } from "../../harness/results.ts";
import { curlLines } from "../../reports/evidence/curl.ts";
import { word } from "../../reports/text/shell.ts";
import { visible } from "../../reports/text/text.ts";
import { ended } from "../child-process.ts";
import { type LocalServer, onBody, serving } from "../local-server.ts";
import { startCurlInPlace } from "./curl-in-place.ts";
import { faultsShown, runLines } from "./curl-lines.ts";
import { exchange, HOSTILE, rule, violationOf } from "./fixture.ts";
import { emptyFolder } from "../empty-folder.ts";

const curl = await startCurlInPlace();
afterAll(curl.close);
const path = `${curl.folder}:${process.env["PATH"] ?? ""}`;

/** The lines of a violation that these exchanges show. */
const linesOf = (
  transcript: readonly RecordedExchange[],
  violation: Parameters<typeof violationOf>[0] = {},
): readonly string[] =>
  curlLines(rule({ id: "a/b", verdict: "violated", violation: violationOf(violation), transcript }));

describe("the lines that the terminal shows for a violation", () => {
  test.each(faultsShown)("show the fault of a rule when they are run: $kind", async (fault) => {
    const { printed, events, lines } = await runLines(fault, path);
    expect(printed).toMatch(fault.shows);
    expect(lines).not.toMatch(/sk_(?:test|live)_/);
    if (fault.lacks !== undefined) {
      expect(events.length).toBeGreaterThan(0);
      expect(events).not.toContain(fault.lacks);
    }
  });
});

test("a trace rule shows all that contradict each other, also equal requests", () => {
  const url = "http://127.0.0.1:4010/v1/payment-intents/pi_1";
  const violation = violationOf({ expected: "5000", actual: "6000", exchange: 9 });
  const transcript = [9, 4].map((sequence) =>
    exchange({ sequence, method: "GET", url, operation: "retrievePaymentIntent" }),
  );
  const lines = curlLines(rule({ id: "a/b", kind: "trace", verdict: "violated", violation, transcript }));
  expect(lines.filter((line) => line.startsWith("# request"))).toEqual([
    "# request 1 of 2: retrievePaymentIntent, answered 200",
    "# request 2 of 2: retrievePaymentIntent, answered 200, this is the violation",
  ]);
});

interface Received {
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
  readonly headers: IncomingMessage["headers"];
}

describe("a request with hostile text", () => {
  const received: Received[] = [];
  let server: LocalServer;
  let base = "";
  beforeAll(async () => {
    server = await serving((request, response) =>
      onBody(request, (body) => {
        const { method = "", url = "", headers } = request;
        received.push({ method, url, headers, body });
        response.end();
      }),
    );
    base = server.url;
  });
  afterAll(() => server.close());

  const folder = emptyFolder();
  /** Runs the lines of a violation that one exchange shows. */
  async function sent(fields: Parameters<typeof exchange>[0], says = ""): Promise<Received | undefined> {
    const lines = linesOf([exchange({ requestHeaders: [], ...fields })], {
      ...{ expected: says, actual: says, exchange: 7 },
    });
    for (const line of lines) expect(visible(line)).toBe(line);
    // An interactive shell may take no comments.
    const script = lines.map((line) => line.replace(/^# /, "")).join("\n");
    received.length = 0;
    await ended("sh", ["-c", script], { cwd: folder, env: { PATH: path, PAYCONFORM_KEY: "sk_test_1" } });
    expect(existsSync(join(folder, "pwned"))).toBe(false);
    return received[0];
  }

  test.each([
    ["quotes", `{"a":"it's \\"quoted\\""}`],
    ["expansions", '{"a":"$(touch pwned) `touch pwned` $HOME ${HOME} !! \\\\ %s %d"}'],
    ["lines", '{\n\t"a": 1\r\n}\n'],
    ["a NUL", "a\u0000b"],
    ["a file", "@/etc/hostname"],
    ["a flag", "-n"],
    ["a command to a CI service", "##[group]a ##vso[task] ::error::b"],
    ["what cannot be seen", HOSTILE.replace(/[\ud800\udc00]/g, "")],
  ])("arrives unchanged: %s", async (_name, body) => {
    expect((await sent({ url: `${base}/v1`, requestBody: body }))?.body).toEqual(Buffer.from(body));
  });

  test("arrives unchanged if it is not UTF-8", async () => {
    const bytes = Buffer.from([0, 255, 195, 40, 37, 92, 39, 10]);
    const repeatable = { hidden: [], keys: [], bytes: bytes.toString("base64") };
    const requestBody = bytes.toString("utf8");
    expect((await sent({ url: `${base}/v1`, requestBody, repeatable }))?.body).toEqual(bytes);
  });

  test("keeps its address and headers, and shows the key only as the name of its variable", async () => {
    const { url, method, headers } =
      (await sent({
        method: "PATCH",
        url: `${base}/v1/a[1]?q=%27%20$(touch%20pwned)`,
        requestBody: null,
        requestHeaders: [
          ["accept", "application/json"],
          ["authorization", "[redacted]"],
          ["X-Own", "a '\"$(touch pwned)` b"],
          ["X-Empty", ""],
        ],
        repeatable: {
          hidden: [["authorization", ["Bearer ", { variable: "PAYCONFORM_KEY" }, "x"]]],
          keys: [],
        },
      })) ?? {};
    expect({ url, method, ...headers }).toMatchObject({
      url: "/v1/a[1]?q=%27%20$(touch%20pwned)",
      method: "PATCH",
      authorization: "Bearer sk_test_1x",
      "x-own": "a '\"$(touch pwned)` b",
      "x-empty": "",
    });
  });

  test("cannot leave a comment", async () => {
    const says = `${HOSTILE} $(touch pwned) \`touch pwned\` ' ; touch pwned # " ; touch pwned & | touch pwned > pwned\ntouch pwned`;
    expect(await sent({ url: `${base}/v1` }, says)).toBeDefined();
  });
});

test("any text becomes one word of a shell with the same value", async () => {
  const texts = fc
    .sample(fc.string({ unit: "binary" }), { numRuns: 300, seed: 1 })
    .filter((text) => !/\0|\n$/.test(text));
  const script = `printf '%s\\0' ${texts.map((text) => word([text])).join(" ")}`;
  const { stdout } = await ended("sh", ["-c", script], { cwd: tmpdir() });
  expect(stdout.split("\0").slice(0, -1)).toEqual(texts);
});

test("an idempotency key is new in each run, of the same length", () => {
  const key = "k".repeat(256);
  expect(linesOf([exchange({ requestHeaders: [["Idempotency-Key", key]] })], { exchange: 7 })).toEqual(
    expect.arrayContaining([
      "RUN=$(date +%s)",
      expect.stringContaining(`"Idempotency-Key: ${"k".repeat(246)}$RUN"`),
    ]),
  );
});

test.each([
  ["with a key", [["Idempotency-Key", "k"]], ["curl &", "sleep 1", "curl", "wait"]],
  ["without one", [], ["curl &", "curl", "wait"]],
] as const)("only a request %s has to be in progress before the next one", (_, requestHeaders, steps) => {
  const overlapping = { hidden: [], keys: [], overlaps: 2 };
  const lines = linesOf([
    exchange({ sequence: 1, requestHeaders, repeatable: overlapping }),
    exchange({ sequence: 2, requestHeaders }),
  ]);
  const commands = lines.filter((line) => /^(?:curl|sleep|wait)/.test(line));
  expect(commands.map((line) => line.replace(/^curl .*?(?=$| &$)/, "curl"))).toEqual(steps);
});

describe("many equal requests in a row", () => {
  const creation = (sequence: number, more = {}): ReturnType<typeof exchange> =>
    exchange({
      ...{ sequence, method: "POST", status: 201 },
      requestBody: `{"name":"payconform 0a1b2c3d vendors/burst vendor ${sequence}","size":5}`,
      requestHeaders: [["Idempotency-Key", `payconform-0a1b2c3d-${sequence}`]],
      ...more,
    });
  test("are a loop with a new name and key each time, which prints statuses", () => {
    const lines = linesOf(
      [
        exchange({ sequence: 1 }),
        ...[30, 31, 32, 33].map((at) => creation(at)),
        creation(40, { omitted: 6 }),
        ...[41, 42, 43, 44, 45, 46, 47, 48, 49, 50].map((at) => creation(at)),
      ],
      { exchange: 50 },
    );
    expect(lines.filter((line) => line.startsWith("for "))).toEqual([
      expect.stringMatching(
        /^for i in \$\(seq 21\); do curl -sS -o \/dev\/null -w '%\{http_code\}\\n' .*\$RUN-\$i" .*vendor '"\$i"'","size":5\}'; done$/s,
      ),
    ]);
    expect(lines.filter((line) => line.startsWith("curl"))).toEqual([]);
  });

  test("are separate where they are few, or differ in a value", () => {
    const few = [46, 47, 48, 49, 50].map((at) => creation(at));
    const different = Array.from({ length: 20 }, (_, at) =>
      creation(at + 31, { requestBody: `{"amount":${at}}` }),
    );
    for (const transcript of [few, different])
      expect(linesOf(transcript, { exchange: 50 }).join("\n")).not.toContain("for i in");
  });
});

test("requests that have only names of members in common do not belong together", () => {
  const payout = (sequence: number): ReturnType<typeof exchange> =>
    exchange({
      sequence,
      requestBody: `{"amount":${sequence},"payment_method_data":{"operator_name":"mtn"}}`,
    });
  const lines = linesOf([payout(1), payout(2), payout(3)], { exchange: 3 });
  expect(lines.filter((line) => line.startsWith("curl"))).toEqual([expect.stringContaining('"amount":3,')]);
});

test("a comment keeps the difference between a text and a number", () => {
  const says = { expected: "amount to be 6694", actual: 'it is "6694"' };
  const lines = linesOf([exchange()], { ...says, exchange: 7 });
  expect(lines.join("\n")).toContain("# actual: it is \u201c6694\u201d");
});
