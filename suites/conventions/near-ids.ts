import { findExactIdsOnly } from "../near-ids.ts";

/** Each operation that names an object, with identifiers that were never issued (§4, §7). */
export default [
  ...findExactIdsOnly("conventions", "authentication"),
  ...findExactIdsOnly("conventions", "connect-guards"),
];
