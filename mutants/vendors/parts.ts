import type { ShownVendor } from "../../emulator/areas/connect/parts.ts";
import { keyFaults } from "../faults/keys.ts";
import { part } from "../mutant.ts";
import { shownFaults } from "../faults/shown.ts";

export const keys = keyFaults({
  place: "createAccount",
  operation: "createAccount",
  name: "vendor",
  area: "vendors",
  once: "creates-once",
});

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
