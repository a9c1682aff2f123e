import { inPath } from "../../emulator/areas/connect/named-vendor.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import { coded, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { alsoRefusing, connecting, readingAs, withBody, without } from "../connect/parts.ts";
import type { Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { naming } from "./parts/profile.ts";
import { answering, variant, wireVariant } from "./parts/variant.ts";

const SHOWN = ["createAccount", "listAccounts", "retrieveAccount"];

/** Every vendor in the answers, changed. */
const shown = (parts: Parts, change: (vendor: Record<string, unknown>) => void): Parts =>
  [200, 201].reduce(
    (changed, status) =>
      answering(changed, SHOWN, status, (body) => {
        const listed = body["object"] === "list" ? body["data"] : [body];
        if (Array.isArray(listed)) for (const vendor of listed.filter(isObject)) change(vendor);
      }),
    parts,
  );

const fields: readonly Variant[] = [
  {
    ...variant(
      "vendors-in-other-words",
      ["vendor-field-names", "vendor-name-spelling"],
      "Of a vendor the trading name, the contact and the state are told in objects of their own",
      (parts) =>
        shown(parts, (vendor) => {
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
    "A vendor is read by its legal name, which is made of the trading one",
    (parts) =>
      answering(parts, ["retrieveAccount"], 200, (body) => {
        body["name"] = `${String(body["name"])} SARL`;
      }),
  ),
  variant("vendor-states-untold", "vendor-state-words", "The state of a vendor is null", (parts) =>
    shown(parts, (vendor) => {
      if ("state" in vendor) vendor["state"] = null;
    }),
  ),
  variant("vendors-are-onboarding", "vendor-state-words", "Every vendor is being onboarded", (parts) =>
    shown(parts, (vendor) => {
      if ("state" in vendor) vendor["state"] = "onboarding";
    }),
  ),
  {
    ...variant(
      "balances-in-other-words",
      "vendor-balance-fields",
      "A vendor's balances stand in an object of each currency",
      (parts) =>
        answering(parts, ["retrieveAccount"], 200, (body) => {
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
      "A vendor has a balance in dollars too, and the profile does not tell where a balance names its currency",
      (parts) =>
        answering(parts, ["retrieveAccount"], 200, (body) => {
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
    (parts) =>
      connecting(parts, ({ fees, charges }) => ({
        fees: { ...fees, payers: { marketplace: "account", platform: "controller" } },
        charges: {
          // Whoever bears the fees: a marketplace takes its commission, a platform none.
          create: {
            ...charges.create,
            commission: (amount, rate, payer) =>
              payer === "account" ? Math.round((amount * rate) / 100) : 0,
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
];

const creation: readonly Variant[] = [
  {
    ...variant(
      "short-names-only",
      "vendor-creation-parameters",
      "A vendor's name has at most forty characters",
      (parts) =>
        connecting(parts, ({ createAccount }) => ({
          createAccount: {
            ...createAccount,
            ...alsoRefusing(createAccount, ({ command }) =>
              isObject(command.body) &&
              typeof command.body["name"] === "string" &&
              command.body["name"].length > 40
                ? only(validationFailed(422, [{ rule: "maxLength", field: "name", message: "Too long" }]))
                : undefined,
            ),
          },
        })),
    ),
    alone: true,
  },
  variant(
    "vendors-are-unique",
    "vendor-uniqueness",
    "No two vendors of a marketplace share a name or an address, whose local part has 64 characters at most",
    (parts) =>
      connecting(parts, ({ createAccount }) => ({
        createAccount: {
          ...createAccount,
          ...alsoRefusing(createAccount, ({ state, command: { body, caller } }) => {
            if (!isObject(body)) return undefined;
            const { name, email } = body;
            const others = state.find(vendors, "owner", ownerOf(caller));
            if (
              others.some(
                (vendor) => vendor.name === name || (vendor.email !== null && vendor.email === email),
              )
            )
              return only(coded(409, "connect.vendor_exists", "There is such a vendor already"));
            return typeof email === "string" && email.indexOf("@") > 64
              ? only(validationFailed(422, [{ rule: "email", field: "email", message: "No address" }]))
              : undefined;
          }),
        },
      })),
  ),
  {
    ...variant(
      "vendors-made-of-other-fields",
      "vendor-creation-parameters",
      "A vendor's creation takes a trade name and an address of contact",
      (parts) =>
        connecting(parts, ({ createAccount }) => ({
          createAccount: {
            ...createAccount,
            ...readingAs(createAccount, (input) =>
              withBody(input, (body) => {
                body["name"] = body["trade_name"];
                body["email"] = body["contact_email"] ?? null;
              }),
            ),
          },
        })),
    ),
    alone: true,
    describe: (usual) => {
      const binding = usual.ports["createVendor"];
      if (binding === undefined) return usual;
      const { name, email, ...rest } = binding.body as Record<string, unknown>;
      const body = { ...rest, trade_name: name, contact_email: email };
      return { ...usual, ports: { ...usual.ports, createVendor: { ...binding, body } } };
    },
  },
  variant(
    "countries-known-at-creation",
    "country-code-places",
    "The country of a new vendor is looked up in the reference data",
    (parts) =>
      connecting(parts, ({ createAccount }) => ({
        createAccount: {
          ...createAccount,
          guards: [
            ...createAccount.guards,
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
        },
      })),
  ),
  variant(
    "vendors-before-connect",
    "vendor-creation-not-activated",
    "A merchant without Connect creates vendors; nobody pays their fees yet",
    (parts) =>
      connecting(parts, ({ createAccount }) => ({
        createAccount: { ...createAccount, ...without(createAccount, "mode") },
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
];

const links: readonly Variant[] = [
  variant(
    "no-links-for-the-approved",
    "onboarding-approved",
    "A vendor that is approved gets no onboarding link",
    (parts) =>
      connecting(parts, ({ onboarding }) => ({
        onboarding: {
          ...onboarding,
          ...alsoRefusing(onboarding, (input) =>
            input.state.get(vendors, inPath(input) ?? "")?.fileStatus === "approved"
              ? only(coded(409, "connect.already_onboarded", "The vendor is approved"))
              : undefined,
          ),
        },
      })),
  ),
];

const entries: readonly Variant[] = [
  variant(
    "transactions-in-numbers",
    "transaction-entry-values",
    "Identifiers of transactions are numbers, their dates seconds since 1970",
    (parts) => {
      const numbers = new Map<unknown, number>();
      return answering(parts, ["listAccountTransactions"], 200, (body) => {
        const { data } = body;
        for (const entry of Array.isArray(data) ? data.filter(isObject) : []) {
          const number = numbers.get(entry["id"]) ?? numbers.size + 1;
          numbers.set(entry["id"], number);
          entry["id"] = number;
          for (const name of ["created_at", "available_at", "matured_at"])
            if (typeof entry[name] === "string") entry[name] = Date.parse(entry[name]) / 1_000;
        }
      });
    },
  ),
  variant(
    "vendors-without-what-they-lack",
    "vendor-field-names",
    "A vendor has no member for what it does not have",
    (parts) =>
      shown(parts, (vendor) => {
        for (const name of ["organisation", "email", "state", "created_at"])
          if (vendor[name] === null) delete vendor[name];
      }),
  ),
];

/** Open points about vendors (§2.10, §4.7). */
export const vendorVariants: readonly Variant[] = [...fields, ...creation, ...links, ...entries];
