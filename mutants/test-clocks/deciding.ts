import type { Parts } from "../../emulator/index.ts";
import type { Decision } from "../../emulator/kernel/types.ts";

/** Changes what a successful decision of one operation writes. */
export const deciding = (
  parts: Parts,
  operationId: string,
  change: (decision: Decision) => Decision,
): Parts => ({
  ...parts,
  transact: (decide, commit, served) =>
    parts.transact(() => (served === operationId ? change(decide()) : decide()), commit, served),
});
