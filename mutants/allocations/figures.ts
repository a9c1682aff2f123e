import { inOrder, named, part, type Replace } from "../mutant.ts";
import { type FeePayer, type Quote, quoteOf } from "../../emulator/areas/connect/fees.ts";
import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import {
  currencyOf,
  heldIn,
  lineOn,
  outside,
  type Wallet,
  walletIn,
  walletsOf,
} from "../../emulator/areas/account/wallets.ts";
import type { Parts } from "../../emulator/index.ts";
import { type Line, newEntry } from "../../emulator/kernel/ledger.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { acting, alsoRefusing, changingAnswer, connectPart, crediting, refusing } from "../connect/parts.ts";
import { isObject } from "../shared/answers.ts";

type FeeShare = Parts["connect"]["fees"]["shares"][FeePayer];

const sharing = (payer: FeePayer, change: (usual: FeeShare) => FeeShare): Replace =>
  part(["connect", "fees"], (fees) => ({ shares: { ...fees.shares, [payer]: change(fees.shares[payer]) } }));

const sourceOf = ({ state, command: { caller } }: ConnectInput): Wallet | undefined =>
  walletIn(state, caller.accountId, caller.mode, currencyOf(state, caller.accountId));

const quoteFor = ({ state, command, parts }: ConnectInput): Quote | undefined =>
  isObject(command.body)
    ? quoteOf(state, parts.fees, command.caller.accountId, Number(command.body["amount"]))
    : undefined;

/** What a marketplace that holds the amount of an allocation lacks of its fee. */
function lackingFee(input: ConnectInput): number {
  const quote = quoteFor(input);
  if (quote === undefined) return 0;
  const lacking = quote.debit - heldIn(input.state, sourceOf(input)).available;
  return lacking > 0 && lacking <= quote.fee ? lacking : 0;
}

/** A fault in amounts above those of the simplest request. */
const ABOVE = 12_000;

