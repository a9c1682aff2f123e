import type { Answer, Check, Merchant, RuleCheck, RuleId } from "../kit.ts";
import { numberOf, rule, textOf } from "../kit.ts";
import { eachAccepted } from "./creations.ts";
import { createdId } from "../fixtures/created-objects.ts";
import { code, found, readBack } from "../fixtures/reading.ts";
import { examplesOf, type Payout, type PayoutRequest, type Payouts } from "../fixtures/payout-requests.ts";
import { reportedTo } from "../../harness/timestamps.ts";
import { HOUR, parseTimestamp } from "../fixtures/times.ts";
import { keepsAnyValues } from "./kept-values.ts";
import { expectAnyRefusal } from "./refusals.ts";
import { earlierIsRetrieved, unknownIdIs404 } from "./retrievals.ts";
import { isForeign } from "../fixtures/values.ts";

type Reach = (className: string) => void;

/** Compares the answer to a creation with one field of the request. */
export type CreationJudge = (
  check: Check,
  created: Answer<Payout>,
  request: PayoutRequest,
  reach: Reach,
) => void | Promise<void>;

type RetrievalJudge = (check: Check, created: Answer<Payout>, retrieved: Answer<Payout>) => void;

/** Creates many different payouts and judges each answer that is a success. */
export function createdPayouts(
  id: RuleId,
  payouts: Payouts,
  judge: CreationJudge,
  /** Puts the ordinary request in another form, which a target may refuse. */
  otherForm?: (ordinary: PayoutRequest) => PayoutRequest,
): RuleCheck {
  return rule(id, async (check) => {
    await eachPayout(check, payouts, 0.6, (created, request, reach) => judge(check, created, request, reach));
    if (otherForm === undefined) return;
    const request = otherForm(payouts.body(check));
    const answer = await payouts.send(check.api, request);
    if (answer.succeeded) await judge(check, answer, request, () => undefined);
    else expectAnyRefusal(check, answer);
  });
}

/**
 * The fields that both resources repeat from the request, except the phone, after the creation and after the retrieval (§4.3, §4.4).
 * @param further judges payouts beyond newly created ones
 */
export const repeatsRequest = (
  area: "disbursements" | "remittances",
  payouts: Payouts,
  further?: (check: Check, judge: RetrievalJudge) => Promise<void>,
): readonly RuleCheck[] => [
  createdPayouts(`${area}/amount-is-the-requested`, payouts, echoes.amount),
  createdPayouts(`${area}/currency-is-the-requested`, payouts, echoes.currency),
  createdPayouts(`${area}/first-name-is-the-requested`, payouts, echoes.firstName),
  createdPayouts(`${area}/last-name-is-the-requested`, payouts, echoes.lastName),
  createdPayouts(`${area}/operator-is-the-requested`, payouts, echoes.operator),
  createdPayouts(`${area}/country-is-the-requested`, payouts, echoes.country, inMixedCasing),
  retrievedUnderItsId(`${area}/retrieved-id-matches`, payouts),
  retrievedPayouts(`${area}/retrieved-amount-matches`, payouts, sameMoney, further),
  retrievedPayouts(`${area}/retrieved-recipient-matches`, payouts, sameRecipient, further),
  earlierIsRetrieved(
    `${area}/retrieved-after-others`,
    (check) => createdId(check, payouts),
    payouts.retrieve,
  ),
  unknownIdIs404(`${area}/unknown-id-is-404`, payouts),
  keepsAnyValues(`${area}/keeps-any-values`, payouts),
];

/** Creates payouts, retrieves each, and compares the two answers. */
function retrievedPayouts(
  id: RuleId,
  payouts: Payouts,
  judge: RetrievalJudge,
  further?: (check: Check, judge: RetrievalJudge) => Promise<void>,
): RuleCheck {
  return rule(id, async (check) => {
    await eachPayout(check, payouts, 0.4, async (created) => {
      const own = created.text("id");
      judge(check, created, await readBack(check, () => payouts.retrieve(check.api, own)));
    });
    await further?.(check, judge);
  });
}

/** Expects that the requested payout is found under its id. */
function retrievedUnderItsId(id: RuleId, payouts: Payouts): RuleCheck {
  return rule(id, (check) =>
    eachPayout(check, payouts, 0.4, async (created) => {
      const own = created.text("id");
      const read = (): Promise<Answer<Payout>> => payouts.retrieve(check.api, own);
      const retrieved = check.succeeded(await found(check, `the payout ${own}`, read));
      check.expect.field("id", retrieved.text("id"), retrieved).toBe(own);
    }),
  );
}

