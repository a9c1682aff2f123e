import type { Check } from "../../harness/check.ts";
import { contractOperations } from "../../harness/contract.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { memberOf } from "../expect/reading.ts";
import { ownKey } from "../expect/secret-keys.ts";

/** Routes that the document's "most routes" may or may not include (§5.6). */
const UNNAMED = [
  "createSession",
  "retrieveSession",
  "createDisbursement",
  "retrieveDisbursement",
  "createRemittance",
  "retrieveRemittance",
  "listRemittances",
  "createAllocation",
  "createAllocationReversal",
  "createAccount",
  "listAccounts",
  "retrieveAccount",
  "listAccountTransactions",
  "retrieveAccountCompliance",
  "createWithdrawal",
];

/** The documented members of a 401 body, on any route (§5.6, §7.1). */
const SHOWN = { message: "Unauthorized", error: "Unauthorized", code: "E_UNAUTHORIZED" } as const;

/** The body of the 401 when the key is missing. */
export default [
  /** Requests every route without a key. The objects that paths name need not exist. */
  rule("authentication/unauthorized-documented-body", async (check) => {
    for (const answer of await givenUnauthorized(check)) {
      const members = shownIn(answer);
      check.observe("unauthorized-most-routes", `${answer.what}: ${members.join(", ")}`);
      check.expect
        .that("which of the documented members the 401 has", members, answer)
        .toSatisfy("message, error or code", () => members.length > 0);
    }
  }),

  /** Considers only routes that exist, as requests with the right key show. */
  rule("authentication/unauthorized-message-on-some-route", async (check) => {
    const answers = await givenUnauthorized(check, await ownKey(check));
    const messages = answers.map((answer) => memberOf(answer, "message") ?? null);
    check.expect
      .that("the message of the 401s", messages, answers[0])
      .toSatisfy(`"${SHOWN.message}" on at least one route`, () => messages.includes(SHOWN.message));
  }),
];

/** Statuses of a request with the right key that do not prove that the route exists. A 404 may also mean an unknown object. */
const NOT_SHOWN = [401, 404, 405, 501];

/**
 * The 401s of requests without a key. A route may answer with another status first. If `key` is given, only routes that it shows to exist
 * count.
 * @throws Inconclusive if there is none
 */
async function givenUnauthorized(check: Check, key?: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const id of UNNAMED) {
    const operation = contractOperations.get(id);
    if (operation === undefined || operation.host === "control") throw new Error(`there is no ${id}`);
    const { method, path, host } = operation;
    const request = {
      method,
      host,
      to: path.replace(/\{\w+\}/g, "nothing"),
      ...(method === "POST" ? { json: {} } : {}),
    };
    if (key !== undefined && NOT_SHOWN.includes((await check.send({ ...request, key })).status)) continue;
    answers.push(await check.send({ ...request, key: null }));
  }
  const refused = answers.filter(({ status }) => status === 401);
  if (refused.length === 0)
    throw new Inconclusive(
      "no route whose 401 may have a message (§5.6) answered 401 to a request without a key",
    );
  return refused;
}

/** The documented members that a body has with their documented values. */
function shownIn(answer: Answer): readonly string[] {
  return Object.entries(SHOWN).flatMap(([name, word]) => (memberOf(answer, name) === word ? [name] : []));
}
