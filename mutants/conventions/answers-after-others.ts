import type { RuleId } from "../../spec/index.ts";
import { isObject } from "../../spec/json.ts";
import { entry, family, inOrder, named, perEmulator, type Replace } from "../mutant.ts";
import type { Body } from "../shared/answers.ts";

/** The first answer to an operation after another one of the same account is changed: a cache that the other one confuses. */
const afterOther = (other: string, operation: string, change: (body: Body) => void): Replace =>
  perEmulator(() => {
    const confused = new Set<string>();
    return inOrder(
      entry("answers", other, (usual) => async (answer, context) => {
        if (answer.status < 300) confused.add(context.caller?.accountId ?? "");
        return usual(answer, context);
      }),
      entry("answers", operation, (usual) => async (answer, context) => {
        const finished = await usual(answer, context);
        if (finished.status >= 300 || !isObject(finished.body)) return finished;
        if (!confused.delete(context.caller?.accountId ?? "")) return finished;
        const body = structuredClone(finished.body) as Body;
        change(body);
        return { ...finished, body };
      }),
    );
  });

/** Puts a value at the end of a path of members. */
function put(body: Body, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  const holder = names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), body);
  if (isObject(holder)) (holder as Body)[last] = value;
}

const OTHER_ACCOUNT = "acct_0000000000000000000000";

export const mutants = named({
  ...family(
    {
      "activation-of-another-after-its-request": [
        ...(["activateConnect", "retrieveActivation", "id", OTHER_ACCOUNT] as const),
        "activation",
      ],
      "schedule-of-another-after-its-replacement": [
        ...(["replacePayoutSchedule", "retrievePayoutSchedule", "account", OTHER_ACCOUNT] as const),
        "payout-schedule",
      ],
      "overview-of-other-months-after-an-allocation": [
        ...(["createAllocation", "retrieveOverview", "period.range", "6m"] as const),
        "overview",
        "range-as-asked",
      ],
      "overview-of-another-window-after-an-allocation": [
        ...(["createAllocation", "retrieveOverview", "period.from", "2001-01-01T07:00:00.000Z"] as const),
        "overview",
        "windows-move-with-time",
      ],
      "remittances-of-another-page-after-an-intent": [
        ...(["createPaymentIntent", "listRemittances", "meta.pages", 7] as const),
        "remittances",
        "list-meta-pages-arithmetic",
      ],
      "remittance-of-another-after-a-creation": [
        ...(["createRemittance", "retrieveRemittance", "id", "rem_0000000000000000000000"] as const),
        "remittances",
      ],
      "intent-of-another-after-a-creation": [
        ...(["createPaymentIntent", "retrievePaymentIntent", "id", "pi_0000000000000000000000"] as const),
        "payment-intents",
      ],
      "disbursement-of-another-after-a-creation": [
        ...(["createDisbursement", "retrieveDisbursement", "id", "wt_0000000000000000000000"] as const),
        "disbursements",
      ],
      "vendor-of-another-after-a-reversal": [
        ...(["createAllocationReversal", "retrieveAccount", "id", OTHER_ACCOUNT] as const),
        "vendors",
      ],
      "vendor-of-another-controller-after-an-allocation": [
        ...(["createAllocation", "retrieveAccount", "controller", OTHER_ACCOUNT] as const),
        "vendors",
        "same-everywhere",
      ],
      "vendor-created-later-after-an-allocation": [
        ...(["createAllocation", "retrieveAccount", "created_at", "2100-01-01T00:00:00.000Z"] as const),
        "vendors",
        "same-everywhere",
      ],
      "clock-of-another-account-after-an-attachment": [
        ...(["attachTestClock", "retrieveTestClock", "accountId", OTHER_ACCOUNT] as const),
        "test-clocks",
        "same-everywhere",
      ],
      "advance-from-its-end-after-an-attachment": [
        ...(["attachTestClock", "advanceTestClock", "advancedFrom", "2100-01-01T00:00:00.000Z"] as const),
        "test-clocks",
      ],
    } as const,
    ([other, operation, field, value, area, rule = "agrees-with-its-request"]) => ({
      violates: [`${area}/${rule}` as RuleId],
      summary: `The first answer to ${operation} after ${other} has ${JSON.stringify(value)} as ${field}.`,
      replace: afterOther(other, operation, (body) => put(body, field, value)),
    }),
  ),
});