export const mutants = named({
  "allocation-of-live-key-debits-test-funds": {
    violates: ["allocations/controller-pays-amount-plus-fee"],
    summary: "An allocation with a live key debits the marketplace's test wallet.",
    replace: acting("allocations", (decision, input) => {
      const { state, command, now, ids } = input;
      if (command.caller.mode !== "live") return decision;
      const [test] = walletsOf(state, command.caller.accountId, "test");
      const [live] = walletsOf(state, command.caller.accountId, "live");
      if (test === undefined || live === undefined) return decision;
      const isDebit = (line: Line): boolean => line.account === lineOn(live, "available", 0).account;
      const moved = (line: Line): Line => (isDebit(line) ? { ...line, account: outside.world } : line);
      const lines = (decision.postings ?? []).flatMap((posting) => posting.lines).filter(isDebit);
      const debit = lines.reduce((sum, { amount }) => sum + amount, 0);
      return {
        ...decision,
        postings: [
          ...(decision.postings ?? []).map((posting) => ({ ...posting, lines: posting.lines.map(moved) })),
          newEntry(ids, {
            at: now,
            kind: "mutant",
            book: test,
            lines: [lineOn(test, "available", debit), { account: outside.world, amount: -debit }],
          }),
        ],
      };
    }),
  },
  "allocation-names-first-vendor": {
    violates: ["allocations/echoes-destination", "allocations/created-as-requested"],
    summary: "An allocation names the marketplace's oldest vendor as its destination.",
    replace: changingAnswer("allocations", (body, { state, command }) => {
      body["destination"] = state.find(vendors, "owner", ownerOf(command.caller))[0]?.id;
    }),
  },
  "allocation-currency-another": {
    violates: ["allocations/currency-of-the-account"],
    summary: "An allocation reports the currency XOF.",
    replace: part(["connect", "allocations", "presenter"], () => ({ currency: () => "xof" })),
  },
  "allocation-a-franc-less-in-the-highest-band": {
    violates: ["allocations/full-amount-on-controller", "allocations/net-of-fee-on-account"],
    summary: "An allocation above 100,000 reports one franc less.",
    replace: part(["connect", "allocations", "presenter"], () => ({
      amount: ({ amount }) => (amount > 100_000 ? amount - 1 : amount),
    })),
  },
  "allocation-amount-is-a-32-bit-float": {
    violates: ["allocations/any-amount-is-credited", "allocations/credits-what-is-asked"],
    summary: "An allocation reports its amount as a 32-bit float has it.",
    replace: part(["connect", "allocations", "presenter"], () => ({
      amount: ({ amount }) => Math.fround(amount),
    })),
  },
  "fee-deducted-under-controller": {
    violates: ["allocations/full-amount-on-controller", "allocations/credits-what-is-asked"],
    summary: "The vendor bears the fee though the marketplace does.",
    replace: sharing("controller", () => ({ net: (amount, fee) => amount - fee, debit: (amount) => amount })),
  },
  "fee-deducted-from-large-ones-under-controller": {
    violates: ["allocations/full-amount-on-controller"],
    summary: `The vendor bears the fee of allocations above ${ABOVE}, though the marketplace does.`,
    replace: sharing("controller", () => ({
      net: (amount, fee) => (amount > ABOVE ? amount - fee : amount),
      debit: (amount, fee) => (amount > ABOVE ? amount : amount + fee),
    })),
  },
  "fee-not-deducted-under-account": {
    violates: ["allocations/net-of-fee-on-account"],
    summary: "The vendor receives the full amount, though it bears the fee.",
    replace: sharing("account", () => ({ net: (amount) => amount, debit: (amount, fee) => amount + fee })),
  },
  "fee-not-deducted-from-odd-amounts-under-account": {
    violates: ["allocations/net-of-fee-on-account"],
    summary: "Only half of the reported fee is deducted from amounts that are not a multiple of five francs.",
    replace: sharing("account", (usual) => {
      const half = (fee: number) => Math.floor(fee / 2);
      const odd = (amount: number) => amount % 5 !== 0;
      return {
        net: (amount, fee) => (odd(amount) ? amount - half(fee) : usual.net(amount, fee)),
        debit: (amount, fee) => (odd(amount) ? amount + fee - half(fee) : usual.debit(amount, fee)),
      };
    }),
  },
  "small-allocation-absorbed-under-controller": {
    violates: ["allocations/full-amount-on-controller"],
    summary: "An allocation below its fee is refused as absorbed by it, regardless of who pays it.",
    replace: alsoRefusing("allocations", (input) => {
      const quote = quoteFor(input);
      return quote !== undefined && quote.requested > 0 && quote.requested < quote.fee
        ? { answer: input.parts.allocations.refusals.netNotPositive(quote) }
        : undefined;
    }),
  },
  "marketplace-not-charged-what-it-lacks": {
    violates: ["allocations/controller-pays-amount-plus-fee"],
    summary: "A marketplace that holds the amount, but not all of the fee, pays what it holds.",
    replace: inOrder(
      refusing("allocations", "funds", (refusal, input) => (lackingFee(input) > 0 ? undefined : refusal)),
      acting("allocations", (decision, input) =>
        crediting(decision, sourceOf(input), input, lackingFee(input)),
      ),
    ),
  },
  "vendor-credited-in-coins": {
    violates: ["allocations/vendor-receives-reported-amount"],
    summary: "The credit is rounded down to a multiple of five francs, the reported amount is not.",
    replace: connectPart("allocations", () => ({
      lines: ({ net, fee, debit }, source, destination) => {
        const coins = Math.floor(net / 5) * 5;
        return [
          lineOn(source, "available", -debit),
          lineOn(destination, "pending", coins),
          { account: outside.fees, amount: fee + net - coins },
        ];
      },
    })),
  },
  "vendor-credited-one-franc-less": {
    violates: ["allocations/vendor-receives-reported-amount"],
    summary: "The vendor receives one franc less than reported.",
    replace: connectPart("allocations", () => ({
      lines: ({ net, fee, debit }, source, destination) => [
        lineOn(source, "available", -debit),
        lineOn(destination, "pending", net - 1),
        { account: outside.fees, amount: fee + 1 },
      ],
    })),
  },
  "marketplace-not-charged-the-fee": {
    violates: ["allocations/controller-pays-amount-plus-fee"],
    summary: "The marketplace pays only the amount, though it bears the fee.",
    replace: connectPart("allocations", () => ({
      lines: ({ net }, source, destination) => [
        lineOn(source, "available", -net),
        lineOn(destination, "pending", net),
      ],
    })),
  },
  "marketplace-not-charged-the-fee-of-large-ones": {
    violates: ["allocations/controller-pays-amount-plus-fee"],
    summary: "For allocations above 12,000, the marketplace pays only the amount, though it bears the fee.",
    replace: connectPart("allocations", ({ lines }) => ({
      lines: (quote, source, destination) =>
        quote.requested > ABOVE && quote.debit > quote.net
          ? [lineOn(source, "available", -quote.net), lineOn(destination, "pending", quote.net)]
          : lines(quote, source, destination),
    })),
  },
  "marketplace-not-charged-the-fee-of-live-ones": {
    violates: ["allocations/controller-pays-amount-plus-fee"],
    summary: "With a live key, the marketplace pays only the amount, though it bears the fee.",
    replace: connectPart("allocations", ({ lines }) => ({
      lines: (quote, source, destination) =>
        source.mode === "live" && quote.debit > quote.net
          ? [lineOn(source, "available", -quote.net), lineOn(destination, "pending", quote.net)]
          : lines(quote, source, destination),
    })),
  },
  "allocation-currency-of-the-request": {
    violates: ["allocations/currency-of-the-account"],
    summary: "An allocation reports the currency in the request, which is not a documented field.",
    replace: changingAnswer("allocations", (body, { command }) => {
      const asked = isObject(command.body) ? command.body["currency"] : undefined;
      if (typeof asked === "string") body["currency"] = asked.toLowerCase();
    }),
  },
});
