import { type Check, Inconclusive, type Merchant } from "../kit.ts";
import { asPrecondition } from "../fixtures/reading.ts";
import { type Charge, givenCharge, sendCapture } from "../fixtures/charges.ts";
import {
  readUntil,
  overviewsOfEachStep,
  figureOf,
  coversNow,
  type Raised,
} from "../fixtures/overview-points.ts";
import { targetClock } from "../fixtures/target-time.ts";
import type { Vendor } from "../fixtures/vendors.ts";

/** How much an action raises a figure. */
export interface Change extends Pick<Raised, "withinMs" | "uncounted"> {
  readonly amount: number;
}

export interface Act {
  readonly figure: "gross_volume" | "new_accounts";
  /** Acts. @returns how much the figure must rise */
  readonly by: () => Promise<Change>;
}

/** An amount that rounding, sums of ordinary amounts and other runs do not produce by chance. */
export function odd({ profile, runName }: Check): number {
  const run = Number.parseInt(runName.slice(-6), 16);
  return profile.ordinary.amount + 37 + 100 * (run % 10) + (run % 61);
}

/** Expects that the totals of a merchant's figure, in every range, change by exactly the effect of an action. */
export async function changes(check: Check, merchant: Merchant, { figure, by }: Act): Promise<void> {
  const now = await targetClock(check, merchant);
  const before = (await overviewsOfEachStep(check, merchant.api)).map(({ query, overview }) => ({
    query,
    before: overview,
    cover: coversNow(overview, now()),
  }));
  const { amount, ...rest } = await by();
  for (const then of before) {
    const total = figureOf(then.before, figure).total + amount;
    await readUntil(check, merchant, { ...then, figure, total, ...rest });
  }
}

/** A captured charge, and how long until its capture must be visible. An asynchronous capture also has time to settle. */
export async function captured(
  check: Check,
  vendor: Vendor,
): Promise<{ readonly charge: Charge; readonly amount: number; readonly withinMs: number }> {
  const charge = await givenCharge(check, vendor, { amount: odd(check) });
  const answer = check.succeeded(await sendCapture(check, charge));
  const { consistencyMs, settleMs } = check.profile.deadlines;
  const begun = answer.status === 202 || /"(processing|pending)"/.test(JSON.stringify(answer.read));
  return { charge, amount: charge.amount, withinMs: begun ? consistencyMs + settleMs : consistencyMs };
}

/** A captured charge that its merchant's overview shows. @throws Inconclusive if it does not show it, which another rule judges */
export function shownCapture(check: Check, vendor: Vendor): Promise<Charge> {
  return asPrecondition(async () => {
    const made: Charge[] = [];
    await changes(check, vendor.merchant, {
      figure: "gross_volume",
      by: async () => {
        const { charge, ...change } = await captured(check, vendor);
        made.push(charge);
        return change;
      },
    });
    const [charge] = made;
    if (charge === undefined) throw new Inconclusive("no charge was captured");
    return charge;
  });
}
