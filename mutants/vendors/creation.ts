import type { CreateAccountParts } from "../../emulator/areas/connect/parts.ts";
import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { type Write, put } from "../../emulator/kernel/table.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { liesAbout } from "../connect/lies.ts";
import { acting, alsoRefusing, answered, connecting, refusing, without } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { isObject, mutant } from "../shared/answers.ts";
import { kebab } from "../shared/fields.ts";

const { plain, subtle } = liesAbout("createAccount");

/** A decision that stores another vendor than it made. */
const storing = (decision: Decision, change: (vendor: Vendor) => Vendor): Decision => ({
  ...decision,
  writes: (decision.writes ?? []).map((write): Write =>
    write.do === "put" && write.table.name === vendors.name
      ? put(vendors, change(write.record as Vendor))
      : write,
  ),
});

const showing =
  (change: Partial<CreateAccountParts["presenter"]>) =>
  ({ presenter }: CreateAccountParts): Partial<CreateAccountParts> => ({
    presenter: { ...presenter, ...change } as CreateAccountParts["presenter"],
  });

/** A code of the body that is refused where it is not written in some way. */
const demanding =
  (field: "country" | "currency", accepts: (code: string) => boolean) =>
  (usual: CreateAccountParts): Partial<CreateAccountParts> =>
    alsoRefusing(usual, ({ command }) => {
      const code = isObject(command.body) ? command.body[field] : undefined;
      return typeof code !== "string" || accepts(code)
        ? undefined
        : only(validationFailed(422, [{ rule: field, field, message: `${field} validation failed` }]));
    });

const accepting =
  (field: string) =>
  ({ rejected }: CreateAccountParts): Partial<CreateAccountParts> => ({
    rejected: rejected.filter((name) => name !== field),
  });

/** The rejection of a field, told by another rule. */
const misnaming =
  (field: string, rule: string) =>
  (usual: CreateAccountParts): Partial<CreateAccountParts> =>
    refusing(usual, "unsupported", (refusal) =>
      answered(refusal, (body) => {
        body["errors"] = (body["errors"] as { field: string }[]).map((error) =>
          error.field === field ? { ...error, rule } : error,
        );
      }),
    );

const isUppercase = (code: string): boolean => code === code.toUpperCase();
const isMixed = (code: string): boolean => !isUppercase(code) && code !== code.toLowerCase();

