import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { answering, isObject } from "../shared/answers.ts";
import { naming } from "./parts/profile.ts";
import type { ConnectParts } from "../../emulator/areas/connect/parts.ts";
import { part } from "../part.ts";

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
export const variants = named<Variant>({
  "vendors-in-other-words": {
    ambiguities: ["vendor-field-names", "vendor-name-spelling"],
    what: "Of a vendor the trading name, the contact and the state are reported in objects of their own",
    alone: true,
    replace: shown((vendor) => {
      const { name, email, controller, organisation, state, mode, created_at } = vendor;
      for (const field of ["name", "email", "controller", "organisation", "state", "mode", "created_at"])
        delete vendor[field];
      Object.assign(vendor, {
        legal: { trading_name: name, contact: email, body: organisation },
        run_by: controller,
        lifecycle: { state, environment: mode, opened: created_at },
      });
    }),
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
  "legal-names-told": {
    ambiguities: ["vendor-name-spelling"],
    what: "A vendor is read by its legal name, which is derived from the trading one",
    replace: answering(["retrieveAccount"], 200, (body) => {
      body["name"] = `${String(body["name"])} SARL`;
    }),
  },
  "vendor-states-untold": {
    ambiguities: ["vendor-state-words"],
    what: "The state of a vendor is null",
    replace: shown((vendor) => {
      if ("state" in vendor) vendor["state"] = null;
    }),
  },
  "vendors-are-onboarding": {
    ambiguities: ["vendor-state-words"],
    what: "Every vendor is being onboarded",
    replace: shown((vendor) => {
      if ("state" in vendor) vendor["state"] = "onboarding";
    }),
  },
  "balances-in-other-words": {
    ambiguities: ["vendor-balance-fields"],
    what: "A vendor's balances stand in an object of each currency",
    alone: true,
    replace: answering(["retrieveAccount"], 200, (body) => {
      const { balances } = body;
      if (!Array.isArray(balances)) return;
      body["balances"] = balances.filter(isObject).map(({ currency, pending, available }) => ({
        ccy: currency,
        money: { ready: available, unripe: pending },
      }));
    }),
    describe: naming({
      "balance-currency": "/ccy",
      "balance-available": "/money/ready",
      "balance-pending": "/money/unripe",
    }),
  },
  "balances-in-two-currencies": {
    ambiguities: ["vendor-balance-fields"],
    what: "A vendor has a balance in dollars too, and the profile does not say where a balance names its currency",
    alone: true,
    replace: answering(["retrieveAccount"], 200, (body) => {
      const { balances } = body;
      if (!Array.isArray(balances) || balances.length === 0) return;
      body["balances"] = [{ currency: "USD", pending: 40, available: 2 }, ...(balances as unknown[])];
    }),
    describe: naming({}, ["balance-currency"]),
  },
  "fees-on-the-other-side": {
    ambiguities: ["vendor-fee-payer-mapping"],
    what: "A marketplace's vendors bear the fees, a platform's do not",
    replace: part(["connect"], ({ fees, charges }): Partial<ConnectParts> => ({
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
  },
  "vendors-deleted-elsewhere": {
    ambiguities: ["vendor-deletion"],
    what: "Vendors are deleted in the dashboard only",
    wrap: (handler) => (request) =>
      request.method === "DELETE" && /^\/v1\/connect\/accounts\/[^/]+$/.test(new URL(request.url).pathname)
        ? Promise.resolve(Response.json({ message: "Method not allowed" }, { status: 405 }))
        : handler(request),
  },
  "vendors-without-what-they-lack": {
    ambiguities: ["vendor-field-names"],
    what: "A vendor has no member for what it does not have",
    replace: shown((vendor) => {
      for (const name of ["organisation", "email", "state", "created_at"])
        if (vendor[name] === null) delete vendor[name];
    }),
  },
});
