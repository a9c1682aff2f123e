import type { OpenPointId } from "../../spec/index.ts";

/** Open points that no variant can decide differently, each with the reason. */
export const withoutVariant: Partial<Record<OpenPointId, string>> = {};
