import type { Answer, Check, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, rule } from "../kit.ts";
import { isObject } from "../../spec/json.ts";
import { sessions } from "../fixtures/checkout-session-creation.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";
import { overviewOf } from "../fixtures/overviews.ts";
import { givenScheduler } from "../fixtures/payout-schedules.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { givenMarketplace } from "../fixtures/marketplaces.ts";
import { PATIENT, sendCreation } from "../fixtures/vendor-creations.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { send as sendWithdrawal } from "../fixtures/withdrawals.ts";
import { provokedRefusals } from "../expect/creations.ts";
import type { Resource } from "../fixtures/resources.ts";

const CREATIONS: readonly Resource[] = [intents, sessions, disbursements, remittances];

/** One validation failure of each Connect route that has any (§4.6, §4.7, §7.4). Test clocks and subscriptions have other error bodies. */
const CONNECT: readonly ((check: Check) => Promise<Answer>)[] = [
  async (check) => {
    const extra = { phone: "242060000000" };
    return (await sendCreation(check, await givenMarketplace(check), { extra })).answer;
  },
  async (check) => sendWithdrawal(await givenVendor(check), { json: { amount: 1 } }),
  async (check) => {
    const { acct, merchant } = await givenVendor(check);
    return merchant.api.createAllocation({ body: { destination: acct, amount: 0 } });
  },
  async (check) => (await givenScheduler(check)).api.replacePayoutSchedule({ json: {} }),
  (check) => overviewOf(check, { range: "6m", granularity: "day" }),
];

/** The statuses that validation failures have (§7.1). */
const VALIDATION = [400, 422];

/**
 * The body of a validation failure (§7.1). Other failures have the same statuses, so each request here has exactly one invalid parameter.
 */
export default [
  rule("conventions/validation-errors-list", PATIENT, async (check) => {
    for (const { answer, errors } of await givenErrors(check))
      check.expect.field("errors", errors, answer).toSatisfy("a list", Array.isArray);
  }),

  rule("conventions/validation-errors-entry", PATIENT, (check) =>
    eachEntry(check, (entry, answer) => {
      check.expect.that("an entry of errors", entry, answer).toSatisfy("an object", () => isObject(entry));
    }),
  ),

  ...(["rule", "field", "message"] as const).map((name) =>
    carries(`conventions/validation-errors-${name}`, name),
  ),
];

/** Expects that each entry has a string under this name. */
function carries(id: RuleId, name: string): RuleCheck {
  return rule(id, PATIENT, (check) =>
    eachEntry(check, (entry, answer) => {
      if (!isObject(entry)) return;
      check.expect
        .that(`${name} of an entry of errors`, entry[name], answer)
        .toSatisfy("a text", (value) => typeof value === "string");
    }),
  );
}

async function eachEntry(check: Check, judge: (entry: unknown, answer: Answer) => void): Promise<void> {
  for (const { answer, errors } of await givenErrors(check)) {
    if (Array.isArray(errors)) for (const entry of errors as unknown[]) judge(entry, answer);
  }
}

interface Emitted {
  readonly answer: Answer;
  readonly errors: unknown;
}

/** The contents of `errors` in validation failures. @throws Inconclusive if no failure has any */
async function givenErrors(check: Check): Promise<readonly Emitted[]> {
  const answers = await check.once("validation failures", async (maker) => {
    const made: Answer[] = [];
    for (const creation of CREATIONS)
      made.push(...(await ifOffered(() => provokedRefusals(maker, creation))));
    for (const refused of CONNECT) {
      const answers = await ifOffered(async () => [await refused(maker)]);
      // A Connect error has a code, and its body is not that of a validation failure.
      made.push(...answers.filter((answer) => typeof codeOf(answer) !== "string"));
    }
    return made;
  });
  const reported = answers.flatMap((answer): readonly Emitted[] => {
    if (!VALIDATION.includes(answer.status) || answer.read.kind !== "json") return [];
    const { errors } = (answer.read.value ?? {}) as { errors?: unknown };
    return errors === undefined ? [] : [{ answer, errors }];
  });
  if (reported.length === 0) throw new Inconclusive("no refusal of an invalid parameter has `errors`");
  return reported;
}

/** The refusals; none if the target does not offer what they need. */
async function ifOffered(refusals: () => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
  try {
    return await refusals();
  } catch (error) {
    if (error instanceof NeedMissing || error instanceof Inconclusive) return [];
    throw error;
  }
}
