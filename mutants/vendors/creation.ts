import type { CreateAccountParts } from "../../emulator/areas/connect/parts.ts";
import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put, type Write } from "../../emulator/kernel/table.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { connectMutant } from "../connect/mutant.ts";
import { acting, alsoRefusing, answered, connecting, refusing, without } from "../connect/parts.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { kebab } from "../shared/fields.ts";

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

/** The rejection of a field, reported by another rule. */
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
  connectMutant(
    {
      id: "created-vendor-is-the-marketplace",
      violates: "vendors/created-is-not-the-marketplace",
      summary: "A created vendor is answered as the marketplace's own account.",
    },
    "createAccount",
    showing({ id: ({ vendor }) => vendor.accountId }),
  ),
  connectMutant(
    {
      id: "created-vendors-share-an-id",
      violates: "vendors/each-creation-has-its-id",
      summary: "Every creation is answered with the merchant's first vendor.",
    },
    "createAccount",
    (usual) =>
      acting(usual, (decision, { state, command }) =>
        answered(decision, (body) => {
          body["id"] = state.find(vendors, "owner", ownerOf(command.caller))[0]?.id ?? body["id"];
        }),
      ),
  ),
  connectMutant(
    {
      id: "created-vendors-of-one-name-share-an-id",
      violates: "vendors/each-creation-has-its-id",
      summary: "A creation with the name of an earlier vendor is answered with that one.",
      subtle: true,
    },
    "createAccount",
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
  connectMutant(
    {
      id: "created-vendor-never-stored",
      violates: "vendors/created-is-readable",
      summary: "A vendor is answered and not kept.",
    },
    "createAccount",
    (usual) => acting(usual, ({ answer }) => ({ answer })),
  ),
  connectMutant(
    {
      id: "vendor-country-in-uppercase-only",
      violates: "vendors/country-casing-is-free",
      summary: "A country has to be given in uppercase.",
    },
    "createAccount",
    demanding("country", isUppercase),
  ),
  connectMutant(
    {
      id: "vendor-country-in-one-casing",
      violates: "vendors/country-casing-is-free",
      summary: "A country in mixed casing is refused.",
      subtle: true,
    },
    "createAccount",
    demanding("country", (code) => !isMixed(code)),
  ),
  connectMutant(
    {
      id: "vendor-country-kept-as-given",
      violates: "vendors/country-casing-is-free",
      summary: "A country is listed as it was given.",
      subtle: true,
    },
    "createAccount",
    (usual) =>
      acting(usual, (decision, { command }) =>
        storing(decision, (vendor) => {
          const code = isObject(command.body) ? command.body["country"] : undefined;
          return typeof code === "string" ? { ...vendor, country: code } : vendor;
        }),
      ),
  ),
  connectMutant(
    {
      id: "vendor-currency-in-uppercase-only",
      violates: "vendors/currency-casing-is-free",
      summary: "A currency has to be given in uppercase.",
    },
    "createAccount",
    demanding("currency", isUppercase),
  ),
  connectMutant(
    {
      id: "vendor-currency-in-one-casing",
      violates: "vendors/currency-casing-is-free",
      summary: "A currency in mixed casing is refused.",
      subtle: true,
    },
    "createAccount",
    demanding("currency", (code) => !isMixed(code)),
  ),
  connectMutant(
    {
      id: "vendor-fee-payer-by-turns",
      violates: "vendors/fee-payer-is-one-per-merchant",
      summary: "Created vendors bear their fees by turns.",
    },
    "createAccount",
    (usual) => {
      let made = 0;
      return turning(usual, () => {
        made += 1;
        return made % 2 === 0;
      });
    },
  ),
  connectMutant(
    {
      id: "vendor-fee-payer-by-merchant",
      violates: "vendors/fee-payer-follows-the-mode",
      summary: "Who bears the fees differs from merchant to merchant of one mode.",
    },
    "createAccount",
    (usual) => {
      const seen: string[] = [];
      return turning(usual, (accountId) => {
        if (!seen.includes(accountId)) seen.push(accountId);
        return seen.indexOf(accountId) % 2 === 0;
      });
    },
  ),
  connectMutant(
    {
      id: "vendor-creation-takes-a-phone",
      violates: "vendors/phone-refused",
      summary: "A phone on a creation is ignored.",
    },
    "createAccount",
    accepting("phone"),
  ),
  connectMutant(
    {
      id: "vendor-phone-is-prohibited",
      violates: "vendors/phone-refused",
      summary: "A phone on a creation is refused by a rule of another name.",
      subtle: true,
    },
    "createAccount",
    misnaming("phone", "prohibited"),
  ),
  connectMutant(
    {
      id: "vendor-creation-takes-a-type",
      violates: "vendors/type-refused",
      summary: "A type on a creation is ignored.",
    },
    "createAccount",
    accepting("type"),
  ),
  connectMutant(
    {
      id: "vendor-type-refused-when-odd",
      violates: "vendors/type-refused",
      summary: "A type on a creation is refused only when it is none that a vendor has.",
      subtle: true,
    },
    "createAccount",
    (usual) =>
      refusing(usual, "unsupported", (refusal, { command }) => {
        const odd =
          isObject(command.body) && command.body["type"] !== undefined && command.body["type"] !== "business";
        return odd || !isObject(command.body) || command.body["type"] === undefined
          ? refusal
          : only(validationFailed(422, [{ rule: "unsupported", field: "kind", message: "kind" }]));
      }),
  ),
  connectMutant(
    {
      id: "vendor-creation-takes-a-fee-payer",
      violates: "vendors/fee-payer-refused",
      summary: "A payer of fees on a creation is ignored.",
    },
    "createAccount",
    accepting("fee_payer"),
  ),
  connectMutant(
    {
      id: "vendor-fee-payer-is-derived",
      violates: "vendors/fee-payer-refused",
      summary: "A payer of fees on a creation is refused as derived.",
      subtle: true,
    },
    "createAccount",
    misnaming("fee_payer", "derived"),
  ),
  connectMutant(
    {
      id: "refused-vendor-is-created",
      violates: "vendors/refusal-creates-nothing",
      summary: "A creation that is refused for a field is made all the same.",
    },
    "createAccount",
    (usual) =>
      refusing(usual, "unsupported", (refusal, input) => ({ ...usual.act(input), answer: refusal.answer })),
  ),
  connectMutant(
    {
      id: "refused-fee-payer-creates",
      violates: "vendors/refusal-creates-nothing",
      summary: "A creation that is refused for its payer of fees is made all the same.",
      subtle: true,
    },
    "createAccount",
    (usual) =>
      refusing(usual, "unsupported", (refusal, input) =>
        isObject(input.command.body) && "fee_payer" in input.command.body
          ? { ...usual.act(input), answer: refusal.answer }
          : refusal,
      ),
  ),
  connectMutant(
    {
      id: "vendor-without-connect-has-a-payer",
      violates: "vendors/mode-unset-on-creation",
      summary: "A merchant without Connect creates vendors, whose fees it is said to pay.",
    },
    "createAccount",
    (usual) => ({
      ...without(usual, "mode"),
      ...showing({ fee_payer: ({ feePayer }) => feePayer ?? "controller" })(usual),
    }),
  ),
  connectMutant(
    {
      id: "vendor-mode-unset-has-another-code",
      violates: "vendors/mode-unset-on-creation",
      summary: "Without Connect a creation is refused with a code that nobody listed.",
      subtle: true,
    },
    "createAccount",
    () => ({ modeUnset: () => coded(422, "connect.not_activated", "Connect is not activated") }),
  ),
  connectMutant(
    {
      id: "vendor-rate-unlimited",
      violates: "vendors/burst-refused",
      summary: "Vendors are created at any rate.",
    },
    "createAccount",
    ({ rate }) => ({
      rate: { ...rate, limit: Number.POSITIVE_INFINITY },
    }),
  ),
  connectMutant(
    {
      id: "vendor-rate-of-sixty",
      violates: "vendors/burst-refused",
      summary: "Sixty vendors are created a minute.",
      subtle: true,
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, limit: 60 } }),
  ),
  connectMutant(
    {
      id: "vendor-rate-of-ten",
      violates: "vendors/twenty-a-minute-admitted",
      summary: "Ten vendors are created a minute.",
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, limit: 10 } }),
  ),
  connectMutant(
    {
      id: "vendor-rate-of-nineteen",
      violates: "vendors/twenty-a-minute-admitted",
      summary: "Nineteen vendors are created a minute.",
      subtle: true,
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, limit: 19 } }),
  ),
  connectMutant(
    {
      id: "vendor-rate-by-the-hour",
      violates: "vendors/minute-restores-the-rate",
      summary: "Twenty vendors are created an hour.",
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, window: 3_600_000 } }),
  ),
  connectMutant(
    {
      id: "vendor-rate-by-ninety-seconds",
      violates: "vendors/minute-restores-the-rate",
      summary: "Twenty vendors are created within ninety seconds.",
      subtle: true,
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, window: 90_000 } }),
  ),
  connectMutant(
    {
      id: "vendor-created-though-too-many",
      violates: "vendors/refused-burst-creates-nothing",
      summary: "A creation that is refused for its rate is made all the same.",
    },
    "createAccount",
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
