import { expect, test } from "vitest";
import { withObservedOutputs } from "../../../cli/doctor/outputs.ts";
import { profileText } from "../../../cli/doctor/profile-file.ts";
import { parseProfile } from "../../../harness/profile/load.ts";

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
      placeholders: [],
    },
  );
  expect(parseProfile(text, "payconform.yaml")).toEqual({
    target,
    keys: { test: { env: "PAYCONFORM_KEY" } },
    fields: { "vendor-name": "/a\ninFlight: 3" },
  });
  expect(text).not.toContain("\u001b");
});
