import type { Mutant } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { as, constantly } from "../faults/values.ts";
import type { Vendor } from "../../emulator/areas/connect/vendor.ts";
import { file, payoutOnly } from "./parts.ts";

const OPERATIONS = "allowed_operations";
const single = where("if one is allowed", ({ policy }: Vendor) => policy?.length === 1);
const inObjects = as<Vendor>("in objects", (_usual, { policy }) => policy?.map((name) => ({ name })));

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  file.gives(OPERATIONS, "operation-documented", constantly(["payout"]), payoutOnly),
  file.gives(OPERATIONS, "operation-text", inObjects, single),
];
