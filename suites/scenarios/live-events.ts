import { type Check, NeedMissing } from "../kit.ts";
import { EVENT, type EventName, gathered, ofType, type Recorded } from "../expect/connect-events.ts";
import { namesTheVendor } from "../expect/connect-event-data.ts";
import { givenCaptured, sendRefund } from "../fixtures/charges.ts";
import { matured } from "../fixtures/funds.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { givenAllocation, givenReversal, sendReversal } from "../fixtures/money-movements.ts";
import { givenFundedLiveVendor } from "../fixtures/unreachable-vendors.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { emptied } from "./blocked-refunds.ts";

/** The events of a live vendor's money, at an endpoint for live events. */
interface LiveEvents {
  readonly vendor: Vendor;
  readonly recorded: Recorded;
}

/** Moves the money of a live vendor in each way that has an event and that the target allows; null if control cannot create one. */
function givenLiveEvents(check: Check): Promise<LiveEvents | null> {
  return check.once("connect-events/live-events", (maker) =>
    ifPossible(async () => {
      const { events } = maker.profile;
      if (events === undefined || !("receiver" in events)) throw new NeedMissing("events");
      const vendor = await givenFundedLiveVendor(maker, await givenVendor(maker, { own: true }));
      const names = Object.values(EVENT);
      const inbox = await maker.inbox({ merchant: vendor.merchant, names, mode: "live" });
      const credit = await givenAllocation(maker, vendor);
      await matured(maker, [credit]);
      await ifPossible(() => givenReversal(maker, credit, 1));
      await ifPossible(async () => sendRefund(maker, await givenCaptured(maker, vendor)));
      await ifPossible(async () => {
        await emptied(maker, vendor);
        await sendReversal(credit);
      });
      const expected = [{ type: EVENT.transferCreated }, { type: EVENT.fundsAvailable }];
      return { vendor, recorded: await gathered(inbox, expected) };
    }),
  );
}

/** Expects that the events of a name about a live vendor name it. Does nothing if there are none, because other rules judge which there are. */
export async function namesTheLiveVendor(check: Check, type: EventName): Promise<void> {
  const live = await givenLiveEvents(check);
  if (live === null) return;
  for (const event of ofType(live.recorded, type)) namesTheVendor(check, live.vendor, event);
}
