import type { Answer, Check, ReceivedEvent, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, numberOf, rule } from "../kit.ts";
import { type BlockedRefunds, givenBlockedRefunds } from "../scenarios/blocked-refunds.ts";
import {
  EVENT,
  type EventName,
  expectCount,
  expectNone,
  ofType,
  type Recorded,
  someOf,
} from "../expect/connect-events.ts";
import { code } from "../fixtures/reading.ts";
import { namesTheVendor, repeatsAmounts, expectData } from "../expect/connect-event-data.ts";
import { namesTheLiveVendor } from "../scenarios/live-events.ts";
import { type BlockedReversals, givenBlockedReversals } from "../scenarios/transfers.ts";

type Heard<T> = Omit<T, "recorded"> & { readonly recorded: Recorded };

/** The events of refusals for insufficient funds (§6.2): one for each refusal. */
export default [
  onReversals("connect-events/refused-reversal-emits-reversal-blocked", (_check, blocked) => {
    atLeastOne(blocked.recorded, EVENT.reversalBlocked, ofAllocation(blocked));
  }),
  /** Refuses more than three, because a target may limit how often it reports the same. */
  onReversals("connect-events/three-refused-reversals-three-events", (_check, blocked) => {
    const refused = blocked.refusals.filter(({ status }) => status === 402).length;
    requireAll(refused, blocked.refusals.length, "reversals");
    expectCount(
      blocked.recorded,
      { type: EVENT.reversalBlocked, where: ofAllocation(blocked), count: refused },
      `events with different ids, after ${refused} refused reversals`,
    );
  }),
  onReversals("connect-events/refused-reversal-emits-no-transfer-reversed", (_check, blocked) => {
    const { allocation, recorded } = blocked;
    expectNone(
      recorded,
      EVENT.transferReversed,
      ({ data }) => data["connectTransferId"] === allocation,
      "after refused reversals",
    );
  }),
  /** Judges a live vendor as well. */
  onReversals("connect-events/reversal-blocked-names-the-vendor", async (check, blocked) => {
    for (const event of someOf(blocked.recorded, EVENT.reversalBlocked))
      namesTheVendor(check, blocked.vendor, event);
    await namesTheLiveVendor(check, EVENT.reversalBlocked);
  }),
  onReversals("connect-events/reversal-blocked-names-the-allocation", (check, blocked) => {
    for (const event of attributed(blocked)) expectData(check, event, { allocation: blocked.allocation });
  }),
  onReversals("connect-events/reversal-blocked-amounts", (check, blocked) => {
    const { refusals } = blocked;
    const reported = attributed(blocked);
    repeats(check, { reported, refusals, fields: ["required", "seller_available", "shortfall"] });
  }),
  onReversals("connect-events/reversal-blocked-agrees-on-currency", (check, blocked) => {
    agreesOnCurrency(check, attributed(blocked), blocked.refusals);
  }),

  onRefunds("connect-events/refused-refund-emits-refund-blocked", (_check, { recorded }) => {
    atLeastOne(recorded, EVENT.refundBlocked);
  }),
  onRefunds("connect-events/three-refused-refunds-three-events", (_check, { refusals, recorded }) => {
    const refused = refusals.filter(({ answer }) => answer.status === 402).length;
    requireAll(refused, refusals.length, "refunds");
    expectCount(
      recorded,
      { type: EVENT.refundBlocked, count: refused },
      `events with different ids, after ${refused} refused refunds`,
    );
  }),
  onRefunds(
    "connect-events/refused-refund-emits-no-application-fee-refunded",
    (_check, { refusals, recorded }) => {
      if (refusals.some(({ answer }) => answer.status !== 402))
        throw new Inconclusive("not every refund was refused for lack of funds");
      expectNone(recorded, EVENT.feeRefunded, () => true, "after refused refunds");
    },
  ),
  onRefunds("connect-events/refund-blocked-names-the-vendor", (check, blocked) => {
    for (const event of someOf(blocked.recorded, EVENT.refundBlocked))
      namesTheVendor(check, blocked.vendor, event);
  }),
  onRefunds("connect-events/refund-blocked-asked-amount", (check, { refusals, recorded }) => {
    const events = someOf(recorded, EVENT.refundBlocked);
    const reported = events.map(({ data }) => numberOf(data["refund_amount"]));
    const requested = refusals
      .filter(({ answer }) => answer.status === 402)
      .map((refusal) => refusal.requested);
    repeatsAmounts(check, { what: "the refund amounts", reported, expected: requested, event: events[0] });
  }),
  onRefunds("connect-events/refund-blocked-amounts", (check, { refusals, recorded }) => {
    repeats(check, {
      reported: someOf(recorded, EVENT.refundBlocked),
      refusals: refusals.map(({ answer }) => answer),
      fields: ["required", "seller_available", "marketplace_balance", "shortfall"],
    });
  }),
  onRefunds("connect-events/refund-blocked-agrees-on-currency", (check, { refusals, recorded }) => {
    const answers = refusals.map(({ answer }) => answer);
    agreesOnCurrency(check, someOf(recorded, EVENT.refundBlocked), answers);
  }),
];