/** Which vendors are created and how, wrongly. */
export const vendorCreationMutants: readonly Mutant[] = [
  plain(
    "created-vendor-is-the-marketplace",
    "vendors/created-is-not-the-marketplace",
    "A created vendor is answered as the marketplace's own account.",
    showing({ id: ({ vendor }) => vendor.accountId }),
  ),
  plain(
    "created-vendors-share-an-id",
    "vendors/each-creation-has-its-id",
    "Every creation is answered with the merchant's first vendor.",
    (usual) =>
      acting(usual, (decision, { state, command }) =>
        answered(decision, (body) => {
          body["id"] = state.find(vendors, "owner", ownerOf(command.caller))[0]?.id ?? body["id"];
        }),
      ),
  ),
  subtle(
    "created-vendors-of-one-name-share-an-id",
    "vendors/each-creation-has-its-id",
    "A creation with the name of an earlier vendor is answered with that one.",
    (usual) =>
      acting(usual, (decision, { state, command }) =>
        answered(decision, (body) => {
          const name = isObject(command.body) ? command.body["name"] : undefined;
          body["id"] =
            state.find(vendors, "owner", ownerOf(command.caller)).find((vendor) => vendor.name === name)
              ?.id ?? body["id"];
        }),
      ),
  ),
  ...(["listAccountTransactions", "createAllocation"] as const).map((operation) =>
    mutant(
      {
        id: `vendor-without-transactions-unknown-to-${kebab(operation)}`,
        violates: "vendors/created-is-known-to-every-route",
        summary: `A vendor that has no transactions yet is answered 403 by ${operation}.`,
        subtle: operation === "listAccountTransactions",
      },
      (parts) =>
        connecting(parts, ({ targets }) => {
          const { classify } = targets[operation];
          return {
            targets: {
              ...targets,
              [operation]: {
                ...targets[operation],
                classify: (...asked: Parameters<typeof classify>) => {
                  const [state, , id] = asked;
                  return state.find(transactions, "account", id).length === 0
                    ? ("unknown" as const)
                    : classify(...asked);
                },
              },
            },
          };
        }),
    ),
  ),
  plain(
    "created-vendor-never-stored",
    "vendors/created-is-readable",
    "A vendor is answered and not kept.",
    (usual) => acting(usual, ({ answer }) => ({ answer })),
  ),
  plain(
    "vendor-country-in-uppercase-only",
    "vendors/country-casing-is-free",
    "A country has to be given in uppercase.",
    demanding("country", isUppercase),
  ),
  subtle(
    "vendor-country-in-one-casing",
    "vendors/country-casing-is-free",
    "A country in mixed casing is refused.",
    demanding("country", (code) => !isMixed(code)),
  ),
  subtle(
    "vendor-country-kept-as-given",
    "vendors/country-casing-is-free",
    "A country is listed as it was given.",
    (usual) =>
      acting(usual, (decision, { command }) =>
        storing(decision, (vendor) => {
          const code = isObject(command.body) ? command.body["country"] : undefined;
          return typeof code === "string" ? { ...vendor, country: code } : vendor;
        }),
      ),
  ),
  plain(
    "vendor-currency-in-uppercase-only",
    "vendors/currency-casing-is-free",
    "A currency has to be given in uppercase.",
    demanding("currency", isUppercase),
  ),
  subtle(
    "vendor-currency-in-one-casing",
    "vendors/currency-casing-is-free",
    "A currency in mixed casing is refused.",
    demanding("currency", (code) => !isMixed(code)),
  ),
  plain(
    "vendor-fee-payer-by-turns",
    "vendors/fee-payer-is-one-per-merchant",
    "Created vendors bear their fees by turns.",
    (usual) => {
      let made = 0;
      return turning(usual, () => {
        made += 1;
        return made % 2 === 0;
      });
    },
  ),
  plain(
    "vendor-fee-payer-by-merchant",
    "vendors/fee-payer-follows-the-mode",
    "Who bears the fees differs from merchant to merchant of one mode.",
    (usual) => {
      const seen: string[] = [];
      return turning(usual, (accountId) => {
        if (!seen.includes(accountId)) seen.push(accountId);
        return seen.indexOf(accountId) % 2 === 0;
      });
    },
  ),
  plain(
    "vendor-creation-takes-a-phone",
    "vendors/phone-refused",
    "A phone on a creation is ignored.",
    accepting("phone"),
  ),
  subtle(
    "vendor-phone-is-prohibited",
    "vendors/phone-refused",
    "A phone on a creation is refused by a rule of another name.",
    misnaming("phone", "prohibited"),
  ),
  plain(
    "vendor-creation-takes-a-type",
    "vendors/type-refused",
    "A type on a creation is ignored.",
    accepting("type"),
  ),
  subtle(
    "vendor-type-refused-when-odd",
    "vendors/type-refused",
    "A type on a creation is refused only when it is none that a vendor has.",
    (usual) =>
      refusing(usual, "unsupported", (refusal, { command }) => {
        const odd =
          isObject(command.body) && command.body["type"] !== undefined && command.body["type"] !== "business";
        return odd || !isObject(command.body) || command.body["type"] === undefined
          ? refusal
          : only(validationFailed(422, [{ rule: "unsupported", field: "kind", message: "kind" }]));
      }),
  ),
  plain(
    "vendor-creation-takes-a-fee-payer",
    "vendors/fee-payer-refused",
    "A payer of fees on a creation is ignored.",
    accepting("fee_payer"),
  ),
  subtle(
    "vendor-fee-payer-is-derived",
    "vendors/fee-payer-refused",
    "A payer of fees on a creation is refused as derived.",
    misnaming("fee_payer", "derived"),
  ),
  plain(
    "refused-vendor-is-created",
    "vendors/refusal-creates-nothing",
    "A creation that is refused for a field is made all the same.",
    (usual) =>
      refusing(usual, "unsupported", (refusal, input) => ({ ...usual.act(input), answer: refusal.answer })),
  ),
  subtle(
    "refused-fee-payer-creates",
    "vendors/refusal-creates-nothing",
    "A creation that is refused for its payer of fees is made all the same.",
    (usual) =>
      refusing(usual, "unsupported", (refusal, input) =>
        isObject(input.command.body) && "fee_payer" in input.command.body
          ? { ...usual.act(input), answer: refusal.answer }
          : refusal,
      ),
  ),
  plain(
    "vendor-without-connect-has-a-payer",
    "vendors/mode-unset-on-creation",
    "A merchant without Connect creates vendors, whose fees it is said to pay.",
    (usual) => ({
      ...without(usual, "mode"),
      ...showing({ fee_payer: ({ feePayer }) => feePayer ?? "controller" })(usual),
    }),
  ),
  subtle(
    "vendor-mode-unset-has-another-code",
    "vendors/mode-unset-on-creation",
    "Without Connect a creation is refused with a code that nobody listed.",
    () => ({ modeUnset: () => coded(422, "connect.not_activated", "Connect is not activated") }),
  ),
  plain("vendor-rate-unlimited", "vendors/burst-refused", "Vendors are created at any rate.", ({ rate }) => ({
    rate: { ...rate, limit: Number.POSITIVE_INFINITY },
  })),
  subtle(
    "vendor-rate-of-sixty",
    "vendors/burst-refused",
    "Sixty vendors are created a minute.",
    ({ rate }) => ({ rate: { ...rate, limit: 60 } }),
  ),
  plain(
    "vendor-rate-of-ten",
    "vendors/twenty-a-minute-admitted",
    "Ten vendors are created a minute.",
    ({ rate }) => ({ rate: { ...rate, limit: 10 } }),
  ),
  subtle(
    "vendor-rate-of-nineteen",
    "vendors/twenty-a-minute-admitted",
    "Nineteen vendors are created a minute.",
    ({ rate }) => ({ rate: { ...rate, limit: 19 } }),
  ),
  plain(
    "vendor-rate-by-the-hour",
    "vendors/minute-restores-the-rate",
    "Twenty vendors are created an hour.",
    ({ rate }) => ({ rate: { ...rate, window: 3_600_000 } }),
  ),
  subtle(
    "vendor-rate-by-ninety-seconds",
    "vendors/minute-restores-the-rate",
    "Twenty vendors are created within ninety seconds.",
    ({ rate }) => ({ rate: { ...rate, window: 90_000 } }),
  ),
  plain(
    "vendor-created-though-too-many",
    "vendors/refused-burst-creates-nothing",
    "A creation that is refused for its rate is made all the same.",
    (usual) => refusing(usual, "rate", (refusal, input) => ({ ...usual.act(input), answer: refusal.answer })),
  ),
];

/** Vendors of whom some bear their fees themselves. */
function turning(
  usual: CreateAccountParts,
  bears: (accountId: string) => boolean,
): Partial<CreateAccountParts> {
  return showing({ fee_payer: ({ vendor }) => (bears(vendor.accountId) ? "account" : "controller") })(usual);
}
