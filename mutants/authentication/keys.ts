import { apiKeys } from "../../emulator/kernel/merchants.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { treating } from "../faults/exchange.ts";
import { passing } from "../faults/requests.ts";
import { isObject } from "../../spec/json.ts";
import type { Mutant } from "../mutant.ts";
import { authenticating, keyMutants, otherBodyUnderAnotherScheme } from "../shared/authentication.ts";

/** A mutant with one operation that accepts any key of the right form. */
const fooledByShape = (name: string, operation: string): Mutant => ({
  id: `${name}-open-to-shapely-keys`,
  violates: [ruleIdOf(`authentication/${name}-with-unknown-key`)],
  summary: `The operation ${operation} accepts any key in the form of a test key.`,
  replace: authenticating((given) => ({
    callerOf: (state, key, at) => {
      const caller = given.callerOf(state, key, at);
      if (caller !== undefined || at !== operation || !/^sk_test_\w{16,}$/.test(key)) return caller;
      return state.all(apiKeys)[0]?.caller;
    },
  })),
});

/** A mutant with one operation whose guard lets requests with a query, or with an unknown member, pass without a key. */
const openWithContent = (name: string, operation: string, where: "query" | "body"): Mutant => ({
  id: `${name}-open-with-a-${where}`,
  violates: [ruleIdOf(`authentication/${name}-without-key`)],
  summary: `The operation ${operation} accepts requests without a key that have more content in the ${where}.`,
  wrap: passing(operation, {
    given: ({ url, headers, body }) =>
      !headers.has("authorization") &&
      (where === "query" ? url.search !== "" : isObject(body) && "trace" in body),
    without: "authorization",
  }),
});

/** Says in the 401 of the list that a key which it accepted was replaced. */
const reportingReplacement: Mutant = {
  id: "list-remittances-reports-a-replacement",
  violates: ["authentication/list-remittances-unauthorized-body"],
  summary: "The list of remittances says that a key it had accepted was replaced.",
  wrap: treating("listRemittances", () => {
    const accepted = new Set<string | null>();
    return async ({ headers, forward }) => {
      const answer = await forward();
      const key = headers.get("authorization");
      if (answer.ok) accepted.add(key);
      return answer.status === 401 && accepted.has(key)
        ? Response.json({ message: "This key was replaced" }, { status: 401 })
        : answer;
    };
  }),
};

export const mutants: readonly Mutant[] = [
  reportingReplacement,
  ...keyMutants("authentication", { prefix: "", at: 0 }),
  otherBodyUnderAnotherScheme(
    "retrievePaymentIntent",
    "authentication/retrieve-payment-intent-unauthorized-body",
  ),
  otherBodyUnderAnotherScheme("createDisbursement", "authentication/create-disbursement-unauthorized-body"),
  fooledByShape("create-disbursement", "createDisbursement"),
  fooledByShape("list-remittances", "listRemittances"),
  fooledByShape("list-test-clocks", "listTestClocks"),
  fooledByShape("retrieve-session", "retrieveSession"),
  openWithContent("retrieve-disbursement", "retrieveDisbursement", "query"),
  openWithContent("advance-test-clock", "advanceTestClock", "body"),
  openWithContent("delete-test-clock", "deleteTestClock", "query"),
];
