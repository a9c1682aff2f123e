import { lineOn, outside } from "../emulator/areas/account/wallets.ts";
import { outageGuard } from "../emulator/areas/connect/guard.ts";
import type { Dependence } from "../emulator/areas/connect/outages.ts";
import { coded, message, only } from "../emulator/kernel/answers.ts";
import type { IdempotencyPolicy } from "../emulator/kernel/idempotency.ts";
import { alsoRefusing, connectPart, readingBody } from "../mutants/connect/parts.ts";
import { inOrder, named, part, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, isObject } from "../mutants/shared/answers.ts";
import {
  eachMember,
  invalidKey,
  keying,
  LONGEST_KEY,
  mismatch,
  original,
  rekeying,
  withData,
  withoutFunds,
} from "./parts.ts";

const A_DAY = 86_400_000;

/** A policy that remembers the bodies of used keys, and compares those of repetitions. */
const comparing = (
  usual: IdempotencyPolicy,
  onDifference: IdempotencyPolicy["replay"],
): Partial<IdempotencyPolicy> => {
  const first = new Map<string, string>();
  const bodyOf = (body: unknown): string => JSON.stringify(body) ?? "";
  return {
    keeps: (answer) => usual.keeps(answer),
    scope: (command, key) => {
      const id = usual.scope(command, key);
      if (!first.has(id)) first.set(id, bodyOf(command.body));
      return id;
    },
    // If no body was remembered, another variant identified the key.
    replay: (record, command, now) =>
      (first.get(record.id) ?? bodyOf(command.body)) === bodyOf(command.body)
        ? usual.replay(record, command, now)
        : onDifference(record, command, now),
  };
};

const CREATION = ["createAllocation"];

