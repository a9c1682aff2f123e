import { connectMutant } from "../connect/mutant.ts";
import type { Mutant } from "../mutant.ts";
import { showing } from "./parts.ts";

/** Mutants that break a passive rule in some answers only. */
export const activationPassiveMutants: readonly Mutant[] = [
  connectMutant(
    {
      id: "activation-platform-in-uppercase",
      violates: "activation/mode-documented",
      summary: "A platform reads its mode in capital letters.",
      subtle: true,
    },
    "activation",
    showing({ connect_mode: ({ connectMode }) => (connectMode === "platform" ? "PLATFORM" : connectMode) }),
  ),
  connectMutant(
    {
      id: "activation-of-dormant-in-an-object",
      violates: "activation/connect-mode",
      summary: "Where Connect was not activated, the mode is false.",
      subtle: true,
    },
    "activation",
    showing({ connect_mode: ({ connectMode }) => connectMode ?? false }),
  ),
];
