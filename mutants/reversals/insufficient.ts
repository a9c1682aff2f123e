import { type Mutant, named } from "../mutant.ts";
import { currencyOf, lineOn, outside, walletIn } from "../../emulator/areas/account/wallets.ts";
import { type Line, newEntry } from "../../emulator/kernel/ledger.ts";
import { acting, alsoRefusing, refusing, refusingForEver } from "../connect/parts.ts";
import { where } from "../faults/fields.ts";
import { type OfRequest, refusalFaults } from "../faults/guards.ts";
import { as, constantly, offByOne } from "../faults/values.ts";
import { isObject } from "../shared/answers.ts";
import { allocationOf } from "./parts.ts";

/** Turns the marketplace's credit into a debit, and pays both debits out. */
function turned(lines: readonly Line[]): readonly Line[] {
  const credit = lines.find((line) => line.amount > 0);
  if (credit === undefined) return lines;
  return [
    ...lines.filter((line) => line !== credit),
    { ...credit, amount: -credit.amount },
    { account: outside.world, amount: credit.amount * 2 },
  ];
}

const refusal = refusalFaults("reversal", ["reversals", "funds"], "reversals/insufficient-");
const shortfall = as<OfRequest>("the shortfall", (_usual, { body }) => body["shortfall"]);
const required = as<OfRequest>("the required amount", (_usual, { body }) => body["required"]);
const theAllocation = as<OfRequest>(
  "the whole allocation",
  (_usual, { input }) => allocationOf(input)?.amount,
);
const withoutAmount = where(
  "without an amount",
  ({ input: { command } }: OfRequest) => !isObject(command.body) || command.body["amount"] === undefined,
);

export const mutants: readonly Mutant[] = [
  refusal.gives("status", "refused", constantly(422)),
  refusal.gives("required", "required-is-remainder", theAllocation, withoutAmount),
  refusal.gives("required", "required-is-asked", shortfall),
  refusal.gives("seller_available", "seller-available-is-held", constantly(0)),
  refusal.gives("shortfall", "shortfall-is-the-difference", required),
  refusal.gives("shortfall", "shortfall-is-the-difference", offByOne),
  refusal.gives("currency", "currency-of-the-allocation", constantly("xof")),
  ...named({
    "insufficient-for-ever": {
      violates: ["reversals/insufficient-then-funded"],
      summary: "After a reversal that could not be paid, every reversal of the allocation is refused.",
      replace: refusingForEver("reversals", "funds", ({ command }) => command.params["allocationId"]),
    },
    "second-reversal-refused-for-lack-of-funds": {
      violates: ["reversals/refused-for-its-cause"],
      summary: "A vendor that has returned a part of an allocation can return little more of it.",
      replace: alsoRefusing("reversals", (input) => {
        const allocation = allocationOf(input);
        const { command, parts } = input;
        const asked = isObject(command.body) ? command.body["amount"] : undefined;
        if (allocation === undefined || typeof asked !== "number" || asked < 10) return undefined;
        const { currency, reversed } = allocation;
        const shortage = { required: asked, sellerAvailable: 9, shortfall: asked - 9, currency };
        return reversed > 0 ? { answer: parts.reversals.shortageRefusal(shortage) } : undefined;
      }),
    },
    "marketplace-pays-what-the-vendor-lacks": {
      violates: ["reversals/marketplace-never-drawn"],
      summary: "What the vendor lacks for a refused reversal is drawn from the marketplace.",
      replace: refusing("reversals", "funds", (refusal, input) => {
        const { state, command, now, ids } = input;
        const { accountId, mode } = command.caller;
        const currency = currencyOf(state, accountId);
        const wallet = walletIn(state, accountId, mode, currency);
        const missing = isObject(refusal.answer.body) ? Number(refusal.answer.body["shortfall"]) : 0;
        if (wallet === undefined) return refusal;
        const lines = [lineOn(wallet, "available", -missing), { account: outside.world, amount: missing }];
        return { ...refusal, postings: [newEntry(ids, { at: now, kind: "reversal", book: wallet, lines })] };
      }),
    },
    "marketplace-pays-its-own-reversals": {
      violates: ["reversals/marketplace-never-drawn"],
      summary: "The marketplace pays for a successful reversal as well as the vendor.",
      replace: acting("reversals", (decision) => ({
        ...decision,
        postings: (decision.postings ?? []).map((entry) => ({ ...entry, lines: turned(entry.lines) })),
      })),
    },
  }),
];