/** Writes the times of allocations and of their events in another form. */
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
export const variants = named<Variant>({
  "allocation-replayed-as-it-was": {
    openPoints: ["allocation-replay-answer"],
    what: "An allocation repeated with its key gets the first answer again",
    replace: keying(["allocations"], original),
  },
  "other-body-is-422": {
    openPoints: ["allocation-other-body"],
    what: "A used key with another body is refused as a mismatch",
    replace: keying(["allocations", "createAccount"], (usual) => comparing(usual, mismatch)),
  },
  "other-body-gets-the-original": {
    openPoints: ["allocation-other-body", "allocation-replay-answer", "vendor-creation-replay"],
    what: "A used key gets its first answer again, whatever the body",
    replace: keying(["allocations", "createAccount"], original),
  },
  "keys-forgotten-after-a-day": {
    openPoints: ["allocation-replay-window", "vendor-creation-key-window"],
    what: "Keys of allocations and vendors expire after 24 hours",
    replace: keying(["allocations", "createAccount"], () => ({
      forgets: ({ reservedAt }, now) => now - reservedAt >= A_DAY,
    })),
  },
  "allocation-keys-limited": {
    openPoints: ["allocation-key-limits"],
    what: "A key of an allocation has at most 255 characters",
    replace: keying(["allocations"], () => ({
      refuse: (key) => ([...(key ?? "")].length > LONGEST_KEY ? invalidKey("maxLength") : undefined),
    })),
  },
  "allocation-keys-cut": {
    openPoints: ["allocation-key-limits"],
    what: "Only the first 255 characters of an allocation's key count",
    wrap: (handler) =>
      rekeying(handler, (key, path) =>
        path === "/v1/connect/allocations" ? [...key].slice(0, LONGEST_KEY).join("") : key,
      ),
  },
  "modes-reported-as-payers": {
    openPoints: ["connect-relayed-codes"],
    what: "Without Connect, the creation of a vendor is refused with `connect.fee_payer_unset`",
    replace: connectPart("createAccount", () => ({
      modeUnset: () => coded(422, "connect.fee_payer_unset", "Connect is not activated"),
    })),
  },
  "everything-needs-everything": {
    openPoints: ["connect-unavailability-routes"],
    what: "Reads and reversals depend on the identity and upstream services as well",
    replace: part(["connect"], (connect) => {
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
  },
  "few-need-services": {
    openPoints: ["connect-unavailability-routes"],
    what: "Outages stop only the creation of vendors and allocations, each by one service",
    replace: connectPart("outages", (outages) => ({
      createAllocation: (outages["createAllocation"] ?? []).slice(0, 2),
      createWithdrawal: [],
      createOnboardingLink: [],
      createAccount: [sso, upstream],
    })),
  },
  "allocations-rounded": {
    openPoints: ["allocation-amount-fractions"],
    what: "An allocation of a fraction of a franc is rounded",
    replace: readingBody("allocations", (body) => {
      const { amount } = body;
      if (typeof amount === "number") body["amount"] = Math.round(amount);
    }),
  },
  "allocations-to-nobody-forbidden": {
    openPoints: ["required-destination-refusal"],
    what: "A missing destination is refused as a malformed identifier",
    replace: alsoRefusing("allocations", ({ command }) =>
      isObject(command.body) && typeof command.body["destination"] !== "string"
        ? only(message(403, "Forbidden"))
        : undefined,
    ),
  },
  "credits-available-in-a-second": {
    openPoints: ["allocation-available-at-format"],
    what: "Funds become available a second after the allocation",
    replace: connectPart("fees", () => ({
      availabilityDelay: 1_000,
    })),
  },
  "credits-available-at-once": {
    openPoints: ["allocation-available-at-format"],
    what: "Funds are available immediately, and the allocation reports that",
    alone: true,
    replace: connectPart("fees", () => ({
      availabilityDelay: 0,
    })),
  },
  "allocation-dates-are-days": {
    openPoints: ["allocation-available-at-format"],
    what: "The date of availability is a calendar date",
    replace: answering(CREATION, 201, (body) => {
      body["available_at"] = String(body["available_at"]).slice(0, 10);
    }),
  },
  "allocation-dates-not-reported": {
    openPoints: ["allocation-available-at-format"],
    what: "An allocation does not report when its funds become available",
    replace: answering(CREATION, 201, (body) => {
      body["available_at"] = null;
      body["created_at"] = null;
    }),
  },
  "allocation-dates-in-no-zone": {
    openPoints: ["allocation-available-at-format", "timestamp-forms"],
    what: "The times of an allocation are local times to the second, an hour ahead of UTC, without a zone",
    alone: true,
    replace: redated((iso) => new Date(Date.parse(iso) + 3_600_000).toISOString().slice(0, 19)),
  },
  "allocation-dates-to-the-minute": {
    openPoints: ["allocation-available-at-format", "timestamp-forms"],
    what: "The times of an allocation are reported to the minute",
    alone: true,
    replace: redated((iso) => `${iso.slice(0, 16)}Z`),
  },
  "allocation-currency-refused": {
    openPoints: ["allocation-currency-field"],
    what: "A currency on an allocation is refused",
    replace: connectPart("allocations", ({ fields }) => ({
      fields: [...fields, { field: "currency", rules: [{ name: "prohibited", accepts: () => false }] }],
    })),
  },
  "allocation-faults-are-400": {
    openPoints: ["allocation-validation-status", "allocation-header-400"],
    what: "Invalid parameters of an allocation are refused with 400",
    replace: connectPart("allocations", () => ({ invalidStatus: 400 })),
  },
  "allocation-destination-of-any-type": {
    openPoints: ["required-destination-refusal"],
    what: "A destination that is not a string is refused like any other malformed one",
    replace: alsoRefusing("allocations", ({ command }) => {
      const destination = isObject(command.body) ? command.body["destination"] : undefined;
      return destination === undefined || typeof destination === "string"
        ? undefined
        : only(message(403, "Forbidden"));
    }),
  },
  "allocations-for-free": {
    openPoints: ["allocation-fee-amount"],
    what: "No fee is charged for an allocation",
    replace: connectPart("fees", () => ({
      grid: [{ upTo: Number.MAX_SAFE_INTEGER, fixed: 0, basisPoints: 0 }],
    })),
  },
  "allocations-at-a-flat-price": {
    openPoints: ["allocation-fee-amount"],
    what: "Every allocation has a fixed fee plus a percentage, rounded to the nearest franc",
    replace: connectPart("fees", () => ({
      grid: [{ upTo: Number.MAX_SAFE_INTEGER, fixed: 7, basisPoints: 333 }],
      surcharge: (amount, { fixed, basisPoints }) => fixed + Math.round((amount * basisPoints) / 10_000),
    })),
  },
  "fees-taken-apart": {
    openPoints: ["allocation-debit-on-account"],
    what: "If the vendor pays the fee, the marketplace is debited the net amount, and the fee is settled separately",
    replace: part(["connect"], ({ fees, allocations }) => ({
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
          // The fee that the vendor owes is collected elsewhere.
          { account: outside.fees, amount: net + fee - debit },
          { account: outside.world, amount: -(net + fee - debit) },
        ],
      },
    })),
  },
  "marketplace-may-overdraw": {
    openPoints: ["allocation-marketplace-funds"],
    what: "A marketplace can allocate more than its balance",
    replace: connectPart("allocations", ({ guards }) => ({
      guards: guards.filter(({ name }) => name !== "funds"),
    })),
  },
  "empty-marketplace-pays-402": {
    openPoints: ["allocation-marketplace-funds"],
    what: "An allocation by a marketplace without funds is refused with 402 and an undocumented code",
    replace: withoutFunds((missing) =>
      coded(402, "connect.wallet_too_low", "Top up the wallet", { missing }),
    ),
  },
  "countries-known-at-creation": {
    openPoints: ["country-code-places"],
    what: "The country of a new vendor is looked up in the reference data",
    replace: part(["connect", "createAccount"], ({ guards }) => ({
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
  },
});
