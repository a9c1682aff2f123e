import { subscriptions } from "../../emulator/areas/billing/records.ts";
import { named } from "../mutant.ts";
import { timing } from "../shared/billing.ts";

/** The most subscriptions of a customer on a clock that are billed. */
const MOST = 5;

export const mutants = named({
  "clock-bills-five-of-a-customer": {
    violates: ["test-clocks/advance-in-a-crowd"],
    summary: "A clock bills only the first five subscriptions of a customer.",
    replace: timing("due", (effects, { state }, one) => {
      const own = one === undefined ? [] : state.find(subscriptions, "customer", one.customerId);
      return own.findIndex(({ id }) => id === one?.id) < MOST ? effects : {};
    }),
  },
});
