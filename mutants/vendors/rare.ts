import type { ConnectGuard } from "../../emulator/areas/connect/parts.ts";
import type { TargetParts } from "../../emulator/areas/connect/targets.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import type { RuleId } from "../../spec/index.ts";
import { alsoRefusing, connecting, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, mutant } from "../shared/answers.ts";
import { isOld } from "../shared/older.ts";
import { objectsIn, rare } from "../shared/rare.ts";

/** The second vendor of a page, and those after it, are told otherwise. */
const later = (id: string, violates: RuleId, summary: string, change: (vendor: Body) => void): Mutant =>
  rare({
    id,
    violates,
    summary,
    operation: "listAccounts",
    when: (body) => objectsIn(body, "data").length > 1,
    change: (body) => {
      for (const vendor of objectsIn(body, "data").slice(1)) change(vendor);
    },
  });

/** Vendors that are listed wrongly where there are several (§2.10, §4.7). */
export const rareVendorMutants: readonly Mutant[] = [
  later(
    "later-vendors-listed-without-type",
    "vendors/listed-type",
    "From the second on, listed vendors have no type.",
    (vendor) => delete vendor["type"],
  ),
  later(
    "later-vendors-listed-with-lowercase-country",
    "vendors/listed-country-uppercase",
    "From the second on, the country of listed vendors is in small letters.",
    (vendor) => (vendor["country"] = String(vendor["country"]).toLowerCase()),
  ),
  later(
    "later-vendors-listed-with-lowercase-currency",
    "vendors/listed-currency-uppercase",
    "From the second on, the currency of listed vendors is in small letters.",
    (vendor) => (vendor["currency"] = String(vendor["currency"]).toLowerCase()),
  ),
  later(
    "later-vendors-listed-as-accounts",
    "vendors/listed-object-word",
    "From the second on, listed vendors are called accounts.",
    (vendor) => (vendor["object"] = "account"),
  ),
  rare({
    id: "vendors-cursor-by-number",
    violates: "vendors/list-next-cursor",
    summary: "Where more vendors follow, there is no next_cursor.",
    operation: "listAccounts",
    when: (body) => body["has_more"] === true,
    change: (body) => delete body["next_cursor"],
  }),
  mutant(
    {
      id: "vendor-rate-stops-everything",
      violates: "vendors/burst-stops-creations-alone",
      summary: "Who has created too many vendors cannot list them either, nor allocate.",
      subtle: true,
    },
    (parts) => {
      const stopped = new Map<string, Decision>();
      const isStopped: ConnectGuard["refuse"] = ({ command }) => stopped.get(command.caller.accountId);
      return connecting(parts, ({ createAccount, listAccounts, allocations }) => ({
        createAccount: {
          ...createAccount,
          ...refusing(createAccount, "rate", (refusal, { command }) => {
            stopped.set(command.caller.accountId, refusal);
            return refusal;
          }),
        },
        listAccounts: { ...listAccounts, ...alsoRefusing(listAccounts, isStopped) },
        allocations: { ...allocations, ...alsoRefusing(allocations, isStopped) },
      }));
    },
  ),
  ...(["retrieveAccount", "createWithdrawal"] as const).map((operation) =>
    mutant(
      {
        id: `${operation}-knows-ten-vendors`,
        violates: "vendors/known-after-others",
        summary: `The operation ${operation} knows the last ten vendors of a marketplace.`,
        subtle: true,
      },
      (parts) =>
        connecting(parts, ({ targets }) => {
          const usual = targets[operation];
          const classify: TargetParts["classify"] = (state, caller, id) =>
            isOld(state.find(vendors, "owner", ownerOf(caller)), id)
              ? "unknown"
              : usual.classify(state, caller, id);
          return { targets: { ...targets, [operation]: { ...usual, classify } } };
        }),
    ),
  ),
];
