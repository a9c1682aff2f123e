import { message } from "../../emulator/kernel/answers.ts";
import type { Mutant } from "../mutant.ts";
import { treating } from "../faults/exchange.ts";
import { forgettingMutants, retrieving, recording, finding } from "./creations.ts";
import { as, constantly, HOUR, longer, type Replacement } from "../faults/values.ts";
import { faultsOf, type Payout, type PayoutArea } from "./payouts.ts";
import { foundFaults, storedFaults } from "../faults/shown.ts";
import { where } from "../faults/fields.ts";
import { breakingOn } from "./wire.ts";

interface PayoutBody {
  readonly payment_method_data: { readonly momo: { readonly country: string } };
}

const text = (words: string, change: (text: string) => string): Replacement<unknown> =>
  as(words, (usual) => change(String(usual)));
const amount = (words: string, change: (amount: number) => number): Replacement<unknown> =>
  as(words, (usual) => change(Number(usual)));
const downTo = (francs: number) => amount(`rounded down to ${francs}`, (usual) => usual - (usual % francs));
const anHourLater = amount("an hour later", (time) => time + HOUR);
const withoutHyphens = text("without hyphens", (name) => name.replaceAll("-", " "));
const withoutApostrophes = text("without apostrophes", (name) => name.replaceAll("'", ""));
const cut = text("cut to 64", (name) => name.slice(0, 64));
const firstWord = text("its first word", (name) => name.split(" ")[0] ?? "");
const theFirstName = as<Payout>("the first name", (_usual, { firstName }) => firstName);
const inAscii = text("in ASCII", (name) => name.replace(/[^\u0000-\u007f]/g, "?"));
const withoutCountry = text("without the country code", (phone) => phone.slice(3));
const withoutOddEnd = text("without an odd last digit", (phone) => phone.replace(/[13579]$/, "0"));
const cameroonian = where("in Cameroon", ({ country }: Payout) => country === "cm");
const masked = text("masked", (phone) => `${"0".repeat(phone.length - 2)}${phone.slice(-2)}`);

/** Faults in the creation and retrieval of payouts (§4.3, §4.4). */
export function payoutCreationMutants(payouts: PayoutArea): readonly Mutant[] {
  const { area, word, rule } = payouts;
  const faultOf = faultsOf(payouts);
  const other =
    area === "remittances"
      ? { name: "Disbursement", word: "disbursement", rule: "id-finds-no-disbursement" }
      : { name: "Remittance", word: "remittance", rule: "id-finds-no-remittance" };
  const stored = storedFaults(area, word);
  const found = foundFaults(area, word);
  return [
    stored.gives(
      "amount",
      "amount-is-the-requested",
      amount("a franc less", (francs) => francs - 1),
    ),
    stored.gives("amount", "amount-is-the-requested", downTo(5)),
    stored.gives("currency", "currency-is-the-requested", constantly("xof")),
    stored.gives("firstName", "first-name-is-the-requested", withoutHyphens),
    stored.gives("firstName", "first-name-is-the-requested", withoutApostrophes),
    stored.gives("firstName", "first-name-is-the-requested", cut),
    stored.gives("lastName", "last-name-is-the-requested", firstWord),
    stored.gives("lastName", "last-name-is-the-requested", theFirstName),
    stored.gives("lastName", "last-name-is-the-requested", inAscii),
    stored.gives("operatorName", "operator-is-the-requested", constantly("orange")),
    stored.gives("operatorName", "operator-is-the-requested", constantly("mtn")),
    stored.gives("operatorName", "operator-is-the-requested", constantly("mtn"), cameroonian),
    stored.gives("country", "country-is-the-requested", constantly("fr")),
    stored.gives("country", "country-is-the-requested", constantly("cg")),
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
    stored.gives("phone", "phone-is-the-requested", withoutCountry),
    stored.gives("phone", "phone-is-the-requested", withoutOddEnd),
    found.gives("id", "retrieved-id-matches", longer),
    found.gives("amount", "retrieved-amount-matches", downTo(100)),
    found.gives("createdAt", "retrieved-amount-matches", anHourLater),
    found.gives("currency", "retrieved-amount-matches", constantly("eur")),
    found.gives("phone", "retrieved-recipient-matches", masked),
    found.gives("operatorName", "retrieved-recipient-matches", constantly("mtn")),
    {
      ...faultOf(
        "retrieved-as-created-now",
        "retrieved-amount-matches",
        "A retrieval more than an hour after the creation reports its own time as that of the creation",
      ),
      replace: retrieving(area, ({ find }) => ({
        find: (context) => {
          const payout = find(context);
          if (payout === undefined) return undefined;
          const { createdAt } = payout as Payout;
          return context.now - createdAt > HOUR ? { ...payout, createdAt: context.now } : payout;
        },
      })),
    },
    {
      ...faultOf(
        "retrieved-with-swapped-names",
        "retrieved-recipient-matches",
        "A retrieval swaps first and last name",
      ),
      replace: finding(area, (payout) => ({
        ...payout,
        firstName: payout.lastName,
        lastName: payout.firstName,
      })),
    },
    {
      ...faultOf("never-found", "retrieved-id-matches", "None can be retrieved"),
      replace: retrieving(area, () => ({ find: () => undefined })),
    },
    {
      ...faultOf("not-found-if-odd", "stays-known", "Those of an odd amount cannot be retrieved"),
      replace: finding(area, (payout) => (payout.amount % 2 === 1 ? undefined : payout)),
    },
    {
      ...faultOf("found-as-the-other-kind", other.rule, `The route of a ${other.word} finds it, too`),
      wrap: treating(`retrieve${other.name}`, () => ({ url: given, forward }) => {
        const url = new URL(given);
        const isOfThisKind = url.pathname.includes(area === "remittances" ? "/rem_" : "/wt_");
        if (isOfThisKind) url.pathname = url.pathname.replace(`/${other.word}/`, `/${word}/`);
        return forward(isOfThisKind ? { url } : undefined);
      }),
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
