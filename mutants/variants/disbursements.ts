import { disbursements } from "../../emulator/areas/disbursements/record.ts";
import type { Parts } from "../../emulator/index.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import { put } from "../../emulator/kernel/table.ts";
import type { Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { fielding, reading } from "../shared/creations.ts";
import { recordingPayouts } from "../shared/payouts.ts";
import { answering, deciding, variant } from "./parts/variant.ts";

/** The countries that are served, by their longer code. */
const isWide = (value: unknown): boolean =>
  typeof value === "string" && ["caf", "cmr", "cog", "gab", "gnq", "tcd"].includes(value.toLowerCase());

const WIDE: Readonly<Record<string, string>> = {
  cf: "caf",
  cm: "cmr",
  cg: "cog",
  ga: "gab",
  gq: "gnq",
  td: "tcd",
};

const inCapitals = (name: string): string => name.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();

const PAYOUTS = ["disbursements", "remittances"] as const;

const SHOWN = ["createDisbursement", "retrieveDisbursement", "createRemittance", "retrieveRemittance"];

const MOMO = "payment_method_data.momo";

const inBoth = (parts: Parts, change: (parts: Parts, area: (typeof PAYOUTS)[number]) => Parts): Parts =>
  PAYOUTS.reduce(change, parts);

interface PayoutBody {
  readonly payment_method_data: { readonly momo: { readonly msisdn: string } };
}

/** Other choices at the open points in `spec/areas/disbursements.yaml`. */
export const disbursementsVariants: readonly Variant[] = [
  variant(
    "disbursements-never-end",
    "disbursement-execution-time",
    "A disbursement stays in processing",
    (parts) => {
      const { create } = parts.disbursements;
      const effects: typeof create.effects = (payout) => ({ writes: [put(disbursements, payout)] });
      return { ...parts, disbursements: { ...parts.disbursements, create: { ...create, effects } } };
    },
  ),
  variant(
    "disbursements-end-at-once",
    ["disbursement-execution-time", "disbursement-transitions"],
    "A disbursement has ended when it is read first",
    (parts) => {
      const { create } = parts.disbursements;
      const effects: typeof create.effects = (payout) => ({
        writes: [put(disbursements, { ...payout, status: "processing" })],
      });
      const changed = { ...parts, disbursements: { ...parts.disbursements, create: { ...create, effects } } };
      return answering(changed, ["retrieveDisbursement"], 200, (body) => {
        if (body["status"] === "processing") body["status"] = "succeeded";
      });
    },
  ),
  variant("payouts-need-funds", "payout-funds", "A payout beyond the available balance is refused", (parts) =>
    deciding(parts, { payoutOverdraft: "refused" }),
  ),
  variant("phones-with-blanks", "msisdn-format", "A phone number may be written with blanks", (parts) =>
    inBoth(parts, (changed, area) =>
      reading(changed, area, (body) => {
        const method = body["payment_method_data"];
        const momo = isObject(method) ? method["momo"] : undefined;
        if (isObject(momo) && typeof momo["msisdn"] === "string")
          momo["msisdn"] = momo["msisdn"].replace(/[ +]/g, "");
      }),
    ),
  ),
  variant("phones-as-written", "msisdn-format", "A phone number is kept as it is written", (parts) =>
    inBoth(parts, (changed, area) =>
      recordingPayouts(
        fielding(changed, area, `${MOMO}.msisdn`, (rules) => rules.filter(({ name }) => name !== "phone")),
        area,
        (_payout, body) => ({ phone: (body as unknown as PayoutBody).payment_method_data.momo.msisdn }),
      ),
    ),
  ),
  variant("phones-of-digits-only", "msisdn-format", "A phone number with a plus sign is refused", (parts) =>
    inBoth(parts, (changed, area) =>
      fielding(changed, area, `${MOMO}.msisdn`, (rules) => [
        ...rules,
        { name: "digits", accepts: (value) => /^\d+$/.test(String(value)) },
      ]),
    ),
  ),
  variant("two-operators", "operator-names", "No operators but mtn and airtel are known", (parts) =>
    inBoth(parts, (changed, area) =>
      fielding(changed, area, `${MOMO}.operator_name`, (rules) => [
        ...rules,
        { name: "operator", accepts: (value) => ["mtn", "airtel"].includes(String(value)) },
      ]),
    ),
  ),
  variant(
    "one-operator-in-one-country",
    ["operator-names", "payout-countries"],
    "Only mtn in CG accepts disbursements",
    (parts) =>
      inBoth(parts, (changed, area) => {
        const only = (field: string, word: string, given: Parts): Parts =>
          fielding(given, area, `${MOMO}.${field}`, (rules) => [
            ...rules,
            { name: "served", accepts: (value) => value === word },
          ]);
        return only("operator_name", "mtn", only("country", "CG", changed));
      }),
  ),
  variant(
    "method-members-optional",
    "payment-method-required-members",
    "Members of a payment method that are missing are assumed",
    (parts) =>
      inBoth(parts, (changed, area) =>
        reading(changed, area, (body) => {
          const method = body["payment_method_data"];
          if (!isObject(method)) return;
          method["type"] ??= "momo";
          method["momo"] ??= {};
          const { momo } = method;
          if (!isObject(momo)) return;
          momo["msisdn"] ??= "242060000000";
          momo["country"] ??= "CG";
          momo["operator_name"] ??= "mtn";
        }),
      ),
  ),
  variant(
    "other-methods-taken",
    "payment-method-types",
    "Another type of payment method is read as mobile money",
    (parts) =>
      inBoth(parts, (changed, area) =>
        reading(changed, area, (body) => {
          const method = body["payment_method_data"];
          if (isObject(method) && method["type"] === "card") method["type"] = "momo";
        }),
      ),
  ),
  variant("other-type-codes", "payout-type-codes", "Mobile money has the code 41", (parts) =>
    answering(parts, SHOWN, 200, (body) => {
      body["type"] = 41;
    }),
  ),
  variant(
    "executed-an-hour-later",
    "scheduled-execution",
    "Payouts are to be executed an hour after their creation",
    (parts) =>
      answering(parts, SHOWN, 200, (body) => {
        body["shouldExecutedAt"] = new Date(
          Date.parse(String(body["shouldExecutedAt"])) + 3_600_000,
        ).toISOString();
      }),
  ),
  variant(
    "countries-of-three-letters",
    "recipient-country-width",
    "The country of a recipient may have three letters, and is answered with as many",
    (parts) =>
      (["disbursements", "remittances"] as const).reduce(
        (changed, area) =>
          fielding(changed, area, "payment_method_data.momo.country", (rules) =>
            rules.map((rule) =>
              rule.name === "enum"
                ? { ...rule, accepts: (value, body) => rule.accepts(value, body) || isWide(value) }
                : rule,
            ),
          ),
        parts,
      ),
  ),
  variant(
    "recipients-as-operators-keep-them",
    ["recipient-name-forms", "recipient-country-width", "operator-names"],
    "A payout names its recipient in plain capitals, the operator by its whole name and the country by three letters",
    (parts) =>
      (["disbursements", "remittances"] as const).reduce(
        (changed, area) =>
          recordingPayouts(changed, area, ({ firstName, lastName, operatorName, country }) => ({
            firstName: inCapitals(firstName),
            lastName: inCapitals(lastName),
            operatorName: `${operatorName} mobile money`,
            country: WIDE[country] ?? country,
          })),
        parts,
      ),
  ),
  variant(
    "payouts-tell-their-end",
    "disbursement-events",
    "The end of a disbursement is reported by an event that no section lists",
    (parts) => {
      const settle = parts.timers["disbursement.settle"];
      if (settle === undefined) throw new Error("disbursements do not settle");
      return {
        ...parts,
        timers: {
          ...parts.timers,
          "disbursement.settle": (context) => {
            const effects = settle(context);
            const { accountId, subject, payload } = context.timer;
            const event: EventDraft = {
              type: `disbursement.${String(payload["outcome"])}`,
              accountId,
              mode: "test",
              envelope: "subscription",
              data: { disbursementId: subject },
              to: [accountId],
            };
            return { ...effects, events: [...(effects.events ?? []), event] };
          },
        },
      };
    },
  ),
];
