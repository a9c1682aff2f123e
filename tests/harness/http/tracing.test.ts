import { expect, test } from "vitest";
import { traceHeaders, Traces } from "../../../harness/http/tracing.ts";
import type { Tracing } from "../../../harness/profile/types.ts";
import { isExact } from "../../../harness/run/send.ts";
import { judgedAs } from "../run/one-rule.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";

const target = { baseUrl: "http://127.0.0.1:1" };
const usual: Tracing = { parent: "traceparent", case: "Payconform-Case" };
const traces = (fields: Partial<Tracing> = {}): Traces =>
  new Traces({ runId: "0123abcd", tracing: { ...usual, ...fields } });

test("an execution is a trace, a request a span, and the numbers of requests go on in the next execution", () => {
  const all = traces();
  const [first, second] = [all.of("a/one", 1), all.of("a/one", 2)];
  const [one, two, three] = [first(), first(), second()];
  expect([one.id, two.id === one.id, three.id === one.id]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    true,
    false,
  ]);
  expect(new Set([one, two, three].map(({ span }) => span)).size).toBe(3);
  expect([one, two, three].map((trace) => trace.case)).toEqual(["a/one#1", "a/one#2", "a/one#3"]);
  expect(traces().of("a/one", 1)()).toEqual(one);
  expect(traces().of("a/two", 1)().id).not.toBe(one.id);
});

test("a link has the trace, the span and the case, escaped", () => {
  const link = "https://t.test/{traceId}/{spanId}?case={case}&other={other}";
  const trace = traces({ link }).of("a/one", 1)();
  expect(trace.link).toBe(`https://t.test/${trace.id}/${trace.span}?case=a%2Fone%231&other={other}`);
});

test("the headers have the names of the profile, and one that the profile sends anyway is left alone", () => {
  const trace = { id: "1".repeat(32), span: "2".repeat(16), case: "a/one#1" };
  const parent = `00-${trace.id}-${trace.span}-01`;
  expect(traceHeaders(usual, trace, {})).toEqual([
    ["traceparent", parent],
    ["Payconform-Case", "a/one#1"],
  ]);
  expect(traceHeaders({ ...usual, parent: false, case: "X-Case" }, trace, {})).toEqual([
    ["X-Case", "a/one#1"],
  ]);
  expect(traceHeaders(usual, trace, { TraceParent: "00-…" })).toEqual([["Payconform-Case", "a/one#1"]]);
});

test("a profile names the headers, or leaves them out with one line", () => {
  const of = (trace?: Parameters<typeof withDefaults>[0]["trace"]): Tracing | false =>
    withDefaults(withDefaults({ target, ...(trace === undefined ? {} : { trace }) })).trace;
  expect(of()).toEqual(usual);
  expect(of(true)).toEqual(usual);
  expect(of(false)).toBe(false);
  expect(of({ parent: false, case: "X-Case" })).toEqual({ parent: false, case: "X-Case" });
});

test("a request whose headers or bytes the check decides carries nothing else", () => {
  expect(isExact({ json: {}, headers: { "Idempotency-Key": "k" } })).toBe(false);
  expect(isExact({ raw: { bytes: new Uint8Array(), contentType: "application/json" } })).toBe(false);
  expect(isExact({ headers: { "X-Account": "acct_1" } })).toBe(true);
  expect(isExact({ authorization: null })).toBe(true);
  expect(isExact({ raw: { bytes: Buffer.from("{"), contentType: null } })).toBe(true);
});

test.each([
  ["each request of a check says its case", {}, [1, 2]],
  ["those of a rule about headers or bytes say nothing", { untraced: true }, [null, null]],
] as const)("%s", async (_what, options, numbers) => {
  const received: Request[] = [];
  const target = async (request: Request): Promise<Response> => {
    received.push(request);
    return Response.json({});
  };
  const { id } = await judgedAs(
    async (check) => {
      await check.api.createPaymentIntent({ json: {} });
      await check.api.createPaymentIntent({ json: {} });
    },
    { rule: options, target },
  );
  const cases = received
    .filter(({ method }) => method === "POST")
    .map(({ headers }) => headers.get("payconform-case"));
  expect(cases).toEqual(numbers.map((number) => (number === null ? null : `${id}#${number}`)));
});
