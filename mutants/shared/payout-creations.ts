import { message } from "../../emulator/kernel/answers.ts";
import type { Mutant, Replace, Wrap } from "../mutant.ts";
import { forgettingMutants, retrieving, recording, finding } from "./creations.ts";
import { faultsOf, type Payout, type PayoutArea } from "./payouts.ts";
import { breakingOn } from "./wire.ts";

interface PayoutBody {
  readonly payment_method_data: { readonly momo: { readonly country: string } };
}

/** Faults in the creation and retrieval of payouts (§4.3, §4.4). */
export function payoutCreationMutants(payouts: PayoutArea): readonly Mutant[] {
  const { area, word, rule } = payouts;
  const faultOf = faultsOf(payouts);
  const other =
    area === "remittances"
      ? { word: "disbursement", rule: "id-finds-no-disbursement" }
      : { word: "remittance", rule: "id-finds-no-remittance" };
  const made = (change: (payout: Payout) => Partial<Payout>): Replace => recording(area, change);
  const shown = (change: (payout: Payout) => Partial<Payout>): Replace =>
    finding(area, (payout) => ({ ...payout, ...change(payout) }));
  return [
    {
      ...faultOf("amount-one-less", "amount-is-the-requested", "The amount is one franc too low"),
      replace: made((payout) => ({
        amount: payout.amount - 1,
      })),
    },
    {
      ...faultOf(
        "amount-in-coins",
        "amount-is-the-requested",
        "The amount is rounded down to a multiple of five francs",
      ),
      replace: made((payout) => ({ amount: payout.amount - (payout.amount % 5) })),
    },
    {
      ...faultOf("currency-another", "currency-is-the-requested", "Another currency is paid out"),
      replace: made(() => ({
        currency: "xof",
      })),
    },
    {
      ...faultOf(
        "first-name-without-hyphen",
        "first-name-is-the-requested",
        "Hyphens are taken out of first names",
      ),
      replace: made(({ firstName }) => ({ firstName: firstName.replaceAll("-", " ") })),
    },
    {
      ...faultOf(
        "first-name-without-apostrophe",
        "first-name-is-the-requested",
        "Apostrophes are taken out of first names",
      ),
      replace: made(({ firstName }) => ({ firstName: firstName.replaceAll("'", "") })),
    },
    {
      ...faultOf("first-name-cut", "first-name-is-the-requested", "First names are cut after 64 characters"),
      replace: made(({ firstName }) => ({ firstName: firstName.slice(0, 64) })),
    },
    {
      ...faultOf(
        "last-name-of-one-word",
        "last-name-is-the-requested",
        "Of a last name only the first word is kept",
      ),
      replace: made(({ lastName }) => ({ lastName: lastName.split(" ")[0] ?? "" })),
    },
    {
      ...faultOf(
        "last-name-is-first-name",
        "last-name-is-the-requested",
        "The last name is a copy of the first",
      ),
      replace: made(({ firstName }) => ({ lastName: firstName })),
    },
    {
      ...faultOf(
        "last-name-in-ascii",
        "last-name-is-the-requested",
        "Letters outside ASCII are taken out of last names",
      ),
      replace: made(({ lastName }) => ({ lastName: lastName.replace(/[^\u0000-\u007f]/g, "?") })),
    },
    {
      ...faultOf("operator-another", "operator-is-the-requested", "Another operator is named"),
      replace: made(() => ({
        operatorName: "orange",
      })),
    },
    {
      ...faultOf("operator-always-mtn", "operator-is-the-requested", "Every operator is called mtn"),
      replace: made(() => ({ operatorName: "mtn" })),
    },
    {
      ...faultOf("country-another", "country-is-the-requested", "Another country is named"),
      replace: made(() => ({
        country: "fr",
      })),
    },
    {
      ...faultOf(
        "country-in-mixed-casing",
        "country-is-the-requested",
        "A country in mixed casing is returned as it is",
      ),
      replace: recording(area, (_payout, body) => {
        const { country } = (body as unknown as PayoutBody).payment_method_data.momo;
        return /^[A-Z][a-z]+$/.test(country) ? { country } : {};
      }),
    },
    {
      ...faultOf("country-always-cg", "country-is-the-requested", "Every country is cg"),
      replace: made(() => ({
        country: "cg",
      })),
    },
    {
      ...faultOf(
        "phone-without-country-code",
        "phone-is-the-requested",
        "The country code is cut off phone numbers",
      ),
      replace: made(({ phone }) => ({ phone: phone.slice(3) })),
    },
    {
      ...faultOf(
        "phone-without-trailing-digit",
        "phone-is-the-requested",
        "Phone numbers that end in an odd digit lose it",
      ),
      replace: made(({ phone }) => ({ phone: phone.replace(/[13579]$/, "0") })),
    },

    {
      ...faultOf(
        "retrieved-under-other-id",
        "retrieved-id-matches",
        "A retrieval returns an id with one more character",
      ),
      replace: shown(({ id }) => ({ id: `${id}0` })),
    },
    {
      ...faultOf(
        "retrieved-without-small-change",
        "retrieved-amount-matches",
        "A retrieved amount is cut to full hundreds",
      ),
      replace: shown((payout) => ({ amount: payout.amount - (payout.amount % 100) })),
    },
    {
      ...faultOf(
        "retrieved-with-another-time-of-creation",
        "retrieved-amount-matches",
        "A retrieval reports a creation an hour later",
      ),
      replace: shown(({ createdAt }) => ({ createdAt: createdAt + 3_600_000 })),
    },
    {
      ...faultOf(
        "retrieved-as-created-now",
        "retrieved-amount-matches",
        "A retrieval more than an hour after the creation reports its own time as that of the creation",
      ),
      replace: retrieving(area, ({ find }) => ({
        find: (context) => {
          const found = find(context);
          if (found === undefined) return undefined;
          const { createdAt } = found as Payout;
          return context.now - createdAt > 3_600_000 ? { ...found, createdAt: context.now } : found;
        },
      })),
    },
    {
      ...faultOf(
        "retrieved-in-other-currency",
        "retrieved-amount-matches",
        "A retrieval names another currency",
      ),
      replace: shown(() => ({ currency: "eur" })),
    },
    {
      ...faultOf(
        "retrieved-with-swapped-names",
        "retrieved-recipient-matches",
        "A retrieval swaps first and last name",
      ),
      replace: shown(({ firstName, lastName }) => ({ firstName: lastName, lastName: firstName })),
    },
    {
      ...faultOf(
        "retrieved-with-masked-phone",
        "retrieved-recipient-matches",
        "A retrieval masks the phone number",
      ),
      replace: shown(({ phone }) => ({ phone: `${"0".repeat(phone.length - 2)}${phone.slice(-2)}` })),
    },
    {
      ...faultOf(
        "retrieved-with-one-operator",
        "retrieved-recipient-matches",
        "A retrieval always names the operator mtn",
      ),
      replace: shown(() => ({ operatorName: "mtn" })),
    },
    {
      ...faultOf("never-found", "retrieved-id-matches", "None can be retrieved"),
      replace: retrieving(area, () => ({ find: () => undefined })),
    },
    {
      ...faultOf("found-as-the-other-kind", other.rule, `The route of a ${other.word} finds it, too`),
      wrap: mutantOfRoutes(
        area === "remittances"
          ? ["disbursement", "rem_", "remittance"]
          : ["remittance", "wt_", "disbursement"],
      ),
    },
    ...forgettingMutants(area, word, rule("retrieved-after-others")),
    {
      ...faultOf("unknown-is-403", "unknown-id-is-404", "An unknown id returns 403"),
      replace: retrieving(area, () => ({ notFound: () => message(403, "Forbidden") })),
    },
    {
      ...faultOf("foreign-letter-is-500", "unknown-id-is-404", "An id with a foreign letter returns 500"),
      wrap: breakingOn(/^\/v1\/(disbursement|remittance)\/.*%C3%A9$/),
    },
  ];
}

/** Retrieves ids of another kind as well, with the answer of that kind's route. */
function mutantOfRoutes([route, prefix, other]: readonly [string, string, string]): Wrap {
  return (handler) => (request) => {
    const url = new URL(request.url);
    if (request.method !== "GET" || !url.pathname.includes(`/${route}/${prefix}`)) return handler(request);
    url.pathname = url.pathname.replace(`/${route}/`, `/${other}/`);
    return handler(new Request(url, { headers: request.headers }));
  };
}
