import { bodyFaults, type Placed } from "../faults/answers.ts";
import { where } from "../faults/fields.ts";
import { as, constantly, uppercase } from "../faults/values.ts";
import type { Mutant } from "../mutant.ts";
import { objectsIn } from "../shared/answers.ts";

const list = bodyFaults("list of transactions", "listAccountTransactions", "transactions/");
const unfinished = where("when there are more", ({ body }: Placed) => body["has_more"] === true);
const long = where("of a long page", ({ body }: Placed) => objectsIn(body, "data").length > 2);
const lastId = as<Placed>("the last id", (_usual, { body }) => objectsIn(body, "data").at(-1)?.["id"]);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  list.gives("next_cursor", "list-has-no-cursor", lastId, unfinished),
  list.gives("has_more", "list-has-more", constantly("yes"), unfinished),
  list.drops("data[-1].amount_fee", "entry-amount-fee", long),
  list.gives("data[-1].currency", "entry-currency-lowercase", uppercase, long),
];
