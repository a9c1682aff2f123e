import { type Answer, type Check, type Merchant, numberOf, type RuleCheck, textOf } from "../kit.ts";
import { createdId } from "../fixtures/created-objects.ts";
import { code } from "../fixtures/reading.ts";
import type { Payout, PayoutRequest, Payouts } from "../fixtures/payout-requests.ts";
import { reportedTo } from "../../harness/timestamps.ts";
import { HOUR, parseTimestamp } from "../fixtures/times.ts";
import {
  eachCreated,
  isAsRequested,
  isRetrievedAsCreated,
  isRetrievedById,
  keepsAnyValues,
  type RetrievalJudge,
} from "./kept-values.ts";
import { earlierIsRetrieved, unknownIdIs404 } from "./retrievals.ts";

const RECIPIENT = ["firstName", "lastName", "phone", "operatorName", "country"] as const;

/** The requested operator and country. */
const momoOf = (request: object): { readonly country: string; readonly operator_name: string } => {
  const { momo } = (request as PayoutRequest).payment_method_data;
  return momo as { country: string; operator_name: string };
};

/**
 * What both resources repeat from the request, after the creation and after the retrieval (§4.3, §4.4).
 * @param further judges payouts beyond newly created ones
 */
export const repeatsRequest = (
  area: "disbursements" | "remittances",
  payouts: Payouts,
  further?: (check: Check, judge: RetrievalJudge<Payout>) => Promise<void>,
): readonly RuleCheck[] => [
  isAsRequested(`${area}/amount-is-the-requested`, payouts, "amount"),
  isAsRequested(`${area}/currency-is-the-requested`, payouts, "currency"),
  isAsRequested(`${area}/first-name-is-the-requested`, payouts, "firstName"),
  isAsRequested(`${area}/last-name-is-the-requested`, payouts, "lastName"),
  isAsRequested(`${area}/phone-is-the-requested`, payouts, "phone"),
  eachCreated(`${area}/operator-is-the-requested`, payouts, (check, created, request) => {
    const operator = momoOf(request).operator_name;
    const answered = code(created.field("operatorName"));
    check.expect
      .field("operatorName", answered, created)
      .toSatisfy(`a name that contains ${operator}`, () => answered.includes(code(operator)));
    check.observe("operator-names", `${operator} is answered as ${answered}`);
    check.observe("payout-type-codes", `a payout of ${area} has type ${created.text("type")}`);
    const isAsGiven = created.text("firstName") === (request as PayoutRequest).first_name;
    check.observe("recipient-name-forms", isAsGiven ? "as given" : "in another casing or without diacritics");
  }),
  eachCreated(`${area}/country-is-the-requested`, payouts, (check, created, request) => {
    const given = code(momoOf(request).country);
    const answered = created.text("country");
    check.observe("recipient-country-width", `${given} is answered as ${answered}`);
    // The number of letters in a country code is open.
    if (answered.length === given.length) check.expect.field("country", answered, created).toBe(given);
  }),
  isRetrievedById(`${area}/retrieved-id-matches`, payouts),
  isRetrievedAsCreated(
    `${area}/retrieved-amount-matches`,
    payouts,
    ["amount", "currency", "createdAt"],
    further,
  ),
  isRetrievedAsCreated(`${area}/retrieved-recipient-matches`, payouts, RECIPIENT, further),
  earlierIsRetrieved(
    `${area}/retrieved-after-others`,
    (check) => createdId(check, payouts),
    payouts.retrieve,
  ),
  unknownIdIs404(`${area}/unknown-id-is-404`, payouts),
  keepsAnyValues(`${area}/keeps-any-values`, payouts),
];

const SECOND = 1_000;

/** Advances the clock of a check's own merchant if control can, because a later answer must be the same. */
export async function muchLater(check: Check, { own, accountId }: Merchant): Promise<void> {
  if (!own || !check.has("control.moveWallClock")) return;
  await check.control.call("moveWallClock", { path: { accountId }, json: { byMs: 2 * HOUR } });
}

/** Expects that an answer has the creation time of another one, to the second or within the precision of both. */
export function sameCreation(
  check: Check,
  known: Answer<Payout>,
  answer: Answer<unknown>,
  stated: unknown,
): void {
  const reported = known.field("createdAt");
  const [before, later] = [parseTimestamp(reported), parseTimestamp(stated)];
  if (before === null || later === null) return;
  // Either one may be rounded.
  const tolerance = reportedTo(reported, stated) + SECOND;
  check.expect
    .that("the distance in ms of createdAt and the createdAt of the creation", later - before, answer)
    .toSatisfy(`less than ${tolerance}`, (distance) => Math.abs(numberOf(distance)) < tolerance);
}

/** Id, amount and recipient of a payout, to be compared. Omits absent fields, which another rule judges. */
export function identityOf(payout: Partial<Payout>): Record<string, string> {
  const names = ["id", "amount", ...RECIPIENT] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = payout[name];
      return value === undefined || value === null ? [] : [[name, plain(name, value)]];
    }),
  );
}

/** A field's value, regardless of its type and, for a country, its casing, which other rules judge. */
function plain(name: string, value: unknown): string {
  return name === "country" ? code(value) : textOf(value);
}
