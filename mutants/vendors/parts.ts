import type { ShownVendor } from "../../emulator/areas/connect/parts.ts";
import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import type { Replace } from "../mutant.ts";
import { type PartChange, part } from "../part.ts";
import { shownFaults } from "../faults/shown.ts";

export const keying = (change: PartChange<IdempotencyPolicy>): Replace =>
  part(["connect", "createAccount", "idempotency"], change);

/** A vendor as its creation, its retrieval and the list show it. */
export const created = shownFaults<ShownVendor>("created vendor", "vendors/", (change) =>
  part(["connect", "createAccount", "presenter"], change),
);
export const read = shownFaults<ShownVendor>("read vendor", "vendors/", (change) =>
  part(["connect", "retrieveAccount", "presenter"], change),
);
export const listed = shownFaults<ShownVendor>("listed vendor", "vendors/", (change) =>
  part(["connect", "listAccounts", "presenter"], change),
);
