import type { Check } from "../../harness/check.ts";
import { epochOf, readIso } from "../../harness/timestamps.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { ordinaryIntent } from "../shared/requests.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Offsets of time zones are whole quarters of an hour, of up to so many hours. */
const QUARTER_MS = 15 * MINUTE_MS;
const WIDEST_ZONE_MS = 14 * HOUR_MS;
const NEAR_MS = 5 * MINUTE_MS;

const known = new WeakMap<Check, Map<string, Promise<number | null>>>();

/**
 * The time by a target's own clock, epoch ms: by control, else by what it dates now, else by the date of its answers. Whose
 * clock is right is nobody's business, but a capture is of today by the clock of who captures.
 * @throws Inconclusive when it tells none
 */
export async function targetClock(check: Check, merchant: Merchant): Promise<() => number> {
  const clocks = known.get(check) ?? new Map<string, Promise<number | null>>();
  known.set(check, clocks);
  // Time is moved for merchants of a check's own only.
  const clock = (merchant.own ? undefined : clocks.get(merchant.accountId)) ?? aheadOf(check, merchant);
  clocks.set(merchant.accountId, clock);
  const ahead = await clock;
  if (ahead === null)
    throw new Inconclusive("the target tells no time, so which step is that of now is unknown");
  return () => Date.now() + ahead;
}

/** By how many ms a target's clock is ahead of the suite's; null where it tells no time. */
async function aheadOf(check: Check, merchant: Merchant): Promise<number | null> {
  if (merchant.own && check.has("control.readWallClock")) {
    const path = { accountId: merchant.accountId };
    const { now } = (await check.control.call("readWallClock", { path })) as { now?: unknown };
    const told = epochOf(String(now)) - Date.now();
    if (!Number.isNaN(told)) return told;
  }
  const made = await merchant.api.createPaymentIntent({ body: ordinaryIntent(check) });
  const { createdAt } = (made.read.kind === "json" ? made.read.value : {}) as { createdAt?: unknown };
  const dated = typeof createdAt === "string" && made.succeeded ? readIso(createdAt) : null;
  if (dated?.timed === true) return dated.zone === "" ? withoutZone(dated.at) : dated.at - Date.now();
  const header = Date.parse(made.headers("date")[0] ?? "");
  return Number.isNaN(header) ? null : header - Date.now();
}

/** A time that names no zone and is that of the suite in some zone is taken for the suite's; of another, its zone is unknown. */
function withoutZone(at: number): number | null {
  const ahead = at - Date.now();
  const zone = Math.round(ahead / QUARTER_MS) * QUARTER_MS;
  return Math.abs(zone) <= WIDEST_ZONE_MS && Math.abs(ahead - zone) <= NEAR_MS ? ahead - zone : null;
}
