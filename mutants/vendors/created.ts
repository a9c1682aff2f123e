import type { CreateAccountParts, ShownVendor } from "../../emulator/areas/connect/parts.ts";
import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put, type Write } from "../../emulator/kernel/table.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting, alsoRefusing, changingAnswer, connectPart, without } from "../connect/parts.ts";
import { byId, inOrder, type Mutant, named, part, perEmulator, type Replace } from "../mutant.ts";
import { answering, isObject } from "../shared/answers.ts";
import { kebab } from "../faults/fields.ts";
import { as, constantly, lowercase, nothing } from "../faults/values.ts";
import { created, listed, read } from "./parts.ts";
import { obeying } from "../faults/requests.ts";

/** Stores another vendor than the answer shows. */
const storing = (decision: Decision, change: (vendor: Vendor) => Vendor): Decision => ({
  ...decision,
  writes: (decision.writes ?? []).map((write): Write =>
    write.do === "put" && write.table.name === vendors.name
      ? put(vendors, change(write.record as Vendor))
      : write,
  ),
});

type Shown = CreateAccountParts["presenter"];

const answeringCreation = (change: Partial<Shown>): Replace =>
  connectPart("createAccount", ({ presenter }) => ({ presenter: { ...presenter, ...change } as Shown }));

/** Refuses some casings of a code in the body. */
const demanding = (field: "country" | "currency", accepts: (code: string) => boolean): Replace =>
  alsoRefusing("createAccount", ({ command }) => {
    const code = isObject(command.body) ? command.body[field] : undefined;
    return typeof code !== "string" || accepts(code)
      ? undefined
      : only(validationFailed(422, [{ rule: field, field, message: `${field} validation failed` }]));
  });

const isUppercase = (code: string): boolean => code === code.toUpperCase();

const isMixed = (code: string): boolean => !isUppercase(code) && code !== code.toLowerCase();

/** Vendors with different fee payers. */
const turning = (bears: (accountId: string) => boolean): Replace =>
  answeringCreation({ fee_payer: ({ vendor }) => (bears(vendor.accountId) ? "account" : "controller") });

const marketplace = as<ShownVendor>("the marketplace", (_usual, { vendor }) => vendor.accountId);

