import { type Answer, type Check, rule, type RuleCheck, type RuleId, type SuccessBody } from "../kit.ts";
import { type IntentRequest, ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { intentRequests } from "../fixtures/payment-intent-creation.ts";
import { eachAccepted } from "./creations.ts";

export type Created = Answer<SuccessBody<"createPaymentIntent">>;
type Judge = (
  check: Check,
  created: Created,
  request: IntentRequest,
  reach: (className: string) => void,
) => void | Promise<void>;

/**
 * Creates many different intents and judges each answer that is a success. A target may refuse the `further` requests, because limits are
 * not documented.
 */
export function createdIntents(
  id: RuleId,
  judge: Judge,
  {
    effort = 1,
    classesOf,
    shares = {},
    runShares = {},
    further = [],
    afterwards,
  }: {
    readonly effort?: number;
    readonly classesOf?: (request: IntentRequest) => readonly string[];
    readonly shares?: Readonly<Record<string, number>>;
    readonly runShares?: Readonly<Record<string, number>>;
    readonly further?: readonly Partial<IntentRequest>[];
    /** Judges intents beyond those that the test key creates. */
    readonly afterwards?: (check: Check) => Promise<void>;
  } = {},
): RuleCheck {
  return rule(id, async (check) => {
    await eachAccepted(check, {
      effort,
      from: intentRequests(check),
      ...(classesOf === undefined ? {} : { classesOf }),
      shares,
      runShares: { accepted: 0.5, ...runShares },
      send: (request) => check.api.createPaymentIntent({ body: request }),
      judge: (created, request, reach) => judge(check, created, request, reach),
    });
    for (const parts of further) {
      const request = { ...ordinaryIntent(check), ...parts };
      const answer = await check.api.createPaymentIntent({ body: request });
      if (answer.succeeded) await judge(check, answer, request, () => undefined);
    }
    await afterwards?.(check);
  });
}
