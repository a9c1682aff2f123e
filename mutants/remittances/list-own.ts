import { remittances } from "../../emulator/areas/remittances/record.ts";
import { named } from "../named.ts";
import { list } from "./parts.ts";

export const mutants = named({
  "remittance-list-of-everybody": {
    violates: ["remittances/list-holds-own-remittances-only"],
    summary: "The list contains the remittances of all merchants.",
    replace: list(() => ({ select: ({ state }) => state.all(remittances).toReversed() })),
  },
  "remittance-list-of-both-keys": {
    violates: ["remittances/list-holds-test-remittances-only"],
    summary: "The list contains the merchant's remittances of both environments.",
    subtle: true,
    replace: list(() => ({
      select: ({ state, command: { caller } }) =>
        state
          .all(remittances)
          .filter(({ accountId }) => accountId === caller.accountId)
          .toReversed(),
    })),
  },
});
