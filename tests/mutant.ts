import { type StartedEmulator, startEmulator } from "../emulator/start.ts";
import { mutants } from "../mutants/index.ts";
import { type Mutant, partsOf } from "../mutants/mutant.ts";

/** The mutant with this id. */
export function mutantOf(id: string): Mutant {
  const found = mutants.find((mutant) => mutant.id === id);
  if (found === undefined) throw new Error(`there is no mutant ${id}`);
  return found;
}

/** Starts an emulator that is this mutant. */
export const startMutant = (
  mutant: string | Mutant,
  options: Parameters<typeof startEmulator>[0] = {},
): Promise<StartedEmulator> =>
  startEmulator({
    seed: 3,
    ...options,
    parts: partsOf(typeof mutant === "string" ? mutantOf(mutant) : mutant),
  });