export const mutants: readonly Mutant[] = [
  created.gives("id", "created-is-not-the-marketplace", marketplace),
  read.gives("country", "country-casing-is-free", lowercase),
  listed.gives("mode", "mode-of-a-test-key", constantly("live")),
  read.gives("mode", "mode-of-a-live-key", constantly("test")),
  read.gives("fee_payer", "fee-payer-is-one-per-merchant", nothing),
  ...named({
    "fee-payer-kept-from-the-first-read": {
      violates: ["vendors/fee-payer-follows-the-mode"],
      summary: "A vendor that was read before its marketplace had a mode never gets a fee payer.",
      replace: perEmulator(() => {
        const unset = new Set<string>();
        return answering(["retrieveAccount"], 200, (body) => {
          const id = String(body["id"]);
          if (body["fee_payer"] === null) unset.add(id);
          if (unset.has(id)) body["fee_payer"] = null;
        });
      }),
    },
    "created-vendors-share-an-id": {
      violates: ["vendors/each-creation-has-its-id", "vendors/ids-are-never-reused"],
      summary: "Every creation returns the merchant's first vendor.",
      replace: changingAnswer("createAccount", (body, { state, command }) => {
        body["id"] = state.find(vendors, "owner", ownerOf(command.caller))[0]?.id ?? body["id"];
      }),
    },
    "created-vendors-of-one-name-share-an-id": {
      violates: ["vendors/each-creation-has-its-id"],
      summary: "A creation with the name of an earlier vendor returns that vendor.",
      replace: changingAnswer("createAccount", (body, { state, command }) => {
        const name = isObject(command.body) ? command.body["name"] : undefined;
        body["id"] =
          state.find(vendors, "owner", ownerOf(command.caller)).find((vendor) => vendor.name === name)?.id ??
          body["id"];
      }),
    },
    ...byId(
      (["listAccountTransactions", "createAllocation"] as const).map((operation): Mutant => ({
        id: `vendor-without-transactions-unknown-to-${kebab(operation)}`,
        violates: [
          "vendors/created-is-known-to-every-route",
          ...(operation === "createAllocation" ? [] : (["vendors/stays-known"] as const)),
        ],
        summary: `${operation} returns 403 for a vendor without transactions.`,
        replace: part(["connect", "targets", operation], ({ classify }) => ({
          classify: (state, caller, id) =>
            state.find(transactions, "account", id).length === 0 ? "unknown" : classify(state, caller, id),
        })),
      })),
    ),
    "created-vendor-never-stored": {
      violates: ["vendors/created-is-readable"],
      summary: "A created vendor is returned, but not kept.",
      replace: acting("createAccount", ({ answer }) => ({ answer })),
    },
    "vendor-country-in-uppercase-only": {
      violates: ["vendors/country-casing-is-free"],
      summary: "A country has to be given in uppercase.",
      replace: demanding("country", isUppercase),
    },
    "vendor-country-in-one-casing": {
      violates: ["vendors/country-casing-is-free"],
      summary: "A country in mixed casing is refused.",
      replace: demanding("country", (code) => !isMixed(code)),
    },
    "vendor-country-given-in-lowercase-has-no-reference-data": {
      violates: ["vendors/country-casing-is-free"],
      summary: "No onboarding link is created for a vendor whose country was given in lowercase.",
      replace: perEmulator(() => {
        const lower = new Set<unknown>();
        return inOrder(
          changingAnswer("createAccount", (body, { command }) => {
            const code = isObject(command.body) ? command.body["country"] : undefined;
            if (typeof code === "string" && code === code.toLowerCase()) lower.add(body["id"]);
          }),
          alsoRefusing("onboarding", ({ command }) =>
            lower.has(command.params["acct"])
              ? only(coded(502, "E_REFERENTIAL_COUNTRY_MISSING", "The country is unknown"))
              : undefined,
          ),
        );
      }),
    },
    "vendor-currency-given-in-lowercase-is-another": {
      violates: ["vendors/currency-casing-is-free"],
      summary: "An allocation to a vendor whose currency was given in lowercase is refused for its currency.",
      replace: perEmulator(() => {
        const lower = new Set<unknown>();
        return inOrder(
          changingAnswer("createAccount", (body, { command }) => {
            const code = isObject(command.body) ? command.body["currency"] : undefined;
            if (typeof code === "string" && code === code.toLowerCase()) lower.add(body["id"]);
          }),
          alsoRefusing("allocations", ({ command, parts }) =>
            isObject(command.body) && lower.has(command.body["destination"])
              ? only(parts.allocations.refusals.currencyMismatch())
              : undefined,
          ),
        );
      }),
    },
    "vendor-country-kept-as-given": {
      violates: ["vendors/country-casing-is-free"],
      summary: "A country is listed as it was given.",
      replace: acting("createAccount", (decision, { command }) =>
        storing(decision, (vendor) => {
          const code = isObject(command.body) ? command.body["country"] : undefined;
          return typeof code === "string" ? { ...vendor, country: code } : vendor;
        }),
      ),
    },
    "vendor-currency-in-uppercase-only": {
      violates: ["vendors/currency-casing-is-free"],
      summary: "A currency has to be given in uppercase.",
      replace: demanding("currency", isUppercase),
    },
    "vendor-currency-in-one-casing": {
      violates: ["vendors/currency-casing-is-free"],
      summary: "A currency in mixed casing is refused.",
      replace: demanding("currency", (code) => !isMixed(code)),
    },
    "vendor-fee-payer-by-turns": {
      violates: ["vendors/fee-payer-is-one-per-merchant", "vendors/same-everywhere"],
      summary: "Every second created vendor pays its own fees.",
      replace: perEmulator(() => {
        let made = 0;
        const isEverySecond = (): boolean => {
          made += 1;
          return made % 2 === 0;
        };
        return turning(isEverySecond);
      }),
    },
    "vendor-fee-payer-by-merchant": {
      violates: ["vendors/fee-payer-follows-the-mode"],
      summary: "Merchants of one mode have different payers of fees.",
      replace: perEmulator(() => {
        const accounts: string[] = [];
        const isEverySecond = (accountId: string): boolean => {
          if (!accounts.includes(accountId)) accounts.push(accountId);
          return accounts.indexOf(accountId) % 2 === 0;
        };
        return turning(isEverySecond);
      }),
    },
    "vendor-without-connect-has-a-payer": {
      violates: ["vendors/mode-unset-on-creation"],
      summary: "A merchant without Connect creates vendors and is reported as their payer of fees.",
      replace: inOrder(
        without("createAccount", "mode"),
        answeringCreation({ fee_payer: ({ feePayer }) => feePayer ?? "controller" }),
      ),
    },
    "vendor-mode-unset-has-another-code": {
      violates: ["vendors/mode-unset-on-creation"],
      summary: "Without Connect a creation is refused with an undocumented code.",
      replace: connectPart("createAccount", () => ({
        modeUnset: () => coded(422, "connect.not_activated", "Connect is not activated"),
      })),
    },
    "vendor-list-lacks-the-newest": {
      violates: ["vendors/created-is-listed", "vendors/lists-are-whole"],
      summary: "The newest vendor is not listed.",
      replace: connectPart("listAccounts", ({ all }) => ({ all: (input) => all(input).slice(1) })),
    },
    "vendor-mode-as-requested": {
      violates: ["vendors/mode-of-a-test-key"],
      summary: "A creation answers with the mode of the body.",
      wrap: obeying("createAccount", "mode"),
    },
  }),
];
