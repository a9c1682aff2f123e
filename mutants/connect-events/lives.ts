import type { Mutant } from "../mutant.ts";
import { commission, maturity, refundBlocked, reversalBlocked, transfer } from "./parts.ts";

/** How often something happened to each vendor. */
const timesOf = (): ((vendor: { readonly id: string }) => number) => {
  const times = new Map<string, number>();
  return ({ id }) => {
    times.set(id, (times.get(id) ?? 0) + 1);
    return times.get(id) ?? 0;
  };
};

/** Emits an event for a vendor a few times only. */
const atMost = (most: number) => () => {
  const count = timesOf();
  return ({ vendor }: { readonly vendor: { readonly id: string } }): boolean => count(vendor) <= most;
};

const RULE = "emitted-whatever-came-before";

/** Events that depend on what came before (§6.2). */
export const mutants: readonly Mutant[] = [
  reversalBlocked.missing(RULE, {
    only: "of allocations that were reversed in part",
    when: ({ allocation }) => allocation.reversed > 0,
  }),
  refundBlocked.missing(RULE, {
    only: "of charges that were refunded in part",
    when: ({ charge }) => charge.refunded > 0,
  }),
  transfer.emittedOnly(RULE, "for the first two allocations of a vendor", atMost(2)),
  commission.emittedOnly(RULE, "for the first charge of a vendor", atMost(1)),
  maturity.emittedOnly(RULE, "for the first credit of a vendor", atMost(1)),
];
