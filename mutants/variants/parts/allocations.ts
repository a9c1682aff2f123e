import type { Replace } from "../../mutant.ts";
import type { message } from "../../../emulator/kernel/answers.ts";
import { allocating } from "../../connect/parts.ts";

/** Allocations with another refusal for lack of funds in the marketplace's wallet. */
export const withoutFunds = (refuse: (missing: number) => ReturnType<typeof message>): Replace =>
  allocating(({ refusals }) => ({
    refusals: { ...refusals, insufficientFunds: ({ debit }, available) => refuse(debit - available) },
  }));
