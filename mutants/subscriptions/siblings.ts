import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import type { Subscription } from "../../emulator/areas/subscriptions/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { acting } from "../shared/billing.ts";
import { isOld } from "../shared/older.ts";

type Acts = Parameters<typeof acting>[1];

/** An act that moves the other subscriptions of the customer, too: `along` says what becomes of them. */
const together = (
  id: string,
  violates: RuleId,
  summary: string,
  [act, isMeant]: readonly [Acts, (body: Readonly<Record<string, unknown>>) => boolean],
  along: (moved: Subscription) => Partial<Subscription>,
): Mutant =>
  mutant({ id, violates, summary, subtle: true }, (parts) =>
    acting(parts, act, (usual, input) => {
      const acted = usual(input);
      if (!isMeant(input.body)) return acted;
      const { state } = input.context;
      const siblings = state
        .find(subscriptions, "customer", input.subscription.customerId)
        .filter(
          (each) => each.id !== input.subscription.id && each.accountId === input.subscription.accountId,
        );
      const writes = siblings.map((each) => put(subscriptions, { ...each, ...along(acted.subscription) }));
      return {
        ...acted,
        effects: { ...acted.effects, writes: [...(acted.effects.writes ?? []), ...writes] },
      };
    }),
  );

const always = (): boolean => true;

/** Acts that reach further than the subscription that they name, or not that far (§3, §4.9). */
export const siblingMutants: readonly Mutant[] = [
  together(
    "siblings-canceled-along",
    "subscriptions/immediate-cancel-leaves-siblings",
    "An immediate cancellation ends all subscriptions of the customer.",
    ["cancel", (body) => body["cancelImmediately"] === true],
    () => ({ status: "canceled" }),
  ),
  together(
    "siblings-scheduled-along",
    "subscriptions/scheduled-cancel-leaves-siblings",
    "A scheduled cancellation is scheduled for all subscriptions of the customer.",
    ["cancel", (body) => body["cancelImmediately"] !== true],
    ({ cancelAt }) => ({ cancelAt }),
  ),
  together(
    "siblings-paused-along",
    "subscriptions/pause-leaves-siblings",
    "A pause pauses all subscriptions of the customer.",
    ["pause", always],
    ({ status, pausedAt, pausedFrom }) => ({ status, pausedAt, pausedFrom }),
  ),
  together(
    "siblings-resumed-along",
    "subscriptions/resume-leaves-siblings",
    "A resumption resumes all subscriptions of the customer.",
    ["resume", always],
    ({ status }) => ({ status, pausedAt: null, pausedFrom: null }),
  ),
  together(
    "siblings-settled-along",
    "subscriptions/retry-payment-leaves-siblings",
    "A successful retry settles all unpaid subscriptions of the customer.",
    ["retryPayment", always],
    () => ({ status: "active" }),
  ),
  mutant(
    {
      id: "cancellation-knows-ten-subscriptions",
      violates: "subscriptions/cancel-after-others",
      summary: "A cancellation knows the last ten subscriptions of an account.",
      subtle: true,
    },
    (parts) => {
      const { cancel } = parts.subscriptions;
      const find: typeof cancel.find = (context) => {
        const found = cancel.find(context);
        const own = context.state.find(subscriptions, "owner", ownerOf(context.command.caller));
        return isOld(own, found?.id) ? undefined : found;
      };
      return { ...parts, subscriptions: { ...parts.subscriptions, cancel: { ...cancel, find } } };
    },
  ),
];
