import { allocations } from "../../emulator/areas/connect/records.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import { acting } from "../connect/parts.ts";
import { named } from "../named.ts";
import { firsts } from "../shared/firsts.ts";
import { connectEventData, connectEvent, forFirstVendor } from "./parts.ts";

/** Emits every event of an allocation, and another one derived from it. */
const withAnother =
  (make: (event: EventDraft) => EventDraft) =>
  (events: readonly EventDraft[] = []) => [
    ...events,
    ...events.filter(({ type }) => type === "connect.transfer.created").map(make),
  ];

export const mutants = named({
  "maturity-told-to-nobody": {
    violates: ["connect-events/maturity-emits-funds-available"],
    summary: "No maturity is reported.",
    replace: connectEvent("fundsAvailable", () => ({ when: () => false })),
  },
  "maturity-of-the-marketplace": {
    violates: ["connect-events/funds-available-names-the-vendor"],
    summary: "The event of a maturity names the marketplace as its account.",
    replace: connectEvent("fundsAvailable", () => ({ account: ({ vendor }) => vendor.accountId })),
  },
  "maturity-in-another-currency": {
    violates: ["connect-events/funds-available-is-the-credit"],
    summary: "The event of a maturity reports the currency XOF.",
    replace: connectEventData("fundsAvailable", { currency: () => "xof" }),
  },
  "maturity-in-hundreds": {
    violates: ["connect-events/funds-available-is-the-credit"],
    summary: "The event of a maturity reports its amount rounded down to hundreds.",
    replace: connectEventData("fundsAvailable", { amount: ({ amount }) => Math.floor(amount / 100) * 100 }),
  },
  "funds-told-while-pending": {
    violates: ["connect-events/pending-credit-emits-no-funds-available"],
    summary: "Funds are reported as available as soon as they are allocated.",
    replace: acting("allocations", (decision) => ({
      ...decision,
      events: withAnother((event) => ({
        ...event,
        type: "connect.funds.available",
        data: {
          account: event.accountId,
          wallet: "w",
          amount: event.data["amount"],
          currency: "xaf",
          source_transaction: "t",
        },
      }))(decision.events),
    })),
  },
  "maturity-of-second-vendor-not-emitted": {
    violates: ["connect-events/maturity-emits-funds-available"],
    summary: "Maturities are reported for the first vendor of a marketplace only.",
    replace: connectEvent("fundsAvailable", forFirstVendor),
  },
  "funds-available-told-once": {
    violates: ["connect-events/maturity-emits-funds-available"],
    summary: "Only the first credit of a wallet that becomes available is reported.",
    replace: connectEvent("fundsAvailable", ({ when }) => {
      const first = firsts();
      return { when: (facts) => when(facts) && first(facts.wallet.id) };
    }),
  },
  "funds-available-told-of-two-at-most": {
    violates: ["connect-events/funds-available-covers-all-credits"],
    summary: "Only two of the credits that become available at the same time are reported.",
    replace: connectEvent("fundsAvailable", ({ when }) => {
      const counts = new Map<string, number>();
      return {
        when: (facts) => {
          const { wallet, transaction } = facts;
          const move = `${wallet.id} ${Math.floor((transaction.maturedAt ?? 0) / 60_000)}`;
          counts.set(move, (counts.get(move) ?? 0) + 1);
          return when(facts) && (counts.get(move) ?? 0) <= 2;
        },
      };
    }),
  },
  "funds-available-tells-the-balance": {
    violates: ["connect-events/funds-available-is-the-credit"],
    summary: "The event of a maturity reports the total that has become available so far.",
    replace: connectEvent("fundsAvailable", ({ data }) => {
      const sums = new Map<string, number>();
      return {
        data: {
          ...data,
          amount: ({ wallet, amount }) => {
            const sum = (sums.get(wallet.id) ?? 0) + amount;
            sums.set(wallet.id, sum);
            return sum;
          },
        },
      };
    }),
  },
  "maturity-of-a-partly-reversed-credit-not-emitted": {
    violates: ["connect-events/maturity-emits-funds-available"],
    summary: "A credit of which a part was reversed becomes available without an event.",
    replace: connectEvent("fundsAvailable", ({ when }) => ({
      when: (facts) => when(facts) && facts.amount === facts.transaction.amount,
    })),
  },
  "maturity-of-a-partly-reversed-credit-reports-the-reversed": {
    violates: ["connect-events/funds-available-is-the-credit"],
    summary: "The event of a partly reversed credit reports what was reversed.",
    replace: connectEventData("fundsAvailable", {
      amount: ({ amount, transaction }) =>
        amount === transaction.amount ? amount : transaction.amount - amount,
    }),
  },
  "maturity-of-a-reversed-credit-told": {
    violates: ["connect-events/reversed-credit-emits-no-funds-available"],
    summary: "Every credit is reported as available at its date, even a reversed one.",
    replace: connectEvent("fundsAvailable", ({ data }) => ({
      when: () => true,
      data: { ...data, amount: ({ transaction }) => transaction.amount },
    })),
  },
  "reversal-of-available-funds-told-to-nobody": {
    violates: ["connect-events/reversal-of-available-funds-emits-transfer-reversed"],
    summary: "A reversal is reported only while its allocation is pending.",
    replace: acting("reversals", (decision, { state, command, now }) => {
      const allocation = state.get(allocations, command.params["allocationId"] ?? "");
      const isRipe = allocation !== undefined && now >= allocation.availableAt;
      return isRipe ? { ...decision, events: [] } : decision;
    }),
  },
});
