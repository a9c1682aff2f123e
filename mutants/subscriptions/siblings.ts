import { type Subscription, subscriptions } from "../../emulator/areas/billing/records.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { named, part, type Replace } from "../mutant.ts";
import { type Act, acting, also, siblingsOf } from "../shared/billing.ts";
import { isOld } from "../shared/older.ts";

/** An operation that also changes the customer's other subscriptions, by `along`. */
const moving = (
  [act, isSelected]: readonly [Act, (body: Readonly<Record<string, unknown>>) => boolean],
  along: (moved: Subscription) => Partial<Subscription>,
): Replace =>
  acting(act, (usual, input) => {
    const acted = usual(input);
    if (!isSelected(input.body)) return acted;
    const siblings = siblingsOf(input.context.state, input.subscription);
    return also(acted, {
      writes: siblings.map((each) => put(subscriptions, { ...each, ...along(acted.subscription) })),
    });
  });

const always = (): boolean => true;

export const mutants = named({
  "siblings-canceled-along": {
    violates: ["subscriptions/immediate-cancel-leaves-siblings"],
    summary: "An immediate cancellation ends all subscriptions of the customer.",
    replace: moving(["cancel", (body) => body["cancelImmediately"] === true], () => ({
      status: "canceled",
    })),
  },
  "siblings-scheduled-along": {
    violates: ["subscriptions/scheduled-cancel-leaves-siblings"],
    summary: "A scheduled cancellation is scheduled for all subscriptions of the customer.",
    replace: moving(["cancel", (body) => body["cancelImmediately"] !== true], ({ cancelAt }) => ({
      cancelAt,
    })),
  },
  "siblings-paused-along": {
    violates: ["subscriptions/pause-leaves-siblings"],
    summary: "A pause pauses all subscriptions of the customer.",
    replace: moving(["pause", always], ({ status, pausedAt, pausedFrom }) => ({
      status,
      pausedAt,
      pausedFrom,
    })),
  },
  "siblings-resumed-along": {
    violates: ["subscriptions/resume-leaves-siblings"],
    summary: "A resumption resumes all subscriptions of the customer.",
    replace: moving(["resume", always], ({ status }) => ({ status, pausedAt: null, pausedFrom: null })),
  },
  "siblings-settled-along": {
    violates: ["subscriptions/retry-payment-leaves-siblings"],
    summary: "A successful retry settles all unpaid subscriptions of the customer.",
    replace: moving(["retryPayment", always], () => ({ status: "active" })),
  },
  "cancellation-knows-ten-subscriptions": {
    violates: ["subscriptions/cancel-after-others"],
    summary: "A cancellation finds only the last ten subscriptions of an account.",
    replace: part(["subscriptions", "cancel"], ({ find }) => ({
      find: (context) => {
        const found = find(context);
        const own = context.state.find(subscriptions, "owner", ownerOf(context.command.caller));
        return isOld(own, found?.id) ? undefined : found;
      },
    })),
  },
});
