import type { ConnectGuard } from "../../emulator/areas/connect/parts.ts";
import type { TargetParts } from "../../emulator/areas/connect/targets.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { alsoRefusing, connecting, refusing } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { type Body, changesSuccess, objectsIn } from "../shared/answers.ts";
import { isOld } from "../shared/older.ts";

/** The second vendor of a page, and those after it, are reported otherwise. */
const later = (fault: Fault, change: (vendor: Body) => void): Mutant =>
  changesSuccess(
    { ...fault, when: (body) => objectsIn(body, "data").length > 1, subtle: true },
    "listAccounts",
    (body) => {
      for (const vendor of objectsIn(body, "data").slice(1)) change(vendor);
    },
  );

/** Vendors that are listed wrongly where there are several (§2.10, §4.7). */
export const rareVendorMutants: readonly Mutant[] = [
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
      summary: "From the second on, the country of listed vendors is in small letters.",
    },
    (vendor) => (vendor["country"] = String(vendor["country"]).toLowerCase()),
  ),
  later(
    {
      id: "later-vendors-listed-with-lowercase-currency",
      violates: "vendors/listed-currency-uppercase",
      summary: "From the second on, the currency of listed vendors is in small letters.",
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
