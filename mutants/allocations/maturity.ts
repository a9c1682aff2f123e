import { mature, maturity } from "../../emulator/areas/connect/credits.ts";
import { lineOn, outside } from "../../emulator/areas/account/wallets.ts";
import { allocating } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";

function maturityMutants(): readonly Mutant[] {
  const maturing = (fault: Fault, change: (usual: typeof mature) => typeof mature): Mutant =>
    mutant(fault, (parts) => ({
      ...parts,
      timers: { ...parts.timers, [maturity]: change(parts.timers[maturity] ?? mature) },
    }));
  return [
    maturing(
      {
        id: "credit-never-available",
        violates: "allocations/credit-is-available-from-available-at",
        summary: "Credits stay pending.",
      },
      () => () => ({}),
    ),
    maturing(
      {
        id: "credit-loses-a-franc",
        violates: "allocations/credit-is-available-from-available-at",
        summary: "A credit loses one franc when it becomes available.",
        subtle: true,
      },
      (usual) => (context) => {
        const effects = usual(context);
        return {
          ...effects,
          postings: (effects.postings ?? []).map((entry) => ({
            ...entry,
            lines: [
              ...entry.lines.map((line) => (line.amount > 0 ? { ...line, amount: line.amount - 1 } : line)),
              { account: outside.fees, amount: 1 },
            ],
          })),
        };
      },
    ),
    mutant(
      {
        id: "credit-available-at-once",
        violates: "allocations/credit-is-pending-until-available-at",
        summary: "A credit is available immediately, regardless of its date.",
      },
      (parts) =>
        allocating(parts, () => ({
          lines: ({ net, fee, debit }, source, destination) => [
            lineOn(source, "available", -debit),
            lineOn(destination, "available", net),
            { account: outside.fees, amount: fee },
          ],
        })),
    ),
    mutant(
      {
        id: "credit-available-a-minute-early",
        violates: "allocations/credit-is-pending-until-available-at",
        summary: "A credit becomes available a minute before its date.",
      },
      (parts) =>
        allocating(parts, ({ presenter, ...usual }) => ({
          presenter: {
            ...presenter,
            available_at: (allocation) => new Date(allocation.availableAt + 60_000).toISOString(),
          },
          act: usual.act,
        })),
    ),
  ];
}

/** Mutants of the rules that `suites/allocations/maturity.ts` judges. */
export const allocationsMaturityMutants: readonly Mutant[] = [...maturityMutants()];
