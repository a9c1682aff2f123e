import type { ActivationParts } from "../../emulator/areas/connect/parts.ts";
import type { ConnectSettings } from "../../emulator/areas/connect/settings.ts";
import { part, type PartChange, type Replace } from "../mutant.ts";
import { shownFaults } from "../faults/shown.ts";

export type Retrieve = ActivationParts["retrieve"];

export const reading = (change: PartChange<Retrieve>): Replace =>
  part(["connect", "activation", "retrieve"], change);

/** What a retrieval shows of a merchant's activation. */
export const activation = shownFaults<ConnectSettings>("retrieved activation", "activation/", (change) =>
  part(["connect", "activation", "retrieve", "presenter"], change),
);
