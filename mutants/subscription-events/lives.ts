import { customers } from "../../emulator/areas/customers/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import type { Mutant } from "../mutant.ts";
import { eventFaults } from "../faults/events.ts";
import { as } from "../faults/values.ts";
import { siblingsOf, type Facts } from "../shared/billing.ts";

const RULE = "agree-whatever-came-before";
const about = (event: string) => eventFaults(event, "subscription-events/");

/** The value that the last event of the subscription should have had. */
const previous = () => {
  const known = new Map<string, unknown>();
  return (usual: unknown, { subscription: { id } }: Facts) => {
    const last = known.get(id) ?? usual;
    known.set(id, usual);
    return last;
  };
};

const TIMES = {
  "subscription.updated": "updatedAt",
  "invoice.paid": "paidAt",
  "payment.completed": "completedAt",
};

const firstNamesake = as<Facts>(
  "that of the first customer with the same address",
  (usual, { state, subscription: { customerId } }) => {
    const customer = state.get(customers, customerId);
    if (customer === undefined) return usual;
    const all = state.find(customers, "owner", ownerOf(customer));
    return all.find(({ email }) => email === customer.email)?.id;
  },
);

const itemsOfSibling = as<Facts>(
  "those of the customer's first subscription",
  (usual, { state, subscription }) =>
    siblingsOf(state, subscription)[0]?.items.map(({ priceId, quantity }) => ({ priceId, quantity })) ??
    usual,
);

/** Events whose data are of another time, or of a neighbour (§6.1). */
export const mutants: readonly Mutant[] = [
  ...Object.entries(TIMES).map(([event, field]) =>
    about(event).remembers(field, RULE, "that of the time before", previous),
  ),
  ...["subscription.updated", "payment.completed"].map((event) =>
    about(event).gives("customerId", RULE, firstNamesake),
  ),
  about("subscription.created").gives("items", RULE, itemsOfSibling),
];