function eachPayout(
  check: Check,
  payouts: Payouts,
  effort: number,
  judge: (created: Answer<Payout>, request: PayoutRequest, reach: Reach) => void | Promise<void>,
): Promise<void> {
  return eachAccepted(check, {
    effort,
    from: payouts.requests(check),
    examples: examplesOf(payouts.body(check)),
    runShares: { accepted: 0.2 },
    send: (request) => payouts.send(check.api, request),
    judge,
  });
}

type Echoed = "amount" | "currency" | "firstName" | "lastName" | "operator" | "country" | "phone";

/** Judges of the fields that repeat the request (§4.3, §4.4). */
export const echoes: Readonly<Record<Echoed, CreationJudge>> = {
  amount: (check, created, { amount }) => {
    check.expect.field("amount", created.text("amount"), created).toBe(textOf(amount));
  },
  currency: (check, created, { currency }) => {
    check.expect.field("currency", code(created.field("currency")), created).toBe(code(currency));
  },
  firstName: (check, created, { first_name }, reach) => {
    expectName(check, created, "firstName", first_name);
    if (isForeign(first_name)) reach("foreign letters");
  },
  lastName: (check, created, { last_name }, reach) => {
    expectName(check, created, "lastName", last_name);
    if (isForeign(last_name)) reach("foreign letters");
  },
  operator: (check, created, request) => {
    const operator = momoOf(request).operator_name;
    const answered = code(created.field("operatorName"));
    check.expect
      .field("operatorName", answered, created)
      .toSatisfy(`a name that contains ${operator}`, () => answered.includes(code(operator)));
    check.observe("operator-names", `${operator} is answered as ${answered}`);
  },
  country: (check, created, request) => {
    const given = code(momoOf(request).country);
    const answered = created.text("country");
    check.observe("recipient-country-width", `${given} is answered as ${answered}`);
    // The number of letters in a country code is open.
    if (answered.length === given.length) check.expect.field("country", answered, created).toBe(given);
  },
  phone: (check, created, request) => {
    const digits = created.text("phone").replace(/\D/g, "");
    check.expect.that("the digits of phone", digits, created).toBe(momoOf(request).msisdn.replace(/\D/g, ""));
  },
};

/** Expects the name of the request. Casing and diacritics may change. */
function expectName(
  check: Check,
  created: Answer<Payout>,
  field: "firstName" | "lastName",
  given: string,
): void {
  const answered = created.text(field);
  check.expect
    .that(`${field}, without casing and diacritics`, letters(answered), created)
    .toBe(letters(given));
  check.observe(
    "recipient-name-forms",
    answered === given ? "as given" : "in another casing or without diacritics",
  );
}

/** A name in lowercase without diacritics. */
function letters(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const SECOND = 1_000;

/** Expects that both answers have the same amount, currency and, within its precision, creation time. */
function sameMoney(check: Check, created: Answer<Payout>, retrieved: Answer<Payout>): void {
  check.expect.field("amount", retrieved.text("amount"), retrieved).toBe(created.text("amount"));
  check.expect
    .field("currency", code(retrieved.field("currency")), retrieved)
    .toBe(code(created.field("currency")));
  sameCreation(check, created, retrieved, retrieved.field("createdAt"));
}

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

const RECIPIENT = ["firstName", "lastName", "phone", "operatorName", "country"] as const;

/** Expects that both answers have the same recipient. */
function sameRecipient(check: Check, created: Answer<Payout>, retrieved: Answer<Payout>): void {
  for (const name of RECIPIENT) {
    check.expect
      .field(name, plain(name, retrieved.field(name)), retrieved)
      .toBe(plain(name, created.field(name)));
  }
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

/** The same request with the country in mixed casing. */
function inMixedCasing(request: PayoutRequest): PayoutRequest {
  const momo = momoOf(request);
  const country = momo.country.charAt(0).toUpperCase() + momo.country.slice(1).toLowerCase();
  return { ...request, payment_method_data: { type: "momo", momo: { ...momo, country } } };
}

function momoOf(request: PayoutRequest): { msisdn: string; country: string; operator_name: string } {
  const { momo } = request.payment_method_data as {
    momo: { msisdn: string; country: string; operator_name: string };
  };
  return momo;
}
