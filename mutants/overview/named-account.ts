import { connectMutant } from "../connect/mutant.ts";
import { actingForNamed } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";

/** Mutants of the rules that `suites/overview/named-account.ts` judges. */
export const overviewNamedAccountMutants: readonly Mutant[] = [
  connectMutant(
    {
      id: "overview-of-the-account-in-the-query",
      violates: "overview/named-account-is-not-read",
      summary: "The overview is that of the account in the query.",
      subtle: true,
    },
    "overview",
    (usual) => actingForNamed(usual, "account_id"),
  ),
];