/** @throws Inconclusive unless all of the requests were refused for lack of funds */
function requireAll(refused: number, sent: number, what: string): void {
  if (refused !== sent)
    throw new Inconclusive(`${refused} of ${sent} ${what} were refused for lack of funds`);
}

function onReversals(
  id: RuleId,
  judge: (check: Check, blocked: BlockedReversals) => void | Promise<void>,
): RuleCheck {
  return rule(id, async (check) => judge(check, await givenBlockedReversals(check)));
}

function onRefunds(id: RuleId, judge: (check: Check, blocked: Heard<BlockedRefunds>) => void): RuleCheck {
  return rule(id, async (check) => {
    const blocked = await givenBlockedRefunds(check);
    const { recorded } = blocked;
    if (recorded === null) throw new NeedMissing("events");
    if (blocked.refusals.every(({ answer }) => answer.status !== 402))
      throw new Inconclusive("no refund was refused for lack of funds");
    judge(check, { ...blocked, recorded });
  });
}

function ofAllocation({ allocation }: BlockedReversals) {
  return ({ data }: ReceivedEvent): boolean => data["allocation"] === allocation;
}

/**
 * The reported events. If other clients' refusals may be among them, only those that name this allocation.
 * @throws Inconclusive if there is none
 */
function attributed(blocked: Heard<BlockedReversals>): readonly ReceivedEvent[] {
  const reported = someOf(blocked.recorded, EVENT.reversalBlocked);
  const mine = blocked.vendor.merchant.own
    ? reported
    : reported.filter(({ data }) => data["allocation"] === blocked.allocation);
  if (mine.length === 0)
    throw new Inconclusive(
      "no event names the allocation, and the events may concern other clients' allocations",
    );
  return mine;
}

/** Expects at least one event. Another rule judges how many. @throws Violation */
function atLeastOne(
  recorded: Recorded,
  type: EventName,
  where: (event: ReceivedEvent) => boolean = () => true,
): void {
  if (ofType(recorded, type, where).length > 0) return;
  expectCount(recorded, { type, where }, "after a refusal for lack of funds");
}

/** Expects that each event repeats the figures of a refusal, and that each refusal is repeated by an event. */
function repeats(
  check: Check,
  observed: {
    readonly reported: readonly ReceivedEvent[];
    readonly refusals: readonly Answer[];
    readonly fields: readonly string[];
  },
): void {
  const figures = (body: unknown): string =>
    observed.fields
      .map((field) => `${field} ${JSON.stringify((body as Record<string, unknown>)[field])}`)
      .join(", ");
  const refused = observed.refusals.filter(({ status }) => status === 402).map(({ body }) => figures(body));
  const reported = observed.reported.map(({ data }) => figures(data));
  for (const event of observed.reported)
    check.expect
      .that("the figures of the event, as a refusal states them", figures(event.data), event)
      .toBeOneOf([...new Set(refused)]);
  if (reported.length < refused.length) return;
  check.expect
    .that(
      "the figures of refusals that no event repeats",
      refused.filter((one) => !reported.includes(one)),
    )
    .toBe([]);
}

/** Expects that all events report the currency of the refusals, in any casing. */
function agreesOnCurrency(
  check: Check,
  reported: readonly ReceivedEvent[],
  answers: readonly Answer[],
): void {
  const refused = answers.filter(({ status }) => status === 402);
  const currencies = refused.map(({ body }) => (body as { readonly currency?: unknown }).currency);
  if (!currencies.every((currency) => typeof currency === "string"))
    throw new Inconclusive("the refusals report no currency");
  for (const event of reported)
    check.expect
      .that("data.currency, in lowercase", code(event.data["currency"]), event)
      .toBeOneOf([...new Set(currencies.map(code))]);
}
