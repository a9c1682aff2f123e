import { describe, expect, test } from "vitest";
import { operators } from "../../../cli/faults/answers/operators.ts";
import { Survey } from "../../../cli/faults/answers/locations.ts";
import type { Reply } from "../../../cli/faults/messages.ts";
import { operationAt } from "../../../cli/faults/routes.ts";

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

const runBaseline = new Survey();
runBaseline.observe("createPaymentIntent", 200, body);
const [surface] = runBaseline.surfaces;

function spoiled(operatorName: string, path: string | null, earlier: Reply | null = null): unknown {
  const operator = operators.find(({ name }) => name === operatorName);
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
    ["drop", "id", { id: undefined }],
    ["rename", "accountId", { accountId: undefined, account_id: "acct_7" }],
    ["rename", "amount", { amount: undefined, amount_value: 5000 }],
    ["retype to string", "amount", { amount: "5000" }],
    ["retype to string", "data", { data: JSON.stringify(body.data) }],
    ["retype to number", "id", { id: 7 }],
    ["retype to number", "liveMode", { liveMode: 0 }],
    ["retype to boolean", "amount", { amount: true }],
    ["retype to object", "amount", { amount: { value: 5000 } }],
    ["retype to array", "data/*/name", { data: [{ name: ["a"] }, { name: ["b"] }] }],
    ["recase", "id", { id: "PI_1" }],
    ["retype to number", "data/*", { data: [7, 7] }],
    ["null", "data/*", { data: [null, null] }],
    ["null", "amount", { amount: null }],
    ["duplicate", "data", { data: [{ name: "a" }, { name: "a" }, { name: "b" }] }],
    ["off by one", "amount", { amount: 5001 }],
    ["off by one", "accountId", { accountId: "acct_8" }],
    ["off by one", "createdAt", { createdAt: "2024-03-01T00:00:00.000Z" }],
    ["swap", "accountId", { accountId: "2024-02-29T23:59:59Z", createdAt: "acct_7" }],
    ["reordered list", "data", { data: [{ name: "b" }, { name: "a" }] }],
    ["drop", "data/*/name", { data: [{}, {}] }],
  ])("%s at %s", (operator, path, change) => {
    expect(spoiled(operator, path)).toEqual({ ...body, ...change });
  });

  test("wrong status, wrong content type, stale", () => {
    expect(spoiled("wrong status", null)).toEqual({ ...reply, status: 201 });
    expect(spoiled("wrong content type", null)).toEqual({ ...reply, contentType: "text/html" });
    expect(spoiled("stale", null)).toEqual(reply);
    const earlier = { ...reply, body: { id: "pi_0" } };
    expect(spoiled("stale", null, earlier)).toEqual(earlier);
  });
});

test("the baseline run records what the contract guarantees, and ignores metadata", () => {
  const documented = Object.fromEntries(
    surface?.locations.map((location) => [location.path.join("/"), location.documented]) ?? [],
  );
  expect(documented["amount"]).toEqual({ required: true, nullable: false, typed: true, constrained: true });
  expect(documented["data"]).toBeNull();
  expect(documented).not.toHaveProperty("metadata/free");
});

test("the baseline run ignores undocumented statuses", () => {
  const other = new Survey();
  other.observe("createPaymentIntent", 415, { message: "no" });
  expect(other.surfaces).toEqual([]);
});

test("routes are distinguished by host, method and literal segments", () => {
  const clocks = "/v1/test-helpers/test-clocks";
  expect(operationAt("checkout", "POST", `${clocks}/simulate`)?.id).toBe("simulateTestClock");
  expect(operationAt("checkout", "GET", `${clocks}/simulate`)?.id).toBe("retrieveTestClock");
  expect(operationAt("payment", "GET", `${clocks}/clock_1`)).toBeNull();
  expect(operationAt("payment", "GET", "/v1/sessions/session_1")?.id).toBe("retrieveSession");
  expect(operationAt("payment", "GET", "/v1/unknown")).toBeNull();
});
