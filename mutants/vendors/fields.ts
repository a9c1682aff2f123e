import { inPath } from "../../emulator/areas/connect/named-vendor.ts";
import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { message, only } from "../../emulator/kernel/answers.ts";
import { isoUtc } from "../../emulator/kernel/clock.ts";
import { acting, changingAnswer, connectPart, withAnswer } from "../connect/parts.ts";
import { named } from "../named.ts";
import { showing } from "./parts.ts";

export const mutants = named({
  "vendor-controlled-by-itself": {
    violates: ["vendors/controller-is-the-marketplace"],
    summary: "A vendor names itself as its controller.",
    replace: connectPart("retrieveAccount", showing({ controller: ({ vendor }) => vendor.id })),
  },
  "listed-vendor-without-controller": {
    violates: ["vendors/controller-is-the-marketplace"],
    summary: "A listed vendor has no controller.",
    replace: connectPart("listAccounts", showing({ controller: () => null })),
  },
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
  "vendor-created-with-each-reading": {
    violates: ["vendors/read-agrees-with-list"],
    summary: "A vendor read alone reports a creation an hour later than the list.",
    replace: connectPart(
      "retrieveAccount",
      showing({ created_at: ({ vendor }) => isoUtc(vendor.createdAt + 3_600_000) }),
    ),
  },
  "listed-vendor-country-is-gabon": {
    violates: ["vendors/read-agrees-with-list"],
    summary: "Every vendor is listed in Gabon.",
    replace: connectPart("listAccounts", showing({ country: () => "GA" })),
  },
  "vendor-name-is-null": {
    violates: ["vendors/name-is-text"],
    summary: "A vendor read alone has no name.",
    replace: connectPart("retrieveAccount", showing({ name: () => null })),
  },
  "listed-vendor-name-in-parts": {
    violates: ["vendors/name-is-text"],
    summary: "A listed vendor's name is an array of words.",
    replace: connectPart("listAccounts", showing({ name: ({ vendor }) => vendor.name.split(" ") })),
  },
  "vendor-email-is-false": {
    violates: ["vendors/email-text-or-null"],
    summary: "A vendor without an email address has false instead.",
    replace: connectPart("retrieveAccount", showing({ email: ({ vendor }) => vendor.email ?? false })),
  },
  "listed-vendor-email-in-a-list": {
    violates: ["vendors/email-text-or-null"],
    summary: "A listed vendor has an array of email addresses.",
    replace: connectPart("listAccounts", showing({ email: ({ vendor }) => [vendor.email] })),
  },
  "vendor-organisation-is-an-object": {
    violates: ["vendors/organisation-text-or-null"],
    summary: "A vendor's organisation is an object.",
    replace: connectPart(
      "retrieveAccount",
      showing({ organisation: ({ vendor }) => ({ name: vendor.organisation }) }),
    ),
  },
  "vendor-state-is-a-number": {
    violates: ["vendors/state-text-or-null"],
    summary: "A vendor's state is a number.",
    replace: connectPart("retrieveAccount", showing({ state: () => 1 })),
  },
  "listed-vendor-state-is-true": {
    violates: ["vendors/state-text-or-null"],
    summary: "A listed vendor's state is true.",
    replace: connectPart("listAccounts", showing({ state: () => true })),
  },
  "vendor-created-in-milliseconds": {
    violates: ["vendors/created-text-or-null"],
    summary: "A vendor's creation time is a number of milliseconds.",
    replace: connectPart("retrieveAccount", showing({ created_at: ({ vendor }) => vendor.createdAt })),
  },
  "vendor-created-with-a-blank": {
    violates: ["vendors/created-iso-8601"],
    summary: "A vendor's creation time has a space instead of the T.",
    replace: connectPart(
      "retrieveAccount",
      showing({ created_at: ({ vendor }) => isoUtc(vendor.createdAt).replace("T", " ") }),
    ),
  },
  "listed-vendor-created-on-a-day": {
    violates: ["vendors/created-iso-8601"],
    summary: "A listed vendor's creation time is a date without a time.",
    replace: connectPart(
      "listAccounts",
      showing({ created_at: ({ vendor }) => isoUtc(vendor.createdAt).slice(0, 10) }),
    ),
  },
  "vendor-mode-is-sandbox": {
    violates: ["vendors/mode-is-test-or-live"],
    summary: "A test vendor read alone is in the mode sandbox.",
    replace: connectPart(
      "retrieveAccount",
      showing({ mode: ({ vendor }) => (vendor.mode === "test" ? "sandbox" : "live") }),
    ),
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
});
