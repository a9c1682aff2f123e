import { allocations } from "../../emulator/areas/connect/records.ts";
import type { Transaction } from "../../emulator/areas/connect/transactions.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import { acting } from "../connect/parts.ts";
import { type Mutant, named } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { as, constantly } from "../faults/values.ts";
import { firsts } from "../shared/firsts.ts";
import { connectEvent, FIRST_VENDOR, isFirstVendor, maturity, ofLiveVendors } from "./parts.ts";

const MATURES = "maturity-emits-funds-available";

interface About {
  readonly transaction: Transaction;
  readonly amount: number;
}

const inHundreds = as<unknown>(
  "rounded down to hundreds",
  (amount) => Math.floor(Number(amount) / 100) * 100,
);
const theReversed = as<About>(
  "what was reversed",
  (_usual, { amount, transaction }) => transaction.amount - amount,
);
const partlyReversed = where(
  "for a partly reversed credit",
  ({ amount, transaction }: About) => amount !== transaction.amount,
);

/** The event that a new allocation is available. */
const available = ({ accountId: account, data: { amount }, ...event }: EventDraft): EventDraft => ({
  ...event,
  accountId: account,
  type: "connect.funds.available",
  data: { account, wallet: "w", amount, currency: "xaf", source_transaction: "t" },
});

export const mutants: readonly Mutant[] = [
  maturity.missing(MATURES),
  maturity.missing(MATURES, partlyReversed),
  maturity.emittedOnly(MATURES, FIRST_VENDOR, isFirstVendor),
  maturity.emittedOnly(MATURES, "once for a wallet", () => {
    const first = firsts();
    return ({ wallet }) => first(wallet.id);
  }),
  maturity.emittedOnly(
    MATURES,
    "for allocations",
    () =>
      ({ transaction }) =>
        transaction.kind === "allocation",
  ),
  maturity.emittedOnly("funds-available-covers-all-credits", "twice in a minute for a wallet", () => {
    const counts = new Map<string, number>();
    return ({ wallet, transaction }) => {
      const move = `${wallet.id} ${Math.floor((transaction.maturedAt ?? 0) / 60_000)}`;
      counts.set(move, (counts.get(move) ?? 0) + 1);
      return (counts.get(move) ?? 0) <= 2;
    };
  }),
  maturity.ofMarketplace("funds-available-names-the-vendor"),
  maturity.ofMarketplace("funds-available-names-the-vendor", ofLiveVendors),
  maturity.gives("currency", "is-the-credit", constantly("xof")),
  maturity.gives("amount", "is-the-credit", inHundreds),
  maturity.gives("amount", "is-the-credit", theReversed, partlyReversed),
  maturity.remembers("amount", "is-the-credit", "the sum of the credits so far", () => {
    const sums = new Map<string, number>();
    return (_usual, { wallet, amount }) => {
      const sum = (sums.get(wallet.id) ?? 0) + amount;
      sums.set(wallet.id, sum);
      return sum;
    };
  }),
  maturity.remembers("source_transaction", "is-the-credit", "that of the wallet's first credit", () => {
    const sources = new Map<string, string>();
    return (_usual, { wallet, transaction }) => {
      const source = sources.get(wallet.id) ?? transaction.id;
      sources.set(wallet.id, source);
      return source;
    };
  }),
  ...named({
    "funds-reported-while-pending": {
      violates: ["connect-events/pending-credit-emits-no-funds-available"],
      summary: "Funds are reported as available as soon as they are allocated.",
      replace: acting("allocations", (decision) => {
        const { events = [] } = decision;
        const created = events.filter(({ type }) => type === "connect.transfer.created");
        return { ...decision, events: [...events, ...created.map(available)] };
      }),
    },
    "maturity-of-a-reversed-credit-reported": {
      violates: ["connect-events/reversed-credit-emits-no-funds-available"],
      summary: "Every credit is reported as available at its date, even a reversed one.",
      replace: connectEvent("fundsAvailable", ({ data }) => ({
        when: () => true,
        data: { ...data, amount: ({ transaction }) => transaction.amount },
      })),
    },
    "reversal-of-available-funds-reported-to-nobody": {
      violates: ["connect-events/reversal-of-available-funds-emits-transfer-reversed"],
      summary: "A reversal is reported only while its allocation is pending.",
      replace: acting("reversals", (decision, { state, command, now }) => {
        const allocation = state.get(allocations, command.params["allocationId"] ?? "");
        const isRipe = allocation !== undefined && now >= allocation.availableAt;
        return isRipe ? { ...decision, events: [] } : decision;
      }),
    },
  }),
];
