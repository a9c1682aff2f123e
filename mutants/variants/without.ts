import type { AmbiguityId } from "../../spec/index.ts";

/** Open points at which no emulator can choose otherwise, each with the reason. */
export const withoutVariant: Partial<Record<AmbiguityId, string>> = {};
