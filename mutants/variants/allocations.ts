import { outageGuard } from "../../emulator/areas/connect/guard.ts";
import type { Dependence } from "../../emulator/areas/connect/outages.ts";
import { lineOn, outside } from "../../emulator/areas/account/wallets.ts";
import { coded, message, only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, connecting, connectPart, readingAs, withBody } from "../connect/parts.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { withoutFunds } from "./parts/allocations.ts";
import { eachMember, withData } from "./parts/events.ts";
import { answering, variant } from "./parts/variant.ts";
import { part } from "../part.ts";

const CREATION = ["createAllocation"];

/** The times of allocations and of their events in another form. */
const redated = (form: (iso: string) => string): Replace => {
  const formatted = (value: unknown): unknown => (typeof value === "string" ? form(value) : value);
  return inOrder(
    withData(eachMember(["availableAt", "createdAt", "updatedAt"], formatted)),
    answering(CREATION, 201, (body) => {
      for (const name of ["available_at", "created_at"]) body[name] = formatted(body[name]);
    }),
  );
};

const sso: Dependence = {
  service: "sso",
  refuse: () => coded(503, "E_SSO_UNAVAILABLE", "No vendor is known"),
};

const upstream: Dependence = {
  service: "upstream",
  refuse: () => coded(503, "E_SERVICE_UNAVAILABLE", "Something is down"),
};

