import type { Replace } from "../mutant.ts";
import { named } from "../named.ts";
import { type Body, changingSuccess, objectsIn } from "../shared/answers.ts";

/** Changes every vendor on a page except the first. */
const later = (change: (vendor: Body) => void): Replace =>
  changingSuccess(
    "listAccounts",
    (body) => {
      for (const vendor of objectsIn(body, "data").slice(1)) change(vendor);
    },
    (body) => objectsIn(body, "data").length > 1,
  );

/** Mutants that break a passive rule in some answers only. */
export const mutants = named({
  "later-vendors-listed-without-type": {
    violates: ["vendors/listed-type"],
    summary: "From the second on, listed vendors have no type.",
    replace: later((vendor) => delete vendor["type"]),
  },
  "later-vendors-listed-with-lowercase-country": {
    violates: ["vendors/listed-country-uppercase"],
    summary: "From the second on, the country of listed vendors is in lowercase.",
    replace: later((vendor) => (vendor["country"] = String(vendor["country"]).toLowerCase())),
  },
  "later-vendors-listed-with-lowercase-currency": {
    violates: ["vendors/listed-currency-uppercase"],
    summary: "From the second on, the currency of listed vendors is in lowercase.",
    replace: later((vendor) => (vendor["currency"] = String(vendor["currency"]).toLowerCase())),
  },
  "later-vendors-listed-as-accounts": {
    violates: ["vendors/listed-object-word"],
    summary: "From the second on, listed vendors are called accounts.",
    replace: later((vendor) => (vendor["object"] = "account")),
  },
});
