import type { RuleId } from "../../spec/index.ts";
import { behaving } from "../faults/exchange.ts";
import { refusalOf } from "../faults/requests.ts";
import { family, named, type Wrap } from "../mutant.ts";

/** Refuses an operation to each key that another operation has refused. */
const lockingOut = (operation: string): Wrap =>
  behaving(() => {
    const refused = new Set<string>();
    return async (exchange) => {
      const key = exchange.headers.get("authorization") ?? "";
      if (exchange.operation === operation && refused.has(key)) return refusalOf(operation, "request");
      const answer = await exchange.forward();
      const { status } = answer;
      if (exchange.operation !== null && exchange.operation !== operation && status >= 400 && status < 500)
        refused.add(key);
      return answer;
    };
  });

export const mutants = named(
  family<readonly [RuleId, string]>(
    {
      "intents-refused-after-refusals": ["conventions/payments-after-anything", "createPaymentIntent"],
      "sessions-refused-after-refusals": ["conventions/payments-after-anything", "createSession"],
      "vendor-list-refused-after-refusals": ["vendors/read-after-anything", "listAccounts"],
      "overview-refused-after-refusals": ["vendors/read-after-anything", "retrieveOverview"],
      "clocks-refused-after-refusals": ["test-clocks/created-after-anything", "createTestClock"],
      "clock-list-refused-after-refusals": ["test-clocks/created-after-anything", "listTestClocks"],
    },
    ([rule, operation]) => ({
      violates: [rule],
      summary: `An account that another operation has refused is refused on ${operation}, too.`,
      wrap: lockingOut(operation),
    }),
  ),
);
