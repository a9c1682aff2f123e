import { makeMerchant } from "../control/merchants.ts";
import type { MadeMerchant } from "../kernel/merchants.ts";
import { applySeed, type SeedTarget } from "./apply.ts";
import type { SeedDocument } from "./document.ts";

/** Creates the merchants of a seed file, or two without one. @throws SeedFault if the file is impossible */
export function createFirstMerchants(target: SeedTarget, given: SeedDocument | undefined): MadeMerchant[] {
  const { engine, parts, start } = target;
  return engine.at(start, () => {
    if (given !== undefined) return applySeed(target, given);
    return ["First merchant", "Second merchant"].map((name) =>
      engine.act("", (context) =>
        makeMerchant(parts, { name, connectMode: "marketplace", funds: 100_000_000 }, context),
      ),
    );
  });
}
