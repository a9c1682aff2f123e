import { connecting } from "../connect/parts.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { naming } from "./parts/profile.ts";
import { answering, variant, wireVariant } from "./parts/variant.ts";

const SHOWN = ["createAccount", "listAccounts", "retrieveAccount"];

/** Every vendor in the answers, changed. */
const shown = (change: (vendor: Record<string, unknown>) => void): Replace =>
  inOrder(
    ...[200, 201].map((status) =>
      answering(SHOWN, status, (body) => {
        const listed = body["object"] === "list" ? body["data"] : [body];
        if (Array.isArray(listed)) for (const vendor of listed.filter(isObject)) change(vendor);
      }),
    ),
  );

/** Other choices at the open points in `spec/areas/vendors.yaml`. */
export const vendorsVariants: readonly Variant[] = [
  {
    ...variant(
      "vendors-in-other-words",
      ["vendor-field-names", "vendor-name-spelling"],
      "Of a vendor the trading name, the contact and the state are reported in objects of their own",
      shown((vendor) => {
        const { name, email, controller, organisation, state, mode, created_at } = vendor;
        for (const field of ["name", "email", "controller", "organisation", "state", "mode", "created_at"])
          delete vendor[field];
        Object.assign(vendor, {
          legal: { trading_name: name, contact: email, body: organisation },
          run_by: controller,
          lifecycle: { state, environment: mode, opened: created_at },
        });
      }),
    ),
    alone: true,
    describe: naming({
      "vendor-name": "/legal/trading_name",
      "vendor-email": "/legal/contact",
      "vendor-organisation": "/legal/body",
      "vendor-controller": "/run_by",
      "vendor-state": "/lifecycle/state",
      "vendor-mode": "/lifecycle/environment",
      "vendor-created": "/lifecycle/opened",
    }),
  },
  variant(
    "legal-names-told",
    "vendor-name-spelling",
    "A vendor is read by its legal name, which is derived from the trading one",
    answering(["retrieveAccount"], 200, (body) => {
      body["name"] = `${String(body["name"])} SARL`;
    }),
  ),
  variant(
    "vendor-states-untold",
    "vendor-state-words",
    "The state of a vendor is null",
    shown((vendor) => {
      if ("state" in vendor) vendor["state"] = null;
    }),
  ),
  variant(
    "vendors-are-onboarding",
    "vendor-state-words",
    "Every vendor is being onboarded",
    shown((vendor) => {
      if ("state" in vendor) vendor["state"] = "onboarding";
    }),
  ),
  {
    ...variant(
      "balances-in-other-words",
      "vendor-balance-fields",
      "A vendor's balances stand in an object of each currency",
      answering(["retrieveAccount"], 200, (body) => {
        const { balances } = body;
        if (!Array.isArray(balances)) return;
        body["balances"] = balances.filter(isObject).map(({ currency, pending, available }) => ({
          ccy: currency,
          money: { ready: available, unripe: pending },
        }));
      }),
    ),
    alone: true,
    describe: naming({
      "balance-currency": "/ccy",
      "balance-available": "/money/ready",
      "balance-pending": "/money/unripe",
    }),
  },
  {
    ...variant(
      "balances-in-two-currencies",
      "vendor-balance-fields",
      "A vendor has a balance in dollars too, and the profile does not say where a balance names its currency",
      answering(["retrieveAccount"], 200, (body) => {
        const { balances } = body;
        if (!Array.isArray(balances) || balances.length === 0) return;
        body["balances"] = [{ currency: "USD", pending: 40, available: 2 }, ...(balances as unknown[])];
      }),
    ),
    alone: true,
    describe: naming({}, ["balance-currency"]),
  },
  variant(
    "fees-on-the-other-side",
    "vendor-fee-payer-mapping",
    "A marketplace's vendors bear the fees, a platform's do not",
    connecting(({ fees, charges }) => ({
      fees: { ...fees, payers: { marketplace: "account", platform: "controller" } },
      charges: {
        // Independent of who pays the fees: a marketplace takes its commission, a platform none.
        create: {
          ...charges.create,
          commission: (amount, rate, payer) => (payer === "account" ? Math.round((amount * rate) / 100) : 0),
          bounded: (payer) => payer === "account",
        },
        capture: {
          ...charges.capture,
          shares: ({ amount, commission, serviceFee, feePayer }) =>
            feePayer === "account"
              ? { vendor: amount - commission, marketplace: commission - serviceFee, service: serviceFee }
              : { vendor: amount - serviceFee, marketplace: 0, service: serviceFee },
        },
      },
    })),
  ),
  wireVariant(
    "vendors-deleted-elsewhere",
    "vendor-deletion",
    "Vendors are deleted in the dashboard only",
    (handler) => (request) =>
      request.method === "DELETE" && /^\/v1\/connect\/accounts\/[^/]+$/.test(new URL(request.url).pathname)
        ? Promise.resolve(Response.json({ message: "Method not allowed" }, { status: 405 }))
        : handler(request),
  ),
  variant(
    "vendors-without-what-they-lack",
    "vendor-field-names",
    "A vendor has no member for what it does not have",
    shown((vendor) => {
      for (const name of ["organisation", "email", "state", "created_at"])
        if (vendor[name] === null) delete vendor[name];
    }),
  ),
];
