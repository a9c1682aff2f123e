import { type Mutant, named } from "../mutant.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { currencyOf, lineOn, outside, walletIn } from "../../emulator/areas/account/wallets.ts";
import { type Line, newEntry } from "../../emulator/kernel/ledger.ts";
import { acting, changingRefusal, connectPart, refusing, refusingForEver } from "../connect/parts.ts";
import { answerFaults } from "../faults/answers.ts";
import { as, constantly, offByOne } from "../faults/values.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { emptying } from "./parts.ts";

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

const refusal = answerFaults(
  "refused reversal",
  { operations: ["createAllocationReversal"], status: 402 },
  "reversals/insufficient-",
);
const shortfall = as<Body>("the shortfall", (_usual, body) => body["shortfall"]);
const required = as<Body>("the required amount", (_usual, body) => body["required"]);

export const mutants: readonly Mutant[] = [
  refusal.gives("required", "required-is-asked", shortfall),
  refusal.gives("seller_available", "seller-available-is-held", constantly(0)),
  refusal.gives("shortfall", "shortfall-is-the-difference", required),
  refusal.gives("shortfall", "shortfall-is-the-difference", offByOne),
  refusal.gives("currency", "currency-of-the-allocation", constantly("xof")),
  ...named({
    "insufficient-reported-as-unprocessable": {
      violates: ["reversals/insufficient-refused"],
      summary: "A reversal that the vendor cannot pay is refused with 422.",
      replace: connectPart("reversals", ({ shortageRefusal }) => ({
        shortageRefusal: (shortage) => ({ ...shortageRefusal(shortage), status: 422 }),
      })),
    },
    "insufficient-draws-what-there-is": {
      violates: ["reversals/insufficient-changes-nothing"],
      summary: "A reversal that the vendor cannot pay in full is refused, but takes what the vendor has.",
      replace: refusing("reversals", "funds", (refusal, input) => ({
        ...refusal,
        postings: [emptying(input)],
      })),
    },
    "insufficient-required-is-the-allocation": {
      violates: ["reversals/insufficient-required-is-remainder"],
      summary: "Without an amount `required` is the whole allocation, even after reversals.",
      replace: changingRefusal("reversals", "funds", (body, { state, command }) => {
        const asked = isObject(command.body) ? command.body["amount"] : undefined;
        const allocation = state.get(allocations, command.params["allocationId"] ?? "");
        if (asked === undefined) body["required"] = allocation?.amount;
      }),
    },
    "insufficient-for-ever": {
      violates: ["reversals/insufficient-then-funded"],
      summary: "After a reversal that could not be paid, every reversal of the allocation is refused.",
      replace: refusingForEver("reversals", "funds", ({ command }) => command.params["allocationId"]),
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
