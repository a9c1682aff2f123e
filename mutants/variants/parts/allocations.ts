import type { Replace } from "../../mutant.ts";
import type { message } from "../../../emulator/kernel/answers.ts";
import { part } from "../../part.ts";

/** Refuses allocations that exceed the marketplace's balance with another answer. */
export const withoutFunds = (refuse: (missing: number) => ReturnType<typeof message>): Replace =>
  part(["connect", "allocations", "refusals"], () => ({
    insufficientFunds: ({ debit }, available) => refuse(debit - available),
  }));
