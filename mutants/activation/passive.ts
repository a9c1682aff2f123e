import type { ConnectSettings } from "../../emulator/areas/connect/settings.ts";
import type { Mutant } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { constantly, uppercase } from "../faults/values.ts";
import { activation } from "./parts.ts";

const ofPlatforms = where("of platforms", ({ connectMode }: ConnectSettings) => connectMode === "platform");
const dormant = where("without Connect", ({ connectMode }: ConnectSettings) => connectMode === null);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  activation.gives("connect_mode", "mode-documented", uppercase, ofPlatforms),
  activation.gives("connect_mode", "connect-mode", constantly(false), dormant),
];
