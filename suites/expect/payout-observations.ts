import type { SuccessBody } from "../../harness/api.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Creation } from "./creations.ts";
import {
  drop,
  formOf,
  type Observer,
  put,
  retrievalOf,
  sendUnjudged,
  summaryOf,
  tries,
  triesOddly,
} from "./observing.ts";
import type { Payouts } from "./payouts.ts";

const METHOD = "payment_method_data";
const MOMO = `${METHOD}.momo`;

/** Open points about amounts, currencies and compulsory parameters of payouts (§1, §4). No extreme sums are paid out. */
export function payoutAmounts(creation: Creation): readonly Observer[] {
  return [
    tries("currencies-beyond-xaf", creation, { XOF: put("currency", "XOF"), USD: put("currency", "USD") }),
    triesOddly("required-empty", creation, { "an empty first_name": put("first_name", "") }),
    tries("unknown-body-fields", creation, { "an undeclared field": put("unheardOf", true) }),
  ];
}

/** Open points about recipients and their accounts (§4.3). */
export function payoutRecipients(creation: Creation): readonly Observer[] {
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

/** Open points about identifiers and timestamps of payouts (§2.3, §4.3, §7.1). */
export function payoutIdentifiers(creation: Creation, payouts: Payouts): readonly Observer[] {
  return [
    async (check) => {
      const answer = await retrievalOf(check, payouts.retrieval, "not-a-payout");
      check.observe("malformed-identifiers", `${creation.what}: ${summaryOf(answer)}`);
    },
    async (check) => {
      const body = await creation.body(check);
      const created = check.succeeded(await creation.send(check, body)) as Answer<
        SuccessBody<"createDisbursement">
      >;
      const { createdAt, shouldExecutedAt } = created.body as {
        createdAt?: unknown;
        shouldExecutedAt?: unknown;
      };
      check.observe(
        "timestamp-forms",
        `${creation.what}: ${formOf(createdAt)}, executed at ${formOf(shouldExecutedAt)}`,
      );
    },
  ];
}
