import type { ChoiceParts } from "../../emulator/areas/connect/parts.ts";
import type { PartChange } from "../mutant.ts";

/** Changes the validation of a choice in a body. */
export const choosing =
  (change: PartChange<ChoiceParts>) =>
  (usual: ChoiceParts): ChoiceParts => ({ ...usual, ...change(usual) });

/** An account's id reversed: different for each account, and unknown. */
export const backwards = (id: string): string =>
  `acct_${[...id.slice("acct_".length)].toReversed().join("")}`;
