import { invoices } from "../../emulator/areas/billing/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { customers } from "../../emulator/areas/customers/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { connectPart } from "../connect/parts.ts";
import { entry, inOrder, named, part, perEmulator } from "../mutant.ts";
import { committing } from "../shared/committing.ts";
import { remembering } from "../shared/clocks.ts";
import { draft } from "./parts.ts";

const violates = ["connect-events/subscriptions-are-apart"] as const;

/** Subscriptions that show in the marketplace of their account (§2.9, §3, §6). */
export const mutants = named({
  "overview-counts-paid-invoices": {
    violates,
    summary: "The gross volume includes the paid invoices of the account's subscriptions.",
    replace: connectPart("overview", ({ volume }) => ({
      volume: (state, caller) => [
        ...volume(state, caller),
        ...state
          .all(invoices)
          .flatMap(({ accountId, paidAt, amountDue }) =>
            accountId === caller.accountId && paidAt !== null
              ? [{ at: paidAt, value: amountDue, vendor: accountId }]
              : [],
          ),
      ],
    })),
  },
  "overview-counts-new-customers": {
    violates,
    summary: "The new accounts include the account's customers.",
    replace: connectPart("overview", ({ newAccounts }) => ({
      newAccounts: (state, caller) => [
        ...newAccounts(state, caller),
        ...state
          .all(customers)
          .filter(({ accountId }) => accountId === caller.accountId)
          .map(({ id, createdAt }) => ({ at: createdAt, value: 1, vendor: id })),
      ],
    })),
  },
  "advance-reports-funds": {
    violates,
    summary: "The advance of a test clock reports available funds of the account's vendors.",
    replace: perEmulator(() =>
      remembering((served) =>
        committing("advanceTestClock", (decision) => {
          const context = served();
          if (context === undefined) return decision;
          const { caller } = context.command;
          const reported = context.state
            .find(vendors, "owner", ownerOf(caller))
            .map(({ id }) => draft("connect.funds.available", { ...caller, id }, { account: id }));
          return { ...decision, events: [...(decision.events ?? []), ...reported] };
        }),
      ),
    ),
  },
  "marketplace-has-one-envelope": {
    violates,
    summary:
      "After its first Connect event, an account receives subscription events in the envelope of Connect.",
    replace: perEmulator(() => {
      const marketplaces = new Set<string>();
      return inOrder(
        entry("envelopes", "connect", (usual) => (event) => {
          marketplaces.add(event.accountId);
          for (const account of event.to) marketplaces.add(account);
          return usual(event);
        }),
        entry("envelopes", "subscription", (usual) => (event) => {
          const body = usual(event);
          return marketplaces.has(event.accountId) ? { event: body } : body;
        }),
      );
    }),
  },
  "vendors-hear-of-subscriptions": {
    violates,
    summary: "Subscription events are also sent to the vendors that received a Connect event.",
    replace: perEmulator(() => {
      const heard = new Set<string>();
      return inOrder(
        entry("envelopes", "connect", (usual) => (event) => {
          for (const account of event.to) heard.add(account);
          return usual(event);
        }),
        part(["billing"], ({ recipients }) => ({
          recipients: (facts) => [...new Set([...recipients(facts), ...heard])],
        })),
      );
    }),
  },
});
