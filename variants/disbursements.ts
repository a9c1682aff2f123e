import { disbursements } from "../emulator/areas/disbursements/record.ts";
import type { EventDraft } from "../emulator/kernel/events.ts";
import { put } from "../emulator/kernel/table.ts";
import { entry, inOrder, named, part, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, isObject } from "../mutants/shared/answers.ts";
import { fielding, reading, recording } from "../mutants/shared/creations.ts";
import { deciding } from "./parts.ts";

/** Whether the country is one that is served, in three letters. */
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

const inBoth = (change: (area: (typeof PAYOUTS)[number]) => Replace): Replace =>
  inOrder(...PAYOUTS.map(change));

interface PayoutBody {
  readonly payment_method_data: { readonly momo: { readonly msisdn: string } };
}

/** Other choices at the open points in `spec/areas/disbursements.yaml`. */
export const variants = named<Variant>({
  "disbursements-never-end": {
    openPoints: ["disbursement-execution-time"],
    what: "A disbursement stays in processing",
    replace: part(["disbursements", "create"], () => ({
      effects: (payout) => ({ writes: [put(disbursements, payout)] }),
    })),
  },
  "disbursements-end-at-once": {
    openPoints: ["disbursement-execution-time", "disbursement-transitions"],
    what: "A disbursement has ended when it is first read",
    replace: inOrder(
      part(["disbursements", "create"], () => ({
        effects: (payout) => ({ writes: [put(disbursements, { ...payout, status: "processing" })] }),
      })),
      answering(["retrieveDisbursement"], 200, (body) => {
        if (body["status"] === "processing") body["status"] = "succeeded";
      }),
    ),
  },
  "payouts-need-funds": {
    openPoints: ["payout-funds"],
    what: "A payout beyond the available balance is refused",
    replace: deciding({ payoutOverdraft: "refused" }),
  },
  "phones-with-blanks": {
    openPoints: ["msisdn-format"],
    what: "A phone number may be written with spaces",
    replace: inBoth((area) =>
      reading(area, (body) => {
        const method = body["payment_method_data"];
        const momo = isObject(method) ? method["momo"] : undefined;
        if (isObject(momo) && typeof momo["msisdn"] === "string")
          momo["msisdn"] = momo["msisdn"].replace(/[ +]/g, "");
      }),
    ),
  },
  "phones-as-written": {
    openPoints: ["msisdn-format"],
    what: "A phone number is kept as it is written",
    replace: inBoth((area) =>
      inOrder(
        fielding(area, `${MOMO}.msisdn`, (rules) => rules.filter(({ name }) => name !== "phone")),
        recording(area, (_payout, body) => ({
          phone: (body as unknown as PayoutBody).payment_method_data.momo.msisdn,
        })),
      ),
    ),
  },
  "phones-of-digits-only": {
    openPoints: ["msisdn-format"],
    what: "A phone number with a plus sign is refused",
    replace: inBoth((area) =>
      fielding(area, `${MOMO}.msisdn`, (rules) => [
        ...rules,
        { name: "digits", accepts: (value) => /^\d+$/.test(String(value)) },
      ]),
    ),
  },
  "two-operators": {
    openPoints: ["operator-names"],
    what: "Only the operators mtn and airtel are known",
    replace: inBoth((area) =>
      fielding(area, `${MOMO}.operator_name`, (rules) => [
        ...rules,
        { name: "operator", accepts: (value) => ["mtn", "airtel"].includes(String(value)) },
      ]),
    ),
  },
  "one-operator-in-one-country": {
    openPoints: ["operator-names", "payout-countries"],
    what: "Only mtn in CG accepts disbursements",
    replace: inBoth((area) => {
      const only = (field: string, word: string): Replace =>
        fielding(area, `${MOMO}.${field}`, (rules) => [
          ...rules,
          { name: "served", accepts: (value) => value === word },
        ]);
      return inOrder(only("country", "CG"), only("operator_name", "mtn"));
    }),
  },
  "method-members-optional": {
    openPoints: ["payment-method-required-members"],
    what: "Missing members of a payment method get defaults",
    replace: inBoth((area) =>
      reading(area, (body) => {
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
  },
  "other-methods-taken": {
    openPoints: ["payment-method-types"],
    what: "Another type of payment method is read as mobile money",
    replace: inBoth((area) =>
      reading(area, (body) => {
        const method = body["payment_method_data"];
        if (isObject(method) && method["type"] === "card") method["type"] = "momo";
      }),
    ),
  },
  "other-type-codes": {
    openPoints: ["payout-type-codes"],
    what: "The `type` of mobile money is 41",
    replace: answering(SHOWN, 200, (body) => {
      body["type"] = 41;
    }),
  },
  "executed-an-hour-later": {
    openPoints: ["scheduled-execution"],
    what: "`shouldExecutedAt` is an hour after the creation",
    replace: answering(SHOWN, 200, (body) => {
      body["shouldExecutedAt"] = new Date(
        Date.parse(String(body["shouldExecutedAt"])) + 3_600_000,
      ).toISOString();
    }),
  },
  "countries-of-three-letters": {
    openPoints: ["recipient-country-width"],
    what: "The country of a recipient may have three letters, and is returned like that",
    replace: inBoth((area) =>
      fielding(area, "payment_method_data.momo.country", (rules) =>
        rules.map((rule) =>
          rule.name === "enum"
            ? { ...rule, accepts: (value, body) => rule.accepts(value, body) || isWide(value) }
            : rule,
        ),
      ),
    ),
  },
  "recipients-as-operators-keep-them": {
    openPoints: ["recipient-name-forms", "recipient-country-width", "operator-names"],
    what: "A payout has its recipient in uppercase ASCII, the operator's full name, and a country of three letters",
    replace: inOrder(
      ...(["disbursements", "remittances"] as const).map((area) =>
        recording(area, ({ firstName, lastName, operatorName, country }) => ({
          firstName: inCapitals(firstName),
          lastName: inCapitals(lastName),
          operatorName: `${operatorName} mobile money`,
          country: WIDE[country] ?? country,
        })),
      ),
    ),
  },
  "payouts-report-their-end": {
    openPoints: ["disbursement-events"],
    what: "The end of a disbursement is reported by an undocumented event",
    replace: entry("timers", "disbursement.settle", (settle) => (context) => {
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
    }),
  },
});
