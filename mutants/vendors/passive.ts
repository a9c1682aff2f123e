import type { Fault, Mutant } from "../mutant.ts";
import { type Body, changesSuccess, objectsIn } from "../shared/answers.ts";

/** A mutant that changes every vendor of a page but the first. */
const later = (fault: Fault, change: (vendor: Body) => void): Mutant =>
  changesSuccess(
    { ...fault, when: (body) => objectsIn(body, "data").length > 1, subtle: true },
    "listAccounts",
    (body) => {
      for (const vendor of objectsIn(body, "data").slice(1)) change(vendor);
    },
  );

/** Mutants that break a passive rule in some answers only. */
export const vendorsPassiveMutants: readonly Mutant[] = [
  later(
    {
      id: "later-vendors-listed-without-type",
      violates: "vendors/listed-type",
      summary: "From the second on, listed vendors have no type.",
    },
    (vendor) => delete vendor["type"],
  ),
  later(
    {
      id: "later-vendors-listed-with-lowercase-country",
      violates: "vendors/listed-country-uppercase",
      summary: "From the second on, the country of listed vendors is in lowercase.",
    },
    (vendor) => (vendor["country"] = String(vendor["country"]).toLowerCase()),
  ),
  later(
    {
      id: "later-vendors-listed-with-lowercase-currency",
      violates: "vendors/listed-currency-uppercase",
      summary: "From the second on, the currency of listed vendors is in lowercase.",
    },
    (vendor) => (vendor["currency"] = String(vendor["currency"]).toLowerCase()),
  ),
  later(
    {
      id: "later-vendors-listed-as-accounts",
      violates: "vendors/listed-object-word",
      summary: "From the second on, listed vendors are called accounts.",
    },
    (vendor) => (vendor["object"] = "account"),
  ),
  changesSuccess(
    {
      id: "vendors-cursor-by-number",
      violates: "vendors/list-next-cursor",
      summary: "Where more vendors follow, there is no next_cursor.",
      when: (body) => body["has_more"] === true,
      subtle: true,
    },
    "listAccounts",
    (body) => delete body["next_cursor"],
  ),
];
