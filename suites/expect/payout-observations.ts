import { ordinaryObject, type Resource } from "./creations.ts";
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
} from "./observing.ts";

const METHOD = "payment_method_data";
const MOMO = `${METHOD}.momo`;

/**
 * Open points about amounts, currencies and required parameters of payouts (§1, §4). Extreme amounts are not tried, because they would be
 * paid out.
 */
export function payoutAmounts(creation: Resource): readonly Observer[] {
  return [
    tries("currencies-beyond-xaf", creation, { XOF: put("currency", "XOF"), USD: put("currency", "USD") }),
    triesOddly("required-empty", creation, { "an empty first_name": put("first_name", "") }),
    tries("unknown-body-fields", creation, { "an undeclared field": put("unheardOf", true) }),
  ];
}

/** Open points about recipients and their accounts (§4.3). */
export function payoutRecipients(creation: Resource): readonly Observer[] {
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
export function payoutIdentifiers(payouts: Resource): readonly Observer[] {
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
