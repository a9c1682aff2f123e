import { remittances } from "../../emulator/areas/remittances/record.ts";
import { named } from "../mutant.ts";
import { list } from "./parts.ts";

export const mutants = named({
  "remittance-list-of-everybody": {
    violates: ["remittances/list-holds-own-remittances-only"],
    summary: "The list contains the remittances of all merchants.",
    replace: list(() => ({ select: ({ state }) => state.all(remittances).toReversed() })),
  },
});
