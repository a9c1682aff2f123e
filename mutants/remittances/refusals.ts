import { byId, named } from "../mutant.ts";
import { demanded, fielding, isCount, isWord, mistakes, prohibited } from "../shared/creations.ts";
import { payoutRefusalMutants } from "../shared/payout-refusals.ts";
import { payouts } from "./parts.ts";

const area = "remittances";

export const mutants = named({
  ...byId(payoutRefusalMutants(payouts)),
  "remittance-metadata-required": {
    violates: ["remittances/metadata-may-be-omitted"],
    summary: "A remittance without metadata is refused.",
    replace: fielding(area, "metadata", (rules) => [demanded, ...rules]),
  },
  "remittance-metadata-forbidden": {
    violates: ["remittances/metadata-is-accepted"],
    summary: "A remittance with metadata is refused.",
    replace: fielding(area, "metadata", () => [prohibited]),
  },
  "remittance-metadata-from-word": {
    violates: ["remittances/metadata-of-wrong-type"],
    summary: "A string is accepted as the metadata of a remittance.",
    replace: mistakes(area, "metadata", { from: isWord, to: {} }),
  },
  "remittance-metadata-from-number": {
    violates: ["remittances/metadata-of-wrong-type"],
    summary: "A number is accepted as the metadata of a remittance.",
    replace: mistakes(area, "metadata", { from: isCount, to: {} }),
  },
});
