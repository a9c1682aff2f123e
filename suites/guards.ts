import type { Answer, Check, Merchant, RequestParts, RuleCheck, RuleOptions } from "./kit.ts";
import { Inconclusive, rule } from "./kit.ts";
import { contractOperations } from "../harness/contract.ts";
import { mayMeanNoRoute } from "../harness/judge/routes.ts";
import { isObject } from "../spec/json.ts";
import { type OperationName, operationRows, ruleIdOf } from "../spec/index.ts";
import { sendUnjudged } from "./expect/observing.ts";
import { ifPossible } from "./fixtures/if-possible.ts";
import { memberOf, readBack } from "./fixtures/reading.ts";
import { invalidKeysOf, invalidLiveKeysOf, ownKey, unknownKey } from "./fixtures/secret-keys.ts";
import { guardedIn, type Oddity, request, REQUESTS } from "./requests.ts";
import { SUBJECTS } from "./subjects.ts";

/** Sends one request, valid except for the oddity. */
export type Attempt = (oddity: Oddity) => Promise<Answer>;

/** Creates the subject of an operation, so that only the oddity of its request is invalid. */
export async function prepared(check: Check, name: OperationName, merchant?: Merchant): Promise<Attempt> {
  const subject = await SUBJECTS[REQUESTS[name].given](check, merchant);
  const attempt: Attempt = (oddity) => request(check, name, { subject, oddity });
  const reads = contractOperations.get(name)?.method === "GET";
  if (reads && subject.fresh === true) await readBack(check, () => attempt({}));
  return attempt;
}

/** Whether the valid request may be refused, which says nothing about the oddity. */
export function mayFail(check: Check, name: OperationName): boolean {
  const { mayFail: may = false } = REQUESTS[name];
  return typeof may === "function" ? may(check) : may;
}

/** What no guard depends on, in all places of a request, then in one of them, for targets that refuse what an operation does not take. */
function contentsOf(name: OperationName): readonly Oddity[] {
  const [query, extra] = [{ trace: "1", accountId: "acct_0" }, { trace: true }];
  return contractOperations.get(name)?.method === "GET"
    ? [{ query: { ...query, page: "2", limit: "5" } }, { query }]
    : [{ query, extra }, { query }, { extra }];
}

/** Sends a request that a guard refuses, with other content. The judge gets the answer, unless the content itself may be refused. */
export async function withAnyContent(
  name: OperationName,
  {
    attempt,
    oddity,
    status,
    judge,
  }: {
    readonly attempt: Attempt;
    readonly oddity: Oddity;
    readonly status: number;
    readonly judge: (answer: Answer) => void;
  },
): Promise<void> {
  for (const content of contentsOf(name)) {
    const answer = await attempt({ ...content, ...oddity });
    const isOther = !answer.succeeded && answer.status !== status;
    if (!isOther || (await attempt(content)).succeeded) judge(answer);
    if (!isOther) return;
  }
}

/** Writing the payout schedule affects the whole account, so that check runs alone. */
export const scheduleOf = (name: OperationName): RuleOptions =>
  REQUESTS[name].given === "schedule" ? { alone: true } : {};

/** No operation accepts a request without a key, or with an unknown key of the same form (§5.1, §5.6). The right key is accepted. */
export function refusesKeys(area: string): readonly RuleCheck[] {
  return guardedIn(area).flatMap(({ name, row }) => [
    rule(ruleIdOf(`${area}/${row}-without-key`), scheduleOf(name), async (check) => {
      const refused = await refusesKey(check, name, null);
      if (operationRows[name].unauthorized === undefined) observeBody(check, refused);
    }),
    rule(ruleIdOf(`${area}/${row}-with-unknown-key`), scheduleOf(name), async (check) => {
      // A route that no live key may use may refuse it for that first.
      const live = operationRows[name].live === undefined ? await invalidLiveKeysOf(check) : [];
      await refusesKey(check, name, unknownKey(check, await ownKey(check)), live.slice(0, 1));
    }),
  ]);
}

/** Records the members of a 401 whose body is open. */
function observeBody(check: Check, refused: Answer): void {
  const members = isObject(refused.body) ? Object.keys(refused.body) : [];
  check.observe("unauthorized-most-routes", `${refused.what}: ${members.join(", ") || "no members"}`);
}

