import { part, type Replace } from "../mutant.ts";
import type { Decision } from "../../emulator/kernel/types.ts";

/** Changes what a successful decision of one operation writes. */
export const committing = (operationId: string, change: (decision: Decision) => Decision): Replace =>
  part([], ({ transact }) => ({
    transact: (decide, commit, served) =>
      transact(() => (served === operationId ? change(decide()) : decide()), commit, served),
  }));
