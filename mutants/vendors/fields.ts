import { inPath } from "../../emulator/areas/connect/named-vendor.ts";
import type { ShownVendor } from "../../emulator/areas/connect/parts.ts";
import { walletsOf } from "../../emulator/areas/account/wallets.ts";
import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { message, only } from "../../emulator/kernel/answers.ts";
import { acting, changingAnswer, connectPart, withAnswer } from "../connect/parts.ts";
import { type Mutant, named } from "../mutant.ts";
import { where } from "../faults/fields.ts";
import { as, constantly, day, HOUR, inList, moved, nothing, spaced } from "../faults/values.ts";
import { listed, read } from "./parts.ts";

const itself = as<ShownVendor>("the vendor", (_usual, { vendor }) => vendor.id);
const itsWords = as<unknown>("its words", (name) => String(name).split(" "));
const inName = as<unknown>("an object with a name", (name) => ({ name }));
const milliseconds = as<ShownVendor>("in milliseconds", (_usual, { vendor }) => vendor.createdAt);
const test = where("of the test mode", ({ vendor }: ShownVendor) => vendor.mode === "test");
const withoutEmail = where("without email", ({ vendor }: ShownVendor) => vendor.email === null);

export const mutants: readonly Mutant[] = [
  read.gives("controller", "controller-is-the-marketplace", itself),
  listed.gives("controller", "controller-is-the-marketplace", nothing),
  read.gives("created_at", "read-agrees-with-list", moved(HOUR)),
  listed.gives("country", "read-agrees-with-list", constantly("GA")),
  read.gives("name", "name-is-text", nothing),
  listed.gives("name", "name-is-text", itsWords),
  read.gives("email", "email-text-or-null", constantly(false), withoutEmail),
  listed.gives("email", "email-text-or-null", inList),
  read.gives("organisation", "organisation-text-or-null", inName),
  read.gives("state", "state-text-or-null", constantly(1)),
  listed.gives("state", "state-text-or-null", constantly(true)),
  read.gives("created_at", "created-text-or-null", milliseconds),
  read.gives("created_at", "created-iso-8601", spaced),
  listed.gives("created_at", "created-iso-8601", day),
  read.gives("mode", "mode-is-test-or-live", constantly("sandbox"), test),
  ...named({
    "vendor-with-funds-controls-itself": {
      violates: ["vendors/controller-never-changes"],
      summary: "A vendor that received money is its own controller.",
      replace: acting("retrieveAccount", (decision, input) => {
        const moved = input.state.find(transactions, "account", inPath(input)).length > 0;
        return moved
          ? withAnswer(decision, (body) => {
              body["controller"] = inPath(input);
            })
          : decision;
      }),
    },
    "vendor-without-wallet-not-found": {
      violates: ["vendors/no-wallet-no-balances"],
      summary: "A vendor without a wallet is not found.",
      replace: acting("retrieveAccount", (decision) =>
        (decision.answer.body as { balances: unknown[] }).balances.length === 0
          ? only(message(404, "Account not found"))
          : decision,
      ),
    },
    "vendor-without-wallet-has-null-balances": {
      violates: ["vendors/no-wallet-no-balances"],
      summary: "A vendor without a wallet is shown with an empty balance.",
      replace: changingAnswer("retrieveAccount", (body) => {
        if ((body["balances"] as unknown[]).length === 0)
          body["balances"] = [{ currency: "xaf", pending: 0, available: 0 }];
      }),
    },
    "transactions-not-found-without-a-wallet": {
      violates: ["vendors/no-wallet-no-balances"],
      summary: "The transactions of a vendor without a wallet are not found.",
      replace: acting("listTransactions", (decision, { state, command }) => {
        const vendor = state.get(vendors, command.params["acct"] ?? "");
        const hasNone = vendor !== undefined && walletsOf(state, vendor.id, vendor.mode).length === 0;
        return hasNone ? only(message(404, "Wallet not found")) : decision;
      }),
    },
    "vendor-balances-twice": {
      violates: ["vendors/one-balance-per-currency"],
      summary: "Each balance of a vendor is shown twice.",
      replace: connectPart("retrieveAccount", ({ wallets }) => ({
        wallets: (state, vendor) => [...wallets(state, vendor), ...wallets(state, vendor)],
      })),
    },
    "vendor-balances-twice-after-a-debit": {
      violates: ["vendors/one-balance-per-currency"],
      summary: "A vendor that was debited has a second balance in the same currency.",
      replace: connectPart("retrieveAccount", ({ wallets }) => ({
        wallets: (state, vendor) => {
          const usual = wallets(state, vendor);
          const debited = state.find(transactions, "account", vendor.id).some(({ amount }) => amount < 0);
          return debited ? [...usual, ...usual] : usual;
        },
      })),
    },
  }),
];
