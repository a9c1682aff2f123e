import { message } from "../../emulator/kernel/answers.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import {
  assumes,
  fielding,
  forgettingMutants,
  isAnyObject,
  isCount,
  isList,
  isWord,
  mistakes,
  noMixedCasing,
  refusalMutants,
  retrieving,
} from "./creations.ts";
import { type Payout, type PayoutArea, recordingPayouts, showingLater } from "./payouts.ts";

const METHOD = { type: "momo", momo: { msisdn: "242060000000", country: "CG", operator_name: "mtn" } };

/** Payouts that are made, refused and read back otherwise than documented (§4.3, §4.4, §7.1). */
export function payoutBehaviourMutants(payouts: PayoutArea): readonly Mutant[] {
  const { area, word, rule, create } = payouts;
  const faultOf = (id: string, violates: string, text: string, subtle = false): Fault => ({
    id: `${word}-${id}`,
    violates: rule(violates),
    summary: `${text} (${word}).`,
    subtle,
  });
  const made = (fault: Fault, change: (payout: Payout) => Partial<Payout>): Mutant =>
    mutant(fault, (parts) => recordingPayouts(parts, area, change));
  const shown = (fault: Fault, change: (payout: Payout) => Partial<Payout>): Mutant =>
    mutant(fault, (parts) => showingLater(parts, area, change));
  const isAmount = area === "remittances" ? isAnyObject : isWord;
  const amount = area === "remittances" ? "1000" : 1000;
  return [
    made(faultOf("amount-one-less", "amount-is-the-requested", "One franc is kept back"), (payout) => ({
      amount: payout.amount - 1,
    })),
    made(
      faultOf(
        "amount-in-coins",
        "amount-is-the-requested",
        "The amount is cut to coins of five francs",
        true,
      ),
      (payout) => ({ amount: payout.amount - (payout.amount % 5) }),
    ),
    made(faultOf("currency-another", "currency-is-the-requested", "Another currency is paid out"), () => ({
      currency: "xof",
    })),
    made(
      faultOf(
        "first-name-without-hyphen",
        "first-name-is-the-requested",
        "Hyphens are taken out of first names",
        true,
      ),
      ({ firstName }) => ({ firstName: firstName.replaceAll("-", " ") }),
    ),
    made(
      faultOf(
        "last-name-is-first-name",
        "last-name-is-the-requested",
        "The last name is a copy of the first",
      ),
      ({ firstName }) => ({ lastName: firstName }),
    ),
    made(
      faultOf(
        "last-name-in-ascii",
        "last-name-is-the-requested",
        "Letters outside ASCII are taken out of last names",
        true,
      ),
      ({ lastName }) => ({ lastName: lastName.replace(/[^\u0000-\u007f]/g, "?") }),
    ),
    made(faultOf("operator-another", "operator-is-the-requested", "Another operator is named"), () => ({
      operatorName: "orange",
    })),
    made(
      faultOf("operator-always-mtn", "operator-is-the-requested", "Every operator is called mtn", true),
      () => ({ operatorName: "mtn" }),
    ),
    made(faultOf("country-another", "country-is-the-requested", "Another country is named"), () => ({
      country: "fr",
    })),
    made(faultOf("country-always-cg", "country-is-the-requested", "Every country is cg", true), () => ({
      country: "cg",
    })),
    made(
      faultOf(
        "phone-without-country-code",
        "phone-is-the-requested",
        "The country code is cut off phone numbers",
      ),
      ({ phone }) => ({ phone: phone.slice(3) }),
    ),
    made(
      faultOf(
        "phone-without-trailing-digit",
        "phone-is-the-requested",
        "Phone numbers that end in an odd digit lose it",
        true,
      ),
      ({ phone }) => ({ phone: phone.replace(/[13579]$/, "0") }),
    ),

    shown(
      faultOf(
        "retrieved-under-other-id",
        "retrieved-id-matches",
        "A retrieval answers an id with a character more",
      ),
      ({ id }) => ({ id: `${id}0` }),
    ),
    shown(
      faultOf(
        "retrieved-without-small-change",
        "retrieved-amount-matches",
        "A retrieved amount is cut to full hundreds",
        true,
      ),
      (payout) => ({ amount: payout.amount - (payout.amount % 100) }),
    ),
    shown(
      faultOf(
        "retrieved-in-other-currency",
        "retrieved-amount-matches",
        "A retrieval names another currency",
      ),
      () => ({ currency: "eur" }),
    ),
    shown(
      faultOf(
        "retrieved-with-swapped-names",
        "retrieved-recipient-matches",
        "A retrieval swaps first and last name",
      ),
      ({ firstName, lastName }) => ({ firstName: lastName, lastName: firstName }),
    ),
    shown(
      faultOf(
        "retrieved-with-masked-phone",
        "retrieved-recipient-matches",
        "A retrieval masks the phone number",
      ),
      ({ phone }) => ({ phone: `${"0".repeat(phone.length - 2)}${phone.slice(-2)}` }),
    ),
    mutant(faultOf("never-found", "retrieved-id-matches", "None is found again"), (parts) =>
      retrieving(parts, area, (retrieve) => ({ ...retrieve, find: () => undefined })),
    ),
    ...forgettingMutants(area, word, rule("retrieved-after-others")),
    mutant(faultOf("unknown-is-403", "unknown-id-is-404", "An unknown id is answered 403"), (parts) =>
      retrieving(parts, area, (retrieve) => ({ ...retrieve, notFound: () => message(403, "Forbidden") })),
    ),

    mutant(
      faultOf(
        "currency-uppercase-only",
        "currency-in-any-casing",
        "The currency is refused in small letters",
      ),
      (parts) =>
        fielding(parts, area, "currency", (rules) => [
          ...rules,
          { name: "uppercase", accepts: (value) => value === String(value).toUpperCase() },
        ]),
    ),
    mutant(
      faultOf(
        "currency-no-mixed-casing",
        "currency-in-any-casing",
        "The currency is refused in mixed casing",
        true,
      ),
      (parts) => fielding(parts, area, "currency", (rules) => [...rules, noMixedCasing]),
    ),
    assumes(
      faultOf("amount-assumed", "create-without-amount", "A missing amount is read as 1000"),
      area,
      "amount",
      amount,
    ),
    assumes(
      faultOf("currency-assumed", "create-without-currency", "A missing currency is read as XAF"),
      area,
      "currency",
      "XAF",
    ),
    assumes(
      faultOf("first-name-assumed", "create-without-first-name", "A missing first name is read as unknown"),
      area,
      "first_name",
      "Unknown",
    ),
    assumes(
      faultOf("last-name-assumed", "create-without-last-name", "A missing last name is read as unknown"),
      area,
      "last_name",
      "Unknown",
    ),
    assumes(
      faultOf("method-assumed", "create-without-payment-method", "A missing payment method is made up"),
      area,
      "payment_method_data",
      METHOD,
    ),
    mistakes(
      faultOf("amount-mistaken", "amount-of-wrong-type", "Something else is taken for an amount"),
      area,
      "amount",
      { from: isAmount, to: amount },
    ),
    mistakes(
      faultOf("amount-from-list", "amount-of-wrong-type", "A list is taken for an amount", true),
      area,
      "amount",
      { from: isList, to: amount },
    ),
    mistakes(
      faultOf("currency-from-object", "currency-of-wrong-type", "An object or list is taken for a currency"),
      area,
      "currency",
      { from: isAnyObject, to: "XAF" },
    ),
    mistakes(
      faultOf("first-name-from-list", "first-name-of-wrong-type", "A list is joined into a first name", true),
      area,
      "first_name",
      { from: isList, to: "a b" },
    ),
    mistakes(
      faultOf("first-name-from-object", "first-name-of-wrong-type", "An object is taken for a first name"),
      area,
      "first_name",
      { from: isAnyObject, to: "[object Object]" },
    ),
    mistakes(
      faultOf("last-name-from-object", "last-name-of-wrong-type", "An object is taken for a last name"),
      area,
      "last_name",
      { from: isAnyObject, to: "[object Object]" },
    ),
    mistakes(
      faultOf("method-from-word", "payment-method-of-wrong-type", "A word is taken for a payment method"),
      area,
      "payment_method_data",
      { from: isWord, to: METHOD },
    ),
    mistakes(
      faultOf("momo-from-number", "momo-of-wrong-type", "A number is taken for the momo member", true),
      area,
      "payment_method_data.momo",
      { from: isCount, to: METHOD.momo },
    ),
    mistakes(
      faultOf("momo-from-word", "momo-of-wrong-type", "A word is taken for the momo member"),
      area,
      "payment_method_data.momo",
      { from: isWord, to: METHOD.momo },
    ),
    mistakes(
      faultOf("msisdn-from-object", "msisdn-of-wrong-type", "An object or list is taken for a phone number"),
      area,
      "payment_method_data.momo.msisdn",
      { from: isAnyObject, to: METHOD.momo.msisdn },
    ),
    ...refusalMutants({
      id: word,
      what: word,
      operation: create,
      status: 400,
      parameter: "last_name",
      rules: {
        status: rule("validation-status"),
        list: rule("validation-carries-errors"),
        field: rule("validation-names-the-field"),
      },
    }),
  ];
}
