import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { RequestParts } from "../../harness/http/client.ts";
import { fill } from "../../harness/ports.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { type Acceptance, catalogue } from "../../spec/index.ts";
import { freshKey } from "../connect/keys.ts";
import { expectAccepted } from "../shared/acceptance.ts";
import { soon } from "../shared/reading.ts";
import { DAY, written } from "../subscriptions/instants.ts";
import { type Subject, SUBJECTS } from "./given.ts";

/**
 * Goal: a documented request succeeds. Method: the request as the catalogue has it, with the profile's ordinary values, about
 * what was made for it. That something could not be made is another rule's matter: it is an acceptance itself.
 */
export default catalogue.flatMap(({ id, accepts, says }): readonly RuleCheck[] => {
  if (accepts === undefined) return [];
  const judge = async (check: Check): Promise<void> => {
    const subject = await subjectOf(check, accepts);
    const send = sender(check, accepts, subject);
    const answer = await (subject.fresh === true
      ? soon(check, { read: send, holds: ({ status }) => status !== 404 && status !== 403 })
      : send());
    await expectAccepted(check, subject.api, answer, `this request: ${says}`);
  };
  return [rule(id, judge, accepts.about === "scheduler" ? { alone: true } : {})];
});

async function subjectOf(check: Check, { about }: Acceptance): Promise<Subject> {
  if (about === undefined) return { api: check.api, values: {} };
  const given = SUBJECTS[about];
  if (given === undefined) throw new Error(`nothing is known to make: ${about}`);
  return given(check);
}

function sender(check: Check, acceptance: Acceptance, subject: Subject): () => Promise<Answer> {
  const { operation, body, query, headers } = acceptance;
  const inputs = { ...ordinaryOf(check), ...subject.values };
  const call = subject.api[operation as keyof typeof subject.api] as (parts: RequestParts) => Promise<Answer>;
  const parts: RequestParts = {
    path: subject.values,
    ...(body === undefined ? {} : { json: fill(body, inputs) }),
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { headers: fill(headers, inputs) as Record<string, string> }),
  };
  return () => call(parts);
}

/** The values that templates name: those of the profile, and some that are new each time. */
function ordinaryOf(check: Check): Readonly<Record<string, unknown>> {
  const { amount, currency, msisdn, country, operator } = check.profile.ordinary;
  return {
    amount,
    amountText: String(amount),
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
