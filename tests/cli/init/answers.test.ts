import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answerTo, portOf, readAnswers } from "../../../cli/init/answers.ts";
import { merged } from "../../../cli/init/merged.ts";
import { withObservedOutputs } from "../../../cli/init/outputs.ts";
import { profileText } from "../../../cli/init/write.ts";
import { parseProfile } from "../../../harness/profile/load.ts";
import { emptyFolder } from "../command-line.ts";

describe("a port on one line", () => {
  test.each([
    [
      "GET /v1/invoices?subscription={subscriptionId}",
      { method: "GET", path: "/v1/invoices", query: { subscription: "{subscriptionId}" } },
    ],
    [
      'post checkout /v1/customers { name: "{name}", of: [1] } -> customerId=/id',
      {
        method: "POST",
        host: "checkout",
        path: "/v1/customers",
        body: { name: "{name}", of: [1] },
        outputs: { customerId: "/id" },
      },
    ],
    [
      "DELETE control /hooks/{endpointId}",
      { method: "DELETE", host: "control", path: "/hooks/{endpointId}" },
    ],
  ])("%s", (line, binding) => {
    expect(portOf(line)).toEqual(binding);
  });

  test.each(["SEND /v1/x", "POST v1/x", "POST /v1/x { a: [ }", "POST /v1/x -> customerId"])(
    "%s is refused",
    (line) => {
      expect(portOf(line)).toBe(null);
    },
  );
});

test("all mistakes of a file with answers are reported together", () => {
  const file = join(emptyFolder(), "answers.yaml");
  writeFileSync(file, "ports: { createPrice: SEND it, createCustomer: buy }\n");
  expect(() => readAnswers(file)).toThrow(
    /ports.createPrice: "SEND it" is not a port[^]*ports.createCustomer: "buy"/,
  );
  writeFileSync(file, "ports: { makeIt: GET /x }\nfields: { vendor-name: name }\n");
  expect(() => readAnswers(file)).toThrow(
    /ports.makeIt: unknown[^]*fields.vendor-name: "name" is not allowed/,
  );
});

test("an answer is checked like a setting of a profile", () => {
  expect(answerTo(["fixtures", "vendor"], "[acct_1, acct_2]")).toEqual({
    fixtures: { vendor: ["acct_1", "acct_2"] },
  });
  expect(answerTo(["ports", "createPrice"], "POST /p")).toEqual({
    ports: { createPrice: { method: "POST", path: "/p" } },
  });
  expect(() => answerTo(["fields", "vendor-name"], "name")).toThrow(
    /allowed: a JSON pointer, such as "\/name"/,
  );
  expect(() => answerTo(["events"], "{ receiver: [")).toThrow(/is not YAML/);
});

test("later answers take precedence, setting by setting", () => {
  const fixtures = { vendor: ["a"], "vendor-live": "b" };
  expect(merged([{ fixtures }, { fixtures: { vendor: ["c"] } }])).toEqual({
    fixtures: { vendor: ["c"], "vendor-live": "b" },
  });
});

test("outputs are found by their names, and pointers of the user are kept", () => {
  const binding = { method: "POST", path: "/x" };
  const body = {
    reference: "sub_1",
    state: "active",
    customer: "cus_1",
    cancelAt: null,
    other: { trialEnd: "2031-01-01" },
  };
  expect(withObservedOutputs("createSubscription", binding, body).outputs).toEqual({
    subscriptionId: "/reference",
    customerId: "/customer",
    status: "/state",
    cancelAt: "/cancelAt",
    trialEnd: "/other/trialEnd",
  });
  const own = { ...binding, outputs: { subscriptionId: "/mine" } };
  expect(withObservedOutputs("createSubscription", own, body)).toEqual(own);
});

test("text of a target cannot start a line in a profile", () => {
  const target = { baseUrl: "http://127.0.0.1:1" };
  const text = profileText(
    { target, fields: { "vendor-name": "/a\ninFlight: 3" } },
    {
      comments: new Map([["fields.vendor-name", "Seen\ninFlight: 3\u001b[2J"]]),
      questions: [],
    },
  );
  expect(parseProfile(text, "payconform.yaml")).toEqual({
    target,
    keys: { test: { env: "PAYCONFORM_KEY" } },
    fields: { "vendor-name": "/a\ninFlight: 3" },
  });
  expect(text).not.toContain("\u001b");
});
