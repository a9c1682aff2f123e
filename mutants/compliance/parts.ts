import type { Vendor } from "../../emulator/areas/connect/vendor.ts";
import { part } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { shownFaults } from "../faults/shown.ts";

/** A compliance file, as its vendor. */
export const file = shownFaults<Vendor>("compliance file", "compliance/", (change) =>
  part(["connect", "compliance", "presenter"], change),
);

export const payoutOnly = where(
  "if only payouts are allowed",
  ({ policy }: Vendor) => policy?.join() === "withdraw",
);
