import type { ChoiceParts } from "../../emulator/areas/connect/parts.ts";
import type { PartChange } from "../part.ts";

/** A choice of a body with one thing changed. */
export const choosing =
  (change: PartChange<ChoiceParts>) =>
  (usual: ChoiceParts): ChoiceParts => ({ ...usual, ...change(usual) });

/** An account's identifier reversed: distinct for each account, and unknown. */
export const backwards = (id: string): string =>
  `acct_${[...id.slice("acct_".length)].toReversed().join("")}`;
