import { actingForNamed, asNamed, connectPart, withAnswer } from "../connect/parts.ts";
import { named } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

export const mutants = named({
  "overview-of-the-account-in-the-query": {
    violates: ["overview/named-account-is-not-read"],
    summary: "The overview is that of the account in the query.",
    replace: actingForNamed("overview", "account_id"),
  },
  "overview-new-accounts-of-the-account-in-the-query": {
    violates: ["overview/named-account-is-not-read"],
    summary: "The new accounts are those of the account in the query.",
    replace: connectPart("overview", ({ act }) => ({
      act: (input) => {
        const named = act(asNamed(input, "account_id")).answer.body;
        return withAnswer(act(input), (body) => {
          if (isObject(named)) body["new_accounts"] = named["new_accounts"];
        });
      },
    })),
  },
});
