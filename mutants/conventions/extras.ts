import { remittances } from "../../emulator/areas/remittances/record.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { pointed } from "../../spec/json.ts";
import { readingBody } from "../connect/parts.ts";
import { parseReply, rewriteReply, treating } from "../faults/exchange.ts";
import { obeying, obeyingAll } from "../faults/requests.ts";
import { type Mutant, named, type Wrap } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { list } from "../remittances/parts.ts";
import { clocks } from "../shared/clocks.ts";
import { routeOf, withRule } from "../shared/operations.ts";

/** Operations whose answers have no members that a request could name, or which other mutants below break. */
const NOT_OBEYING = /^(?:list|cancel|pause|resume)/;

/** Treats requests with `cancelImmediately` as those to another route of the object. */
const elsewhere = (from: string, to: string): Wrap =>
  treating(new RegExp(`${from}$`), () => ({ url, body, forward }) => {
    if (!isObject(body) || body["cancelImmediately"] !== true) return forward();
    return forward({ url: new URL(url.href.replace(from, to)) });
  });

const ruleOf = (operation: keyof typeof operationRows) =>
  ruleIdOf(`conventions/${operationRows[operation].row ?? ""}-obeys-nothing-else`);

export const mutants: readonly Mutant[] = [
  ...withRule("obeys-nothing-else")
    .filter(({ operation }) => !NOT_OBEYING.test(operation))
    .map(({ operation, row, rule }) => ({
      id: `${row}-obeys-every-member`,
      violates: [rule],
      summary: `The answer to ${operation} has the values of all members and parameters that the request has.`,
      wrap: obeyingAll(routeOf(operation)),
    })),
  ...named({
    "intent-live-by-a-text": {
      violates: [ruleOf("createPaymentIntent")],
      summary: "The answer to a creation obeys `liveMode` if it is the text of a boolean.",
      wrap: obeying("createPaymentIntent", "liveMode", "true"),
    },
    "allocation-free-by-a-zero": {
      violates: [ruleOf("createAllocation")],
      summary: "The answer to an allocation obeys a `fee` of 0.",
      wrap: obeying("createAllocation", "fee", 0),
    },
    "reversal-of-the-allocation-in-the-body": {
      violates: [ruleOf("createAllocationReversal")],
      summary: "A reversal is of the allocation that its body names.",
      wrap: treating("createAllocationReversal", () => ({ url, body, forward }) => {
        const named = isObject(body) ? body["allocationId"] : undefined;
        return forward(
          typeof named === "string" ? { url: new URL(url.href.replace(/ctr_\w+/, named)) } : undefined,
        );
      }),
    },
    "remittance-of-the-id-in-the-query": {
      violates: [ruleOf("retrieveRemittance")],
      summary: "A retrieval returns the remittance that its query names.",
      wrap: treating("retrieveRemittance", () => ({ url, forward }) => {
        const named = url.searchParams.get("id");
        return forward(named === null ? undefined : { url: new URL(url.href.replace(/rem_\w+/, named)) });
      }),
    },
    "pause-obeys-cancel-immediately": {
      violates: [ruleOf("pauseSubscription")],
      summary: "A pause with `cancelImmediately` cancels the subscription.",
      wrap: elsewhere("/pause", "/cancel"),
    },
    "resume-obeys-cancel-immediately": {
      violates: [ruleOf("resumeSubscription")],
      summary: "A resumption with `cancelImmediately` cancels the subscription.",
      wrap: elsewhere("/resume", "/cancel"),
    },
    "cancellation-at-the-time-of-the-body": {
      violates: [ruleOf("cancelSubscription")],
      summary: "The answer to a cancellation has the `cancelAt` of its body if that is still to come.",
      wrap: treating(/\/cancel$/, () => async ({ body, forward }) => {
        const answer = await forward();
        const cancelAt = isObject(body) ? body["cancelAt"] : undefined;
        const reply = answer.ok ? await parseReply(answer) : null;
        if (reply === null || !(Date.parse(String(cancelAt)) > Date.now())) return answer;
        return rewriteReply(answer, reply, { ...reply, body: { ...(reply.body as object), cancelAt } });
      }),
    },
    "cancellation-in-the-query": {
      violates: [ruleOf("cancelSubscription")],
      summary: "A cancellation takes `cancelImmediately` from the query, too.",
      wrap: treating(
        /\/cancel$/,
        () =>
          ({ url, body, forward }) =>
            forward(
              url.searchParams.has("cancelImmediately")
                ? { body: { ...(body as object), cancelImmediately: true } }
                : {},
            ),
      ),
    },
    "reversal-of-the-amount-in-the-query": {
      violates: [ruleOf("createAllocationReversal")],
      summary: "A reversal takes its amount from the query, and answers the one of the body.",
      wrap: treating("createAllocationReversal", () => async ({ url, body, forward }) => {
        const amount = url.searchParams.get("amount");
        if (amount === null) return forward();
        const answer = await forward({ body: { amount: Number(amount) } });
        const reply = answer.ok ? await parseReply(answer) : null;
        if (reply === null) return answer;
        return rewriteReply(answer, reply, {
          ...reply,
          body: { ...(reply.body as object), ...(body as object) },
        });
      }),
    },
    "attachment-advances-to-the-frozen-time": {
      violates: [ruleOf("attachTestClock")],
      summary: "An attachment with a later `frozenTime` advances the clock to it.",
      wrap: treating("attachTestClock", () => async ({ url, body, forward }) => {
        const frozenTime = isObject(body) ? body["frozenTime"] : undefined;
        const answer = await forward();
        if (answer.ok && typeof frozenTime === "string")
          await forward({ url: new URL("advance", url), body: { frozenTime } });
        return answer;
      }),
    },
    "simulation-attaches-the-customer": {
      violates: [ruleOf("simulateTestClock")],
      summary: "A simulation with a `customerId` attaches the customer to its clock.",
      wrap: treating("simulateTestClock", () => async ({ url, body, forward }) => {
        const customerId = isObject(body) ? body["customerId"] : undefined;
        const answer = await forward();
        const id = pointed((await parseReply(answer))?.body, "/testClock/id");
        if (answer.ok && typeof customerId === "string" && typeof id === "string")
          await forward({ url: new URL(`${id}/attach`, url), body: { customerId } });
        return answer;
      }),
    },
    "schedule-switched-by-the-query": {
      violates: [ruleOf("replacePayoutSchedule")],
      summary: "A payout schedule without `enabled` takes it from the query.",
      replace: readingBody("payoutSchedule.replace", (body, { command }) => {
        if (command.query["enabled"]?.[0] === "false") body["enabled"] ??= false;
      }),
    },
    "remittance-list-of-the-account-in-the-query": {
      violates: [ruleOf("listRemittances")],
      summary: "A list of remittances has those of all accounts if the query names one.",
      replace: list(({ select }) => ({
        select: (context) =>
          context.command.query["accountId"] === undefined
            ? select(context)
            : context.state.all(remittances).toReversed(),
      })),
    },
    "clock-list-of-the-account-in-the-query": {
      violates: [ruleOf("listTestClocks")],
      summary: "A list of test clocks has those of all accounts if the query names one.",
      replace: clocks(({ select }) => ({
        select: (context) =>
          context.command.query["account"] === undefined ? select(context) : context.state.all(testClocks),
      })),
    },
  }),
];
