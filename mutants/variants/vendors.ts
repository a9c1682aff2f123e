import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { answering, isObject } from "../shared/answers.ts";
import { naming } from "./parts/profile.ts";
import type { ConnectParts } from "../../emulator/areas/connect/parts.ts";
import { part } from "../part.ts";

const SHOWN = ["createAccount", "listAccounts", "retrieveAccount"];

/** Changes every vendor in answers. */
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
    openPoints: ["vendor-field-names", "vendor-name-spelling"],
    what: "A vendor's trading name, contact and state are in separate objects",
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
  "legal-names-reported": {
    openPoints: ["vendor-name-spelling"],
    what: "A vendor that is read alone has its legal name, which derives from the trading name",
    replace: answering(["retrieveAccount"], 200, (body) => {
      body["name"] = `${String(body["name"])} SARL`;
    }),
  },
  "vendor-states-not-reported": {
    openPoints: ["vendor-state-words"],
    what: "The state of a vendor is null",
    replace: shown((vendor) => {
      if ("state" in vendor) vendor["state"] = null;
    }),
  },
  "vendors-are-onboarding": {
    openPoints: ["vendor-state-words"],
    what: "The state of every vendor is `onboarding`",
    replace: shown((vendor) => {
      if ("state" in vendor) vendor["state"] = "onboarding";
    }),
  },
  "balances-in-other-words": {
    openPoints: ["vendor-balance-fields"],
    what: "A vendor's balances are nested by currency",
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
    openPoints: ["vendor-balance-fields"],
    what: "A vendor has a balance in dollars too, and the profile does not locate the currency of a balance",
    alone: true,
    replace: answering(["retrieveAccount"], 200, (body) => {
      const { balances } = body;
      if (!Array.isArray(balances) || balances.length === 0) return;
      body["balances"] = [{ currency: "USD", pending: 40, available: 2 }, ...(balances as unknown[])];
    }),
    describe: naming({}, ["balance-currency"]),
  },
  "fees-on-the-other-side": {
    openPoints: ["vendor-fee-payer-mapping"],
    what: "The vendors of marketplaces pay the fees, those of platforms do not",
    replace: part(["connect"], ({ fees, charges }): Partial<ConnectParts> => ({
      fees: { ...fees, payers: { marketplace: "account", platform: "controller" } },
      charges: {
        // The commission does not depend on the fee payer: a marketplace takes one, a platform none.
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
    openPoints: ["vendor-deletion"],
    what: "Vendors are deleted in the dashboard only",
    wrap: (handler) => (request) =>
      request.method === "DELETE" && /^\/v1\/connect\/accounts\/[^/]+$/.test(new URL(request.url).pathname)
        ? Promise.resolve(Response.json({ message: "Method not allowed" }, { status: 405 }))
        : handler(request),
  },
  "vendors-without-what-they-lack": {
    openPoints: ["vendor-field-names"],
    what: "Members of a vendor that would be null are absent",
    replace: shown((vendor) => {
      for (const name of ["organisation", "email", "state", "created_at"])
        if (vendor[name] === null) delete vendor[name];
    }),
  },
});
