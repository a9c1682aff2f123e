import type { AmbiguityId } from "../../spec/index.ts";

/** Open points at which no emulator can choose otherwise, each with the reason. */
export const withoutVariant: Partial<Record<AmbiguityId, string>> = {
  "remittance-list-retrieve-status":
    "One reading is permitted, 200, as the answer to a retrieval has it: there is nothing else to choose.",
};
