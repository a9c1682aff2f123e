import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { currencyOf, heldIn, lineOn, outside, walletIn } from "../../emulator/areas/connect/wallets.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded } from "../../emulator/kernel/answers.ts";
import type { Entry, Line } from "../../emulator/kernel/ledger.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { acting, alsoRefusing, answered, refusing, reversing } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { isOld } from "../shared/older.ts";

type Usual = Parts["connect"]["reversals"];

const changing = (fault: Fault, change: (usual: Usual) => Partial<Usual>): Mutant =>
  mutant(fault, (parts) => reversing(parts, change));

const EXCEEDS = "connect.reversal_exceeds_remaining";

/** Refusals of reversals that are not reported, reported wrongly, or that change something (§7.4, §7.5). */
export const reversalRefusalMutants: readonly Mutant[] = [
  mutant(
    {
      id: "reversal-knows-ten-allocations",
      violates: "reversals/accepted-after-others",
      summary: "Of a marketplace's allocations the last ten can be taken back.",
      subtle: true,
    },
    (parts) =>
      reversing(parts, (usual) =>
        alsoRefusing(usual, ({ state, command }) =>
          isOld(
            state.find(allocations, "owner", ownerOf(command.caller)),
            command.params["allocationId"] ?? "",
          )
            ? { answer: usual.unknown() }
            : undefined,
        ),
      ),
  ),
  changing(
    {
      id: "reversal-cap-before-the-fee",
      violates: "reversals/cap-is-what-the-vendor-received",
      summary: "The fee can be taken back as well, though the vendor never had it.",
      subtle: true,
    },
    () => ({ remaining: ({ amount, fee, reversed }) => amount + fee - reversed }),
  ),
  changing(
    {
      id: "over-remaining-told-as-conflict",
      violates: "reversals/over-remaining-refused",
      summary: "A reversal beyond the remainder is refused with 409.",
    },
    ({ exceedsRefusal }) => ({
      exceedsRefusal: (requested, remaining) => ({ ...exceedsRefusal(requested, remaining), status: 409 }),
    }),
  ),
  changing(
    {
      id: "over-remaining-without-code-when-reversed-before",
      violates: "reversals/over-remaining-refused",
      summary: "Beyond the remainder of an allocation that was reversed in part, the code is another.",
      subtle: true,
    },
    (usual) =>
      refusing(usual, "remainder", (refusal, { state, command }) => {
        const before = state.get(allocations, command.params["allocationId"] ?? "")?.reversed ?? 0;
        return before === 0
          ? refusal
          : answered(refusal, (body) => {
              body["code"] = "connect.reversal_exceeds_allocation";
            });
      }),
  ),
  changing(
    {
      id: "over-remaining-requested-is-the-excess",
      violates: "reversals/over-remaining-requested",
      summary: "As `requested` only what goes beyond the remainder is reported.",
      subtle: true,
    },
    ({ exceedsRefusal }) => ({
      exceedsRefusal: (requested, remaining) => exceedsRefusal(requested - remaining, remaining),
    }),
  ),
  changing(
    {
      id: "over-remaining-remaining-is-the-whole",
      violates: "reversals/over-remaining-remaining",
      summary: "As `remaining` the whole allocation is reported.",
      subtle: true,
    },
    (usual) =>
      refusing(usual, "remainder", (refusal, { state, command }) =>
        answered(refusal, (body) => {
          body["remaining"] = state.get(allocations, command.params["allocationId"] ?? "")?.amount;
        }),
      ),
  ),
  changing(
    {
      id: "over-remaining-takes-a-franc",
      violates: "reversals/over-remaining-changes-nothing",
      summary: "A reversal refused for the remainder lessens it by a franc.",
      subtle: true,
    },
    (usual) =>
      refusing(usual, "remainder", (refusal, { state, command }) => {
        const allocation = state.get(allocations, command.params["allocationId"] ?? "");
        if (allocation === undefined || allocation.reversed >= allocation.amount) return refusal;
        return {
          ...refusal,
          writes: [put(allocations, { ...allocation, reversed: allocation.reversed + 1 })],
        };
      }),
  ),
  changing(
    {
      id: "nothing-left-without-remaining",
      violates: "reversals/nothing-left-refused",
      summary: "Where nothing remains, the refusal does not say so.",
      subtle: true,
    },
    ({ exceedsRefusal }) => ({
      exceedsRefusal: (requested, remaining) =>
        remaining === 0
          ? coded(422, EXCEEDS, "Nothing remains", { requested })
          : exceedsRefusal(requested, remaining),
    }),
  ),
  changing(
    {
      id: "insufficient-told-as-unprocessable",
      violates: "reversals/insufficient-refused",
      summary: "A reversal that the vendor cannot pay is refused with 422.",
    },
    ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => ({ ...shortageRefusal(shortage), status: 422 }),
    }),
  ),
  changing(
    {
      id: "insufficient-draws-what-there-is",
      violates: "reversals/insufficient-changes-nothing",
      summary: "A reversal that the vendor cannot pay in full takes what there is, and is refused.",
      subtle: true,
    },
    (usual) => refusing(usual, "funds", (refusal, input) => ({ ...refusal, postings: [emptying(input)] })),
  ),
  changing(
    {
      id: "over-remaining-empties-the-vendor",
      violates: "reversals/refused-reversal-moves-no-money",
      summary: "A reversal beyond the remainder is refused, and takes all that the vendor holds.",
      subtle: true,
    },
    (usual) =>
      refusing(usual, "remainder", (refusal, input) => ({ ...refusal, postings: [emptying(input)] })),
  ),
  changing(
    {
      id: "insufficient-required-is-the-shortfall",
      violates: "reversals/insufficient-required-is-asked",
      summary: "As `required` only what is missing is reported.",
      subtle: true,
    },
    ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => shortageRefusal({ ...shortage, required: shortage.shortfall }),
    }),
  ),
  changing(
    {
      id: "insufficient-required-is-the-allocation",
      violates: "reversals/insufficient-required-is-remainder",
      summary:
        "Without an amount the whole allocation is reported as `required`, whatever was reversed before.",
      subtle: true,
    },
    (usual) =>
      refusing(usual, "funds", (refusal, { state, command }) =>
        answered(refusal, (body) => {
          const asked = isObject(command.body) ? command.body["amount"] : undefined;
          const allocation = state.get(allocations, command.params["allocationId"] ?? "");
          if (asked === undefined) body["required"] = allocation?.amount;
        }),
      ),
  ),
  changing(
    {
      id: "insufficient-seller-available-always-zero",
      violates: "reversals/insufficient-seller-available-is-held",
      summary: "As `seller_available` always zero is reported.",
      subtle: true,
    },
    ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => shortageRefusal({ ...shortage, sellerAvailable: 0 }),
    }),
  ),
  changing(
    {
      id: "insufficient-shortfall-is-all",
      violates: "reversals/insufficient-shortfall-is-the-difference",
      summary: "As `shortfall` all that is required is reported.",
      subtle: true,
    },
    ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => shortageRefusal({ ...shortage, shortfall: shortage.required }),
    }),
  ),
  changing(
    {
      id: "insufficient-shortfall-one-more",
      violates: "reversals/insufficient-shortfall-is-the-difference",
      summary: "The `shortfall` is a franc too large.",
      subtle: true,
    },
    ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => shortageRefusal({ ...shortage, shortfall: shortage.shortfall + 1 }),
    }),
  ),
  changing(
    {
      id: "insufficient-in-another-currency",
      violates: "reversals/insufficient-currency-of-the-allocation",
      summary: "The refusal counts in the franc of West Africa.",
      subtle: true,
    },
    ({ shortageRefusal }) => ({
      shortageRefusal: (shortage) => shortageRefusal({ ...shortage, currency: "xof" }),
    }),
  ),
  mutant(
    {
      id: "insufficient-for-ever",
      violates: "reversals/insufficient-then-funded",
      summary: "An allocation whose reversal could not be paid once is refused ever after.",
      subtle: true,
    },
    (parts) => {
      const unpaid = new Map<string, ReturnType<Usual["shortageRefusal"]>>();
      return reversing(parts, (usual) => {
        const marked = refusing(usual, "funds", (refusal, { command }) => {
          unpaid.set(command.params["allocationId"] ?? "", refusal.answer);
          return refusal;
        });
        const refuse = ({ command }: ConnectInput) => {
          const answer = unpaid.get(command.params["allocationId"] ?? "");
          return answer === undefined ? undefined : { answer };
        };
        return { guards: [...marked.guards, { name: "mutant", refuse }] };
      });
    },
  ),
  changing(
    {
      id: "marketplace-pays-what-the-vendor-lacks",
      violates: "reversals/marketplace-never-drawn",
      summary: "What the vendor lacks for a refused reversal is drawn from the marketplace.",
      subtle: true,
    },
    (usual) =>
      refusing(usual, "funds", (refusal, input) => {
        const { state, command, now, ids } = input;
        const { accountId, mode } = command.caller;
        const currency = currencyOf(state, accountId);
        const wallet = walletIn(state, accountId, mode, currency);
        const missing = isObject(refusal.answer.body) ? Number(refusal.answer.body["shortfall"]) : 0;
        if (wallet === undefined) return refusal;
        const lines = [lineOn(wallet, "available", -missing), { account: outside.world, amount: missing }];
        return {
          ...refusal,
          postings: [{ id: ids.id("entry_"), at: now, kind: "reversal", currency, lines }],
        };
      }),
  ),
  changing(
    {
      id: "marketplace-pays-its-own-reversals",
      violates: "reversals/marketplace-never-drawn",
      summary: "The marketplace pays a granted reversal beside the vendor.",
      subtle: true,
    },
    (usual) =>
      acting(usual, (decision) => ({
        ...decision,
        postings: (decision.postings ?? []).map((entry) => ({ ...entry, lines: turned(entry.lines) })),
      })),
  ),
];

/** What the vendor of an allocation holds goes to the marketplace. */
function emptying({ state, command, now, ids }: ConnectInput): Entry {
  const allocation = state.get(allocations, command.params["allocationId"] ?? "");
  const { accountId, mode } = command.caller;
  const currency = currencyOf(state, accountId);
  const [vendor, marketplace] = [allocation?.vendor ?? "", accountId].map((holder) =>
    walletIn(state, holder, mode, currency),
  );
  if (vendor === undefined || marketplace === undefined) throw new Error("no wallets to empty");
  const { pending, available } = heldIn(state, vendor);
  return {
    id: ids.id("entry_"),
    at: now,
    kind: "reversal",
    currency,
    lines: [
      lineOn(vendor, "pending", -pending),
      lineOn(vendor, "available", -available),
      lineOn(marketplace, "available", pending + available),
    ],
  };
}

/** The marketplace's credit made a debit; what both pay leaves the service. */
function turned(lines: readonly Line[]): readonly Line[] {
  const credit = lines.find((line) => line.amount > 0);
  if (credit === undefined) return lines;
  return [
    ...lines.filter((line) => line !== credit),
    { ...credit, amount: -credit.amount },
    { account: outside.world, amount: credit.amount * 2 },
  ];
}
