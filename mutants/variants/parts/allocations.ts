import type { Parts } from "../../../emulator/index.ts";
import type { message } from "../../../emulator/kernel/answers.ts";
import { allocating } from "../../connect/parts.ts";

/** Allocations with another refusal for lack of funds in the marketplace's wallet. */
export const withoutFunds = (parts: Parts, refuse: (missing: number) => ReturnType<typeof message>): Parts =>
  allocating(parts, ({ refusals }) => ({
    refusals: { ...refusals, insufficientFunds: ({ debit }, available) => refuse(debit - available) },
  }));
