import type { Replace } from "../../mutant.ts";
import type { message } from "../../../emulator/kernel/answers.ts";
import { part } from "../../part.ts";

/** Allocations with another refusal for lack of funds in the marketplace's wallet. */
export const withoutFunds = (refuse: (missing: number) => ReturnType<typeof message>): Replace =>
  part(["connect", "allocations", "refusals"], () => ({
    insufficientFunds: ({ debit }, available) => refuse(debit - available),
  }));
