import type { Replace } from "../mutant.ts";
import type { Decision } from "../../emulator/kernel/types.ts";

/** Changes what a successful decision of one operation writes. */
export const deciding =
  (operationId: string, change: (decision: Decision) => Decision): Replace =>
  (parts) => ({
    ...parts,
    transact: (decide, commit, served) =>
      parts.transact(() => (served === operationId ? change(decide()) : decide()), commit, served),
  });
