import { pots, potOf, walletsOf } from "../areas/account/wallets.ts";
import { checkoutSessions } from "../areas/checkout-sessions/record.ts";
import { paymentIntents } from "../areas/payment-intents/record.ts";
import { subscriptions } from "../areas/billing/records.ts";
import { vendors } from "../areas/connect/vendor.ts";
import { wallClock } from "../kernel/timeline.ts";
import { francs, Id, Live, Table, Tag, count } from "./elements.tsx";
import { linkTo, ownRows, type View } from "./frame.tsx";
import { Timers } from "./timers.tsx";

/** The first view: balances, counts, the latest events and the next timers. */
export function Overview({ view }: { view: View }) {
  const { state, merchant, mode, engine } = view;
  const wallets = walletsOf(state, merchant.id, mode);
  const payments = ownRows(view, paymentIntents);
  const counts = [
    ["payments", "payment", payments.length],
    ["sessions", "session", ownRows(view, checkoutSessions).length],
    ["subscriptions", "subscription", ownRows(view, subscriptions).length],
    ["vendors", "vendor", ownRows(view, vendors).length],
  ] as const;
  const events = engine.feed.since(merchant.id, 0).filter((entry) => entry.mode === mode);
  return (
    <>
      <Live id="money" title="Balance">
        {wallets.length === 0 && <p class="soft">No money yet.</p>}
        {wallets.map((wallet) => (
          <div class="figures">
            {pots.map((pot) => (
              <div>
                <div class="soft small">
                  {{ pending: "Pending", available: "Available", transit: "In transit" }[pot]}
                </div>
                <p class="figure">
                  {francs(state.ledger.balance(potOf(wallet, pot), wallet), wallet.currency)}
                </p>
              </div>
            ))}
            <Id view={view} id={wallet.id} />
          </div>
        ))}
        <p class="small">
          {counts.map(([path, name, number], index) => (
            <>
              {index !== 0 && " · "}
              <a href={linkTo(view, path)}>{count(number, name)}</a>
            </>
          ))}
        </p>
      </Live>
      <div class="grid wide">
        <Live id="latest" title="Latest payments">
          <Table
            label="Latest payments"
            empty="No payment yet: create a session with the API and open its page."
            records={payments.slice(0, 6)}
            columns={[
              ["Payment", ({ id }) => <Id view={view} id={id} />],
              [{ amount: "Amount" }, ({ amount, currency }) => francs(amount, currency)],
              ["Status", ({ status }) => <Tag status={status} />],
            ]}
          />
        </Live>
        <Live id="happened" title="Latest events">
          <Table
            label="Latest events"
            empty="No event yet."
            records={events.slice(-6).toReversed()}
            columns={[
              ["Event", ({ eventId }) => <Id view={view} id={eventId} />],
              ["Type", ({ type }) => type],
            ]}
          />
        </Live>
      </div>
      <Live id="ahead" title="Due next">
        <Timers
          view={view}
          label="Due next"
          timers={state.timeline.waiting(wallClock(merchant.id)).slice(0, 6)}
        />
      </Live>
    </>
  );
}