/** @returns the 401, after which `others` are refused as well */
async function refusesKey(
  check: Check,
  name: OperationName,
  key: string | null,
  others: readonly string[] = [],
): Promise<Answer> {
  const attempt = await prepared(check, name);
  const refused = await attempt({ key });
  const otherwise = mayFail(check, name);
  if (otherwise && refused.status !== 401 && refused.status >= 400 && refused.status < 500) {
    throw new Inconclusive(`another refusal took precedence, which is permitted: ${refused.summary}`);
  }
  // An operation that the target does not offer may answer anything, but it does not succeed with the right key.
  if (refused.succeeded || refused.status === 401) check.expect(refused).toAnswer(401);
  // Before the counterpart, after which an object may be gone.
  const judge = (answer: Answer): void => check.expect(answer).toAnswer(401);
  if (refused.status === 401) {
    await withAnyContent(name, { attempt, oddity: { key }, status: 401, judge });
    for (const other of others) judge(await attempt({ key: other }));
  }
  const counterpart = await attempt({});
  if (!otherwise && refused.status !== 401) check.succeeded(counterpart);
  check.expect(refused).toAnswer(401);
  if (!otherwise) check.succeeded(counterpart);
  else if (counterpart.status === 401)
    throw new Inconclusive(`the right key is refused as well: ${counterpart.summary}`);
  return refused;
}

/** A key without a scheme and with others. The documented one in lowercase is open (`bearer-scheme-casing`). */
const otherSchemes = (key: string): readonly string[] => [
  key,
  `Token ${key}`,
  `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
];

/**
 * The body of each operation's 401, for each kind of invalid key, and for a key without the documented scheme (§5.6, §7.1). Other rules
 * judge that it is a 401. The request has no objects and parameters, which a 401 does not need, or is in order, or has more content.
 */
export function documentedBodies(area: string): readonly RuleCheck[] {
  return guardedIn(area).flatMap(({ name, row }): readonly RuleCheck[] => {
    const { unauthorized } = operationRows[name];
    if (unauthorized === undefined) return [];
    const { member, word } = unauthorized;
    return [
      rule(ruleIdOf(`${area}/${row}-unauthorized-body`), async (check) => {
        const attempt = await ifPossible(() => prepared(check, name));
        let judged = 0;
        const judge = async (answers: readonly Answer[]): Promise<void> => {
          for (const answer of answers) {
            if (answer.status !== 401) continue;
            judged += 1;
            const value = memberOf(answer, member);
            if (value !== word) await requireRoute(check, name);
            check.expect.field(member, value, answer).toBe(word);
          }
        };
        for (const key of await invalidKeysOf(check)) {
          const answers = [await bare(check, name, key)];
          if (attempt !== null) {
            answers.push(await attempt({ key }));
            const keep = (answer: Answer): number => answers.push(answer);
            await withAnyContent(name, { attempt, oddity: { key }, status: 401, judge: keep });
          }
          await judge(answers);
        }
        for (const key of await invalidLiveKeysOf(check)) await judge([await bare(check, name, key)]);
        for (const authorization of otherSchemes(unknownKey(check)))
          await judge([await bare(check, name, null, authorization)]);
        if (judged > 0) return;
        // What prevents a request that is in order is the reason, if something does.
        if (attempt === null) await prepared(check, name);
        throw new Inconclusive("no request with an invalid key was answered 401");
      }),
    ];
  });
}

/**
 * A target may refuse a key before it looks for the route: the right key shows whether the route exists.
 * @throws NeedMissing or Inconclusive if it does not show that
 */
async function requireRoute(check: Check, name: OperationName): Promise<void> {
  const { status } = await bare(check, name, undefined);
  // An unknown object is answered like a missing route.
  if (mayMeanNoRoute(status)) check.succeeded(await (await prepared(check, name))({}));
}

const NOTHING = { id: "nothing", acct: "nothing", allocationId: "nothing" };

/**
 * A request that names no object and has no parameters. How a core resource refuses an id of another form is open
 * (`malformed-identifiers`), so passive rules do not judge those.
 */
async function bare(
  check: Check,
  name: OperationName,
  key: string | null | undefined,
  authorization?: string,
): Promise<Answer> {
  const header = authorization === undefined ? {} : { authorization };
  const credential = { ...(key === undefined ? {} : { key }), ...header };
  const operation = contractOperations.get(name);
  if (operation === undefined)
    return (
      await check.ports.call(name, {
        inputs: NOTHING,
        ...(key === undefined ? {} : { key }),
        ...(authorization === undefined ? {} : { headers: { Authorization: authorization } }),
      })
    ).answer;
  const parts: RequestParts = {
    path: NOTHING,
    ...(operation.method === "POST" ? { json: {} } : {}),
    ...header,
  };
  if (operation.path.endsWith("/{id}"))
    return sendUnjudged(check, { operation: name }, { ...parts, ...credential });
  const api = key === undefined ? check.api : check.as(key);
  return (api[name as keyof typeof api] as (parts: RequestParts) => Promise<Answer>)(parts);
}
