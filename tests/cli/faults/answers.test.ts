import { describe, expect, test } from "vitest";
import { answerOperators } from "../../../cli/faults/answers.ts";
import { Survey } from "../../../cli/faults/survey.ts";
import { operationOf, type Reply } from "../../../mutants/faults/exchange.ts";

const body = {
  id: "pi_1",
  amount: 5000,
  liveMode: false,
  description: null,
  accountId: "acct_7",
  createdAt: "2024-02-29T23:59:59Z",
  metadata: { free: "form" },
  data: [{ name: "a" }, { name: "b" }],
};
const reply: Reply = { status: 200, contentType: "application/json", body };

const asked = { url: new URL("http://payment.test/v1/payment-intents"), body: {} };
const survey = new Survey();
survey.record("createPaymentIntent", asked, reply);
const [surface] = survey.surfaces;

function spoiled(operatorName: string, path: string | null, earlier: Reply | null = null): unknown {
  const operator = answerOperators.find(({ name }) => name === operatorName);
  const location =
    path === null ? null : surface?.locations.find((candidate) => candidate.path.join("/") === path);
  if (operator === undefined || location === undefined)
    throw new Error(`no ${operatorName} at ${path ?? "all"}`);
  expect(operator.fits(location, 200)).toBe(true);
  const before = structuredClone(reply);
  const after = operator.spoil(reply, location, earlier);
  expect(reply, "an operator leaves what it was given alone").toEqual(before);
  return path === null ? after : after.body;
}

describe("an operator changes one thing", () => {
  test.each([
    ["absent", "id", { id: undefined }],
    ["renamed", "accountId", { accountId: undefined, account_id: "acct_7" }],
    ["renamed", "amount", { amount: undefined, amount_value: 5000 }],
    ["a text", "amount", { amount: "5000" }],
    ["a text", "data", { data: JSON.stringify(body.data) }],
    ["a number", "id", { id: 17 }],
    ["a number", "liveMode", { liveMode: 0 }],
    ["a boolean", "amount", { amount: true }],
    ["wrapped in an object", "amount", { amount: { value: 5000 } }],
    ["in a list", "data/*/name", { data: [{ name: ["a"] }, { name: ["b"] }] }],
    ["in another casing", "id", { id: "PI_1" }],
    ["a number", "data/*", { data: [17, 17] }],
    ["null", "data/*", { data: [null, null] }],
    ["null", "amount", { amount: null }],
    ["repeating its first entry", "data", { data: [{ name: "a" }, { name: "a" }, { name: "b" }] }],
    ["off by one", "amount", { amount: 5001 }],
    ["off by one", "accountId", { accountId: "acct_8" }],
    ["off by one", "createdAt", { createdAt: "2024-03-01T00:00:00.000Z" }],
    ["swapped", "accountId", { accountId: "2024-02-29T23:59:59Z", createdAt: "acct_7" }],
    ["in reverse order", "data", { data: [{ name: "b" }, { name: "a" }] }],
    ["absent", "data/*/name", { data: [{}, {}] }],
  ])("%s at %s", (operator, path, change) => {
    expect(spoiled(operator, path)).toEqual({ ...body, ...change });
  });

  test("another status, another content type, stale", () => {
    expect(spoiled("another status", null)).toEqual({ ...reply, status: 201 });
    expect(spoiled("another content type", null)).toEqual({ ...reply, contentType: "text/html" });
    expect(spoiled("stale", null)).toEqual(reply);
    const earlier = { ...reply, body: { id: "pi_0" } };
    expect(spoiled("stale", null, earlier)).toEqual(earlier);
  });
});

test("the survey records what the contract guarantees, and ignores metadata", () => {
  const documented = Object.fromEntries(
    surface?.locations.map((location) => [location.path.join("/"), location.documented]) ?? [],
  );
  expect(documented["amount"]).toEqual({ required: true, nullable: false, typed: true, constrained: true });
  expect(documented["data"]).toBeNull();
  expect(documented).not.toHaveProperty("metadata/free");
});

test("the survey ignores undocumented statuses", () => {
  const other = new Survey();
  other.record("createPaymentIntent", asked, { ...reply, status: 415 });
  expect(other.surfaces).toEqual([]);
});

test.each([
  ["checkout", "POST", "/v1/test-helpers/test-clocks/simulate", "simulateTestClock"],
  ["checkout", "GET", "/v1/test-helpers/test-clocks/simulate", "retrieveTestClock"],
  ["payment", "GET", "/v1/test-helpers/test-clocks/clock_1", null],
  ["payment", "GET", "/v1/sessions/session_1", "retrieveSession"],
  ["payment", "GET", "/v1/unknown", null],
])("routes are distinguished by host, method and literal segments: %s %s %s", (host, method, path, found) => {
  expect(operationOf({ method, url: `http://${host}.test${path}` })).toBe(found);
});
