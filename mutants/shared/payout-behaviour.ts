import { message } from "../../emulator/kernel/answers.ts";
import type { Mutant } from "../mutant.ts";
import { type Fault, mutant } from "./answers.ts";
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
  const fault = (id: string, violates: string, text: string, subtle = false): Fault => ({
    id: `${word}-${id}`,
    violates: rule(violates),
    summary: `${text} (${word}).`,
    subtle,
  });
  const made = (said: Fault, change: (payout: Payout) => Partial<Payout>): Mutant =>
    mutant(said, (parts) => recordingPayouts(parts, area, change));
  const shown = (said: Fault, change: (payout: Payout) => Partial<Payout>): Mutant =>
    mutant(said, (parts) => showingLater(parts, area, change));
  const isAmount = area === "remittances" ? isAnyObject : isWord;
  const amount = area === "remittances" ? "1000" : 1000;
  return [
    made(fault("amount-one-less", "amount-is-the-requested", "One franc is kept back"), (payout) => ({
      amount: payout.amount - 1,
    })),
    made(
      fault("amount-in-coins", "amount-is-the-requested", "The amount is cut to coins of five francs", true),
      (payout) => ({ amount: payout.amount - (payout.amount % 5) }),
    ),
    made(fault("currency-another", "currency-is-the-requested", "Another currency is paid out"), () => ({
      currency: "xof",
    })),
    made(
      fault(
        "first-name-without-hyphen",
        "first-name-is-the-requested",
        "Hyphens are taken out of first names",
        true,
      ),
      ({ firstName }) => ({ firstName: firstName.replaceAll("-", " ") }),
    ),
    made(
      fault("last-name-is-first-name", "last-name-is-the-requested", "The last name is a copy of the first"),
      ({ firstName }) => ({ lastName: firstName }),
    ),
    made(
      fault(
        "last-name-in-ascii",
        "last-name-is-the-requested",
        "Letters outside ASCII are taken out of last names",
        true,
      ),
      ({ lastName }) => ({ lastName: lastName.replace(/[^\u0000-\u007f]/g, "?") }),
    ),
    made(fault("operator-another", "operator-is-the-requested", "Another operator is named"), () => ({
      operatorName: "orange",
    })),
    made(
      fault("operator-always-mtn", "operator-is-the-requested", "Every operator is called mtn", true),
      () => ({ operatorName: "mtn" }),
    ),
    made(fault("country-another", "country-is-the-requested", "Another country is named"), () => ({
      country: "fr",
    })),
    made(fault("country-always-cg", "country-is-the-requested", "Every country is cg", true), () => ({
      country: "cg",
    })),
    made(
      fault(
        "phone-without-country-code",
        "phone-is-the-requested",
        "The country code is cut off phone numbers",
      ),
      ({ phone }) => ({ phone: phone.slice(3) }),
    ),
    made(
      fault(
        "phone-without-trailing-digit",
        "phone-is-the-requested",
        "Phone numbers that end in an odd digit lose it",
        true,
      ),
      ({ phone }) => ({ phone: phone.replace(/[13579]$/, "0") }),
    ),

    shown(
      fault(
        "retrieved-under-other-id",
        "retrieved-id-matches",
        "A retrieval answers an id with a character more",
      ),
      ({ id }) => ({ id: `${id}0` }),
    ),
    shown(
      fault(
        "retrieved-without-small-change",
        "retrieved-amount-matches",
        "A retrieved amount is cut to full hundreds",
        true,
      ),
      (payout) => ({ amount: payout.amount - (payout.amount % 100) }),
    ),
    shown(
      fault("retrieved-in-other-currency", "retrieved-amount-matches", "A retrieval names another currency"),
      () => ({ currency: "eur" }),
    ),
    shown(
      fault(
        "retrieved-with-swapped-names",
        "retrieved-recipient-matches",
        "A retrieval swaps first and last name",
      ),
      ({ firstName, lastName }) => ({ firstName: lastName, lastName: firstName }),
    ),
    shown(
      fault(
        "retrieved-with-masked-phone",
        "retrieved-recipient-matches",
        "A retrieval masks the phone number",
      ),
      ({ phone }) => ({ phone: `${"0".repeat(phone.length - 2)}${phone.slice(-2)}` }),
    ),
    mutant(fault("never-found", "retrieved-id-matches", "None is found again"), (parts) =>
      retrieving(parts, area, (retrieve) => ({ ...retrieve, find: () => undefined })),
    ),
    ...forgettingMutants(area, word, rule("retrieved-after-others")),
    mutant(fault("unknown-is-403", "unknown-id-is-404", "An unknown id is answered 403"), (parts) =>
      retrieving(parts, area, (retrieve) => ({ ...retrieve, notFound: () => message(403, "Forbidden") })),
    ),

    mutant(
      fault("currency-uppercase-only", "currency-in-any-casing", "The currency is refused in small letters"),
      (parts) =>
        fielding(parts, area, "currency", (rules) => [
          ...rules,
          { name: "uppercase", accepts: (value) => value === String(value).toUpperCase() },
        ]),
    ),
    mutant(
      fault(
        "currency-no-mixed-casing",
        "currency-in-any-casing",
        "The currency is refused in mixed casing",
        true,
      ),
      (parts) => fielding(parts, area, "currency", (rules) => [...rules, noMixedCasing]),
    ),
    assumes(
      area,
      fault("amount-assumed", "create-without-amount", "A missing amount is read as 1000"),
      "amount",
      amount,
    ),
    assumes(
      area,
      fault("currency-assumed", "create-without-currency", "A missing currency is read as XAF"),
      "currency",
      "XAF",
    ),
    assumes(
      area,
      fault("first-name-assumed", "create-without-first-name", "A missing first name is read as unknown"),
      "first_name",
      "Unknown",
    ),
    assumes(
      area,
      fault("last-name-assumed", "create-without-last-name", "A missing last name is read as unknown"),
      "last_name",
      "Unknown",
    ),
    assumes(
      area,
      fault("method-assumed", "create-without-payment-method", "A missing payment method is made up"),
      "payment_method_data",
      METHOD,
    ),
    mistakes(
      area,
      fault("amount-mistaken", "amount-of-wrong-type", "Something else is taken for an amount"),
      "amount",
      { from: isAmount, to: amount },
    ),
    mistakes(
      area,
      fault("amount-from-list", "amount-of-wrong-type", "A list is taken for an amount", true),
      "amount",
      { from: isList, to: amount },
    ),
    mistakes(
      area,
      fault("currency-from-object", "currency-of-wrong-type", "An object or list is taken for a currency"),
      "currency",
      { from: isAnyObject, to: "XAF" },
    ),
    mistakes(
      area,
      fault("first-name-from-list", "first-name-of-wrong-type", "A list is joined into a first name", true),
      "first_name",
      { from: isList, to: "a b" },
    ),
    mistakes(
      area,
      fault("first-name-from-object", "first-name-of-wrong-type", "An object is taken for a first name"),
      "first_name",
      { from: isAnyObject, to: "[object Object]" },
    ),
    mistakes(
      area,
      fault("last-name-from-object", "last-name-of-wrong-type", "An object is taken for a last name"),
      "last_name",
      { from: isAnyObject, to: "[object Object]" },
    ),
    mistakes(
      area,
      fault("method-from-word", "payment-method-of-wrong-type", "A word is taken for a payment method"),
      "payment_method_data",
      { from: isWord, to: METHOD },
    ),
    mistakes(
      area,
      fault("momo-from-number", "momo-of-wrong-type", "A number is taken for the momo member", true),
      "payment_method_data.momo",
      { from: isCount, to: METHOD.momo },
    ),
    mistakes(
      area,
      fault("momo-from-word", "momo-of-wrong-type", "A word is taken for the momo member"),
      "payment_method_data.momo",
      { from: isWord, to: METHOD.momo },
    ),
    mistakes(
      area,
      fault("msisdn-from-object", "msisdn-of-wrong-type", "An object or list is taken for a phone number"),
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
