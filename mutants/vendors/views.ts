import { inPath } from "../../emulator/areas/connect/named-vendor.ts";
import type { ListAccountsParts, RetrieveAccountParts } from "../../emulator/areas/connect/parts.ts";
import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { message, only } from "../../emulator/kernel/answers.ts";
import { isoUtc } from "../../emulator/kernel/clock.ts";
import { liesAbout } from "../connect/lies.ts";
import { acting, answered } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { changes } from "../shared/answers.ts";

const read = liesAbout("retrieveAccount");
const list = liesAbout("listAccounts");

type Shown = RetrieveAccountParts["presenter"];

const showing =
  (change: Partial<Shown>) =>
  ({ presenter }: Pick<RetrieveAccountParts | ListAccountsParts, "presenter">): { presenter: Shown } => ({
    presenter: { ...presenter, ...change } as Shown,
  });

/** How a vendor is shown, alone and in the list, wrongly (§2.10). */
export const vendorViewMutants: readonly Mutant[] = [
  changes(
    { operations: ["createAccount"], status: 201 },
    {
      id: "created-vendor-shows-its-country",
      violates: "vendors/created-has-no-country",
      summary: "The answer to a creation tells the vendor's country.",
    },
    (body) => {
      body["country"] = "CG";
    },
  ),
  changes(
    { operations: ["retrieveAccount"], status: 200 },
    {
      id: "vendor-read-alone-shows-its-type",
      violates: "vendors/read-has-no-type",
      summary: "A vendor read alone tells its type.",
    },
    (body) => {
      body["type"] = "business";
    },
  ),
  read.plain(
    "vendor-controlled-by-itself",
    "vendors/controller-is-the-marketplace",
    "A vendor names itself as its controller.",
    showing({ controller: ({ vendor }) => vendor.id }),
  ),
  list.plain(
    "listed-vendor-without-controller",
    "vendors/controller-is-the-marketplace",
    "A listed vendor has no controller.",
    showing({ controller: () => null }),
  ),
  read.subtle(
    "vendor-with-funds-controls-itself",
    "vendors/controller-never-changes",
    "A vendor that ever received money is its own controller.",
    (usual) =>
      acting(usual, (decision, input) => {
        const moved = input.state.find(transactions, "account", inPath(input)).length > 0;
        return moved
          ? answered(decision, (body) => {
              body["controller"] = inPath(input);
            })
          : decision;
      }),
  ),
  read.plain(
    "vendor-name-is-null",
    "vendors/name-is-text",
    "A vendor read alone has no name.",
    showing({ name: () => null }),
  ),
  list.plain(
    "listed-vendor-name-in-parts",
    "vendors/name-is-text",
    "A listed vendor's name is a list of words.",
    showing({ name: ({ vendor }) => vendor.name.split(" ") }),
  ),
  read.plain(
    "vendor-email-is-false",
    "vendors/email-text-or-null",
    "A vendor without an address has false for it.",
    showing({ email: ({ vendor }) => vendor.email ?? false }),
  ),
  list.plain(
    "listed-vendor-email-in-a-list",
    "vendors/email-text-or-null",
    "A listed vendor has a list of addresses.",
    showing({ email: ({ vendor }) => [vendor.email] }),
  ),
  read.plain(
    "vendor-organisation-is-an-object",
    "vendors/organisation-text-or-null",
    "A vendor's organisation is an object.",
    showing({ organisation: ({ vendor }) => ({ name: vendor.organisation }) }),
  ),
  read.plain(
    "vendor-state-is-a-number",
    "vendors/state-text-or-null",
    "A vendor's state is a number.",
    showing({ state: () => 1 }),
  ),
  list.plain(
    "listed-vendor-state-is-true",
    "vendors/state-text-or-null",
    "A listed vendor's state is true.",
    showing({ state: () => true }),
  ),
  read.plain(
    "vendor-created-in-milliseconds",
    "vendors/created-text-or-null",
    "A vendor's moment of creation is a number of milliseconds.",
    showing({ created_at: ({ vendor }) => vendor.createdAt }),
  ),
  read.plain(
    "vendor-created-with-a-blank",
    "vendors/created-iso-8601",
    "A vendor's moment of creation has a blank for the T.",
    showing({ created_at: ({ vendor }) => isoUtc(vendor.createdAt).replace("T", " ") }),
  ),
  list.plain(
    "listed-vendor-created-on-a-day",
    "vendors/created-iso-8601",
    "A listed vendor's moment of creation is a day.",
    showing({ created_at: ({ vendor }) => isoUtc(vendor.createdAt).slice(0, 10) }),
  ),
  read.plain(
    "vendor-mode-is-sandbox",
    "vendors/mode-is-test-or-live",
    "A test vendor read alone is in the mode sandbox.",
    showing({ mode: ({ vendor }) => (vendor.mode === "test" ? "sandbox" : "live") }),
  ),
  list.plain(
    "listed-vendor-mode-is-live",
    "vendors/mode-of-a-test-key",
    "Every listed vendor is in the mode live.",
    showing({ mode: () => "live" }),
  ),
  read.plain(
    "vendor-mode-is-test",
    "vendors/mode-of-a-live-key",
    "Every vendor read alone is in the mode test.",
    showing({ mode: () => "test" }),
  ),
  read.plain(
    "vendor-fee-payer-hidden-when-read",
    "vendors/fee-payer-is-one-per-merchant",
    "A vendor read alone tells no payer of fees.",
    showing({ fee_payer: () => null }),
  ),
  read.plain(
    "vendor-without-wallet-not-found",
    "vendors/no-wallet-no-balances",
    "A vendor without a wallet is not found.",
    (usual) =>
      acting(usual, (decision) =>
        (decision.answer.body as { balances: unknown[] }).balances.length === 0
          ? only(message(404, "Account not found"))
          : decision,
      ),
  ),
  read.subtle(
    "vendor-without-wallet-has-null-balances",
    "vendors/no-wallet-no-balances",
    "A vendor without a wallet is shown with an empty balance.",
    (usual) =>
      acting(usual, (decision) =>
        answered(decision, (body) => {
          if ((body["balances"] as unknown[]).length === 0)
            body["balances"] = [{ currency: "xaf", pending: 0, available: 0 }];
        }),
      ),
  ),
  read.plain(
    "vendor-balances-twice",
    "vendors/one-balance-per-currency",
    "Each balance of a vendor is shown twice.",
    ({ wallets }) => ({ wallets: (state, vendor) => [...wallets(state, vendor), ...wallets(state, vendor)] }),
  ),
  read.subtle(
    "vendor-balances-twice-after-a-debit",
    "vendors/one-balance-per-currency",
    "A vendor that was debited has a second balance in the same currency.",
    ({ wallets }) => ({
      wallets: (state, vendor) => {
        const usual = wallets(state, vendor);
        const debited = state.find(transactions, "account", vendor.id).some(({ amount }) => amount < 0);
        return debited ? [...usual, ...usual] : usual;
      },
    }),
  ),
];
