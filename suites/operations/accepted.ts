import type { Answer, Check, RequestParts, RuleCheck } from "../kit.ts";
import { Inconclusive, rule, textOf } from "../kit.ts";
import { fill } from "../../harness/ports.ts";
import { type Acceptance, catalogue } from "../../spec/index.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { expectAccepted } from "../expect/acceptance.ts";
import { soon, isRefusal } from "../fixtures/reading.ts";
import { DAY, written } from "../fixtures/times.ts";
import { pathOf } from "../requests.ts";
import { apiOf, type Subject, SUBJECTS } from "../subjects.ts";
import { namesIn, needsConnect, valuesUnknown } from "../expect/unknowns.ts";

/**
 * Sends the request that the catalogue describes, with the profile's ordinary values and a new object. If the object cannot be created,
 * another rule judges that. If an undeclared property of the target, such as its funds, may be the reason of a refusal, nothing is judged.
 */
export default catalogue.flatMap(({ id, accepts, says, needs }): readonly RuleCheck[] => {
  if (accepts === undefined) return [];
  const judge = async (check: Check): Promise<void> => {
    const subject = await subjectOf(check, accepts);
    const send = sender(check, accepts, subject);
    const answer = await (subject.fresh === true
      ? soon(check, { read: send, holds: ({ succeeded }) => succeeded })
      : subject.sent === undefined
        ? send()
        : subject.sent(send));
    if (isRefusal(answer) && answer.status !== 401) await requireKnown(check, accepts, subject, answer);
    await expectAccepted(check, apiOf(check, subject), answer, `the documented request (${requestOf(says)})`);
  };
  // A setting of the whole account is changed by one check at a time.
  return [rule(id, needs.some((need) => need.startsWith("touch.")) ? { alone: true } : {}, judge)];
});

/** The subject of the rule's sentence, e.g. "listing vendors without parameters" for "Listing vendors without parameters is accepted.". */
function requestOf(says: string): string {
  return says.charAt(0).toLowerCase() + says.slice(1).replace(/ is accepted\.$/, "");
}

/**
 * Whether an undeclared property of the target may be the reason of a refusal. It is not if another documented request for the same object,
 * with the same values, is accepted.
 * @throws Inconclusive if it may be
 */
async function requireKnown(
  check: Check,
  accepts: Acceptance,
  subject: Subject,
  refusal: Answer,
): Promise<void> {
  const unknowns = [...valuesUnknown(check, accepts), ...(subject.unknowns ?? [])];
  const reason = unknowns.find(({ explains }) => explains(refusal));
  if (reason !== undefined && !(await isAcceptedOtherwise(check, accepts, subject)))
    throw new Inconclusive(`${refusal.what} answered ${refusal.summary}, and ${reason.what}`);
  if (needsConnect(accepts.operation)) {
    const read = await apiOf(check, subject).retrieveActivation();
    if (read.succeeded && (read.body as { connect_mode?: unknown }).connect_mode === null)
      throw new Inconclusive(`${refusal.what} answered ${refusal.summary}, and Connect is not activated`);
  }
}

async function isAcceptedOtherwise(check: Check, accepts: Acceptance, subject: Subject): Promise<boolean> {
  const form = ({ body, query, headers }: Acceptance): string => JSON.stringify([body, query, headers]);
  const known = new Set([...Object.keys(ordinaryOf(check)), ...Object.keys(subject.values)]);
  const tried = new Set([form(accepts)]);
  for (const { accepts: other } of catalogue) {
    if (other?.operation !== accepts.operation || tried.has(form(other))) continue;
    tried.add(form(other));
    if (!namesIn(other).every((name) => known.has(name))) continue;
    if ((await sender(check, other, subject)()).succeeded) return true;
  }
  return false;
}

async function subjectOf(check: Check, { about }: Acceptance): Promise<Subject> {
  return SUBJECTS[about ?? "nothing"](check);
}

function sender(check: Check, acceptance: Acceptance, subject: Subject): () => Promise<Answer> {
  const { operation, body, query, headers } = acceptance;
  const api = apiOf(check, subject);
  const call = api[operation as keyof typeof api] as (parts: RequestParts) => Promise<Answer>;
  const path = pathOf(subject);
  return () => {
    const inputs = { ...ordinaryOf(check), ...subject.values };
    const parts: RequestParts = {
      path,
      ...(body === undefined ? {} : { json: fill(body, inputs) }),
      ...(query === undefined ? {} : { query }),
      ...(headers === undefined ? {} : { headers: fill(headers, inputs) as Record<string, string> }),
    };
    return call(parts);
  };
}

/** The values of the names in templates: from the profile, or new ones. */
function ordinaryOf(check: Check): Readonly<Record<string, unknown>> {
  const { amount, currency, msisdn, country, operator } = check.profile.ordinary;
  return {
    amount,
    amountText: textOf(amount),
    half: Math.ceil(amount / 2),
    otherHalf: Math.floor(amount / 2),
    currency: currency.toLowerCase(),
    currencyUpper: currency.toUpperCase(),
    msisdn,
    country,
    operator,
    name: check.name("object"),
    key: freshKey(),
    tomorrow: written(Date.now() + DAY),
  };
}