/** Other choices at the open points in `spec/areas/allocations.yaml`. */
export const allocationsVariants: readonly Variant[] = [
  variant(
    "modes-told-as-payers",
    "connect-relayed-codes",
    "A vendor's creation without Connect is refused for the payer of fees",
    connectPart("createAccount", () => ({
      modeUnset: () => coded(422, "connect.fee_payer_unset", "Connect is not activated"),
    })),
  ),
  variant(
    "everything-needs-everything",
    "connect-unavailability-routes",
    "Reads and reversals need the identity service and the upstream ones too",
    connecting((connect) => {
      const guarded = <R extends "reversals" | "listAccounts" | "retrieveAccount" | "overview">(
        route: R,
        operation: string,
      ) => ({
        [route]: { ...connect[route], guards: [...connect[route].guards, outageGuard(operation)] },
      });
      return {
        ...guarded("reversals", "createAllocationReversal"),
        ...guarded("listAccounts", "listAccounts"),
        ...guarded("retrieveAccount", "retrieveAccount"),
        ...guarded("overview", "retrieveOverview"),
        outages: {
          ...connect.outages,
          createAllocation: [...(connect.outages["createAllocation"] ?? []), sso],
          createAllocationReversal: [upstream],
          listAccounts: [sso],
          retrieveAccount: [upstream],
          retrieveOverview: [upstream, sso],
        },
      };
    }),
  ),
  variant(
    "few-need-services",
    "connect-unavailability-routes",
    "Only vendors and allocations are stopped by an outage, each by what they cannot do without",
    connectPart("outages", (outages) => ({
      createAllocation: (outages["createAllocation"] ?? []).slice(0, 2),
      createWithdrawal: [],
      createOnboardingLink: [],
      createAccount: [sso, upstream],
    })),
  ),
  variant(
    "allocations-rounded",
    "allocation-amount-fractions",
    "An allocation of a fraction of a franc is rounded",
    connectPart("allocations", (usual) =>
      readingAs(usual, (input) =>
        withBody(input, (body) => {
          const { amount } = body;
          if (typeof amount === "number") body["amount"] = Math.round(amount);
        }),
      ),
    ),
  ),
  variant(
    "allocations-to-nobody-forbidden",
    "required-destination-refusal",
    "A destination that is not there is a malformed identifier",
    connectPart("allocations", (usual) =>
      alsoRefusing(usual, ({ command }) =>
        isObject(command.body) && typeof command.body["destination"] !== "string"
          ? only(message(403, "Forbidden"))
          : undefined,
      ),
    ),
  ),
  variant(
    "credits-available-in-a-second",
    "allocation-available-at-format",
    "Funds become available a second after the allocation",
    connectPart("fees", () => ({
      availabilityDelay: 1_000,
    })),
  ),
  {
    ...variant(
      "credits-available-at-once",
      "allocation-available-at-format",
      "Funds are available as soon as they are allocated, as the allocation reports",
      connectPart("fees", () => ({
        availabilityDelay: 0,
      })),
    ),
    alone: true,
  },
  variant(
    "allocation-dates-are-days",
    "allocation-available-at-format",
    "The date of availability is a calendar date",
    answering(CREATION, 201, (body) => {
      body["available_at"] = String(body["available_at"]).slice(0, 10);
    }),
  ),
  variant(
    "allocation-dates-untold",
    "allocation-available-at-format",
    "An allocation does not say when its funds become available",
    answering(CREATION, 201, (body) => {
      body["available_at"] = null;
      body["created_at"] = null;
    }),
  ),
  {
    ...variant(
      "allocation-dates-in-no-zone",
      ["allocation-available-at-format", "timestamp-forms"],
      "The times of an allocation are reported to the second in local time, an hour ahead, without its zone",
      redated((iso) => new Date(Date.parse(iso) + 3_600_000).toISOString().slice(0, 19)),
    ),
    alone: true,
  },
  {
    ...variant(
      "allocation-dates-to-the-minute",
      ["allocation-available-at-format", "timestamp-forms"],
      "The times of an allocation are reported to the minute",
      redated((iso) => `${iso.slice(0, 16)}Z`),
    ),
    alone: true,
  },
  variant(
    "allocation-currency-refused",
    "allocation-currency-field",
    "A currency on an allocation is refused",
    connectPart("allocations", ({ fields }) => ({
      fields: [...fields, { field: "currency", rules: [{ name: "prohibited", accepts: () => false }] }],
    })),
  ),
  variant(
    "allocation-faults-are-400",
    ["allocation-validation-status", "allocation-header-400"],
    "Invalid parameters of an allocation are answered 400",
    connectPart("allocations", () => ({ invalidStatus: 400 })),
  ),
  variant(
    "allocation-destination-of-any-type",
    "required-destination-refusal",
    "A destination that is no text is as forbidden as any other malformed one",
    connectPart("allocations", (usual) =>
      alsoRefusing(usual, ({ command }) => {
        const destination = isObject(command.body) ? command.body["destination"] : undefined;
        return destination === undefined || typeof destination === "string"
          ? undefined
          : only(message(403, "Forbidden"));
      }),
    ),
  ),
  variant(
    "allocations-for-free",
    "allocation-fee-amount",
    "No fee is charged for an allocation",
    connectPart("fees", () => ({
      grid: [{ upTo: Number.MAX_SAFE_INTEGER, fixed: 0, basisPoints: 0 }],
    })),
  ),
  variant(
    "allocations-at-a-flat-price",
    "allocation-fee-amount",
    "Every allocation costs the same, with a share that is rounded to the nearest franc",
    connectPart("fees", () => ({
      grid: [{ upTo: Number.MAX_SAFE_INTEGER, fixed: 7, basisPoints: 333 }],
      surcharge: (amount, { fixed, basisPoints }) => fixed + Math.round((amount * basisPoints) / 10_000),
    })),
  ),
  variant(
    "fees-taken-apart",
    "allocation-debit-on-account",
    "Where the vendor bears the fee, the marketplace pays the net amount and the fee is settled apart",
    connecting(({ fees, allocations }) => ({
      fees: {
        ...fees,
        shares: {
          ...fees.shares,
          account: { ...fees.shares.account, debit: (amount, fee) => amount - fee },
        },
      },
      allocations: {
        ...allocations,
        lines: ({ net, fee, debit }, source, destination) => [
          lineOn(source, "available", -debit),
          lineOn(destination, "pending", net),
          { account: outside.fees, amount: debit - net },
          // What the vendor owes for it is collected elsewhere.
          { account: outside.fees, amount: net + fee - debit },
          { account: outside.world, amount: -(net + fee - debit) },
        ],
      },
    })),
  ),
  variant(
    "marketplace-may-overdraw",
    "allocation-marketplace-funds",
    "A marketplace allocates what it does not have",
    connectPart("allocations", ({ guards }) => ({ guards: guards.filter(({ name }) => name !== "funds") })),
  ),
  variant(
    "empty-marketplace-pays-402",
    "allocation-marketplace-funds",
    "A marketplace without funds is answered 402 with a code of its own",
    withoutFunds((missing) => coded(402, "connect.wallet_too_low", "Top up the wallet", { missing })),
  ),
  variant(
    "countries-known-at-creation",
    "country-code-places",
    "The country of a new vendor is looked up in the reference data",
    part(["connect", "createAccount"], ({ guards }) => ({
      guards: [
        ...guards,
        {
          name: "country-known",
          refuse: ({ command, parts: { onboarding } }) => {
            const country = isObject(command.body) ? command.body["country"] : undefined;
            return typeof country === "string" && !onboarding.known.includes(country.toUpperCase())
              ? only(onboarding.refusals.countryMissing())
              : undefined;
          },
        },
      ],
    })),
  ),
];
