import type { RuleCheck } from "../kit.ts";
import { ordinaryObject, type Resource } from "../fixtures/resources.ts";
import { acceptsAnyCasing, refusesOtherType, refusesWithout, reportsRefusals } from "./creations.ts";
import {
  drop,
  formOf,
  type Observer,
  put,
  sendUnjudged,
  tries,
  triesForeign,
  triesMalformedId,
  triesOddly,
  observing,
} from "./observing.ts";

const MOMO = "payment_method_data.momo";

/** Creations of payouts that are refused (§4.3, §4.4), and how (§7.1). Each has one fault and is paired with a valid creation. */
export const payoutRefusals = (
  area: "disbursements" | "remittances",
  creation: Resource,
  observers: readonly Observer[],
): readonly RuleCheck[] => [
  refusesWithout(`${area}/create-without-amount`, creation, "amount"),
  refusesWithout(`${area}/create-without-currency`, creation, "currency"),
  refusesWithout(`${area}/create-without-first-name`, creation, "first_name"),
  refusesWithout(`${area}/create-without-last-name`, creation, "last_name"),
  refusesWithout(`${area}/create-without-payment-method`, creation, "payment_method_data"),
  observing(
    refusesOtherType(`${area}/amount-of-wrong-type`, creation, "amount"),
    ...payoutAmounts(creation),
    ...observers,
  ),
  refusesOtherType(`${area}/currency-of-wrong-type`, creation, "currency"),
  refusesOtherType(`${area}/first-name-of-wrong-type`, creation, "first_name"),
  refusesOtherType(`${area}/last-name-of-wrong-type`, creation, "last_name"),
  refusesOtherType(`${area}/payment-method-of-wrong-type`, creation, "payment_method_data"),
  refusesOtherType(`${area}/momo-of-wrong-type`, creation, MOMO),
  observing(
    refusesOtherType(`${area}/msisdn-of-wrong-type`, creation, `${MOMO}.msisdn`),
    ...payoutRecipients(creation),
    ...payoutIdentifiers(creation),
  ),
  ...reportsRefusals(area, creation),
  acceptsAnyCasing(`${area}/currency-in-any-casing`, creation),
];

const METHOD = "payment_method_data";
/**
 * Open points about amounts, currencies and required parameters of payouts (§1, §4). Extreme amounts are not tried, because they would be
 * paid out.
 */
function payoutAmounts(creation: Resource): readonly Observer[] {
  return [
    tries("currencies-beyond-xaf", creation, { XOF: put("currency", "XOF"), USD: put("currency", "USD") }),
    triesOddly("required-empty", creation, { "an empty first_name": put("first_name", "") }),
    tries("unknown-body-fields", creation, { "an undeclared field": put("unheardOf", true) }),
  ];
}

/** Open points about recipients and their accounts (§4.3). */
function payoutRecipients(creation: Resource): readonly Observer[] {
  return [
    triesOddly("payment-method-required-members", creation, {
      "no type": drop(`${METHOD}.type`),
      "no momo": drop(MOMO),
      "no msisdn": drop(`${MOMO}.msisdn`),
      "no country": drop(`${MOMO}.country`),
      "no operator_name": drop(`${MOMO}.operator_name`),
    }),
    triesOddly("payment-method-types", creation, { "another type": put(`${METHOD}.type`, "card") }),
    triesOddly("operator-names", creation, { "another operator": put(`${MOMO}.operator_name`, "orange") }),
    triesOddly("payout-countries", creation, {
      "another country": put(`${MOMO}.country`, "GA"),
      "a country in lowercase": put(`${MOMO}.country`, "cg"),
    }),
    async (check) => {
      const { msisdn } = check.profile.ordinary;
      for (const [what, spelt] of Object.entries({
        "a plus sign": `+${msisdn}`,
        blanks: msisdn.replace(/^(\d{3})/, "$1 "),
      })) {
        const body = put(`${MOMO}.msisdn`, spelt)({ ...(await creation.body(check)) });
        const answer = await sendUnjudged(check, creation, { json: body });
        const { phone } = answer.succeeded ? (answer.body as { phone?: unknown }) : { phone: undefined };
        const digits = phone === msisdn ? ", answered as digits" : "";
        check.observe("msisdn-format", `${creation.what}, ${what}: ${answer.status}${digits}`);
      }
    },
  ];
}

/** Open points about identifiers and timestamps of payouts (§2.3, §4.1, §4.3, §7.1). */
function payoutIdentifiers(payouts: Resource): readonly Observer[] {
  return [
    triesMalformedId(payouts),
    async (check) => {
      const { body } = check.succeeded(await ordinaryObject(check, payouts));
      const { createdAt, shouldExecutedAt } = body as { createdAt?: unknown; shouldExecutedAt?: unknown };
      check.observe(
        "timestamp-forms",
        `${payouts.what}: ${formOf(createdAt)}, executed at ${formOf(shouldExecutedAt)}`,
      );
    },
    triesForeign(payouts),
  ];
}
