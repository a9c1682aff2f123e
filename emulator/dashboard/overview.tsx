import { heldIn, pots, potOf, walletsOf } from "../areas/account/wallets.ts";
import { checkoutSessions } from "../areas/checkout-sessions/record.ts";
import { paymentIntents } from "../areas/payment-intents/record.ts";
import { subscriptions } from "../areas/subscriptions/record.ts";
import { vendors } from "../areas/connect/vendor.ts";
import { ownerOf } from "../kernel/merchants.ts";
import { wallClock } from "../kernel/timeline.ts";
import { francs, Id, Live, Table, Tag, Time, count } from "./elements.tsx";
import { linkTo, type View } from "./frame.tsx";
import { timerName } from "./timers.ts";

/** The first view: money, counts, what has just happened and what is due next. */
export function Overview(props: { view: View }) {
  const { view } = props;
  const { state, merchant, mode, engine } = view;
  const owner = ownerOf(view.owner);
  const wallets = walletsOf(state, merchant.id, mode);
  const payments = state.find(paymentIntents, "owner", owner);
  const counts = [
    ["payments", "payment", payments.length],
    ["sessions", "session", state.find(checkoutSessions, "owner", owner).length],
    ["subscriptions", "subscription", state.find(subscriptions, "owner", owner).length],
    ["vendors", "vendor", state.find(vendors, "owner", owner).length],
  ] as const;
  const events = engine.feed.since(merchant.id, 0).filter((entry) => entry.mode === mode);
  return (
    <>
      <Live id="money" title="Balance">
        {wallets.length === 0 ? <p class="soft">No money yet.</p> : ""}
        {wallets.map((wallet) => (
          <div class="figures">
            {pots.map((pot) => (
              <div>
                <div class="soft small">
                  {{ pending: "Pending", available: "Available", transit: "In transit" }[pot]}
                </div>
                <p class="figure">
                  {francs(
                    pot === "transit"
                      ? state.ledger.balance(potOf(wallet, pot), wallet)
                      : heldIn(state, wallet)[pot],
                    wallet.currency,
                  )}
                </p>
              </div>
            ))}
            <Id view={view} id={wallet.id} />
          </div>
        ))}
        <p class="small">
          {counts.map(([path, name, number], index) => (
            <>
              {index === 0 ? "" : " · "}
              <a href={linkTo(view, path)}>{count(number, name)}</a>
            </>
          ))}
        </p>
      </Live>
      <div class="grid wide">
        <Live id="latest" title="Latest payments">
          <Table
            label="Latest payments"
            columns={["Payment", { amount: "Amount" }, "Status"]}
            empty="No payment yet: create a session with the API and open its page."
            rows={payments
              .slice(-6)
              .toReversed()
              .map((intent) => [
                <Id view={view} id={intent.id} />,
                francs(intent.amount, intent.currency),
                <Tag status={intent.status} />,
              ])}
          />
        </Live>
        <Live id="happened" title="Latest events">
          <Table
            label="Latest events"
            columns={["Event", "Type"]}
            empty="No event yet."
            rows={events
              .slice(-6)
              .toReversed()
              .map((entry) => [<Id view={view} id={entry.eventId} />, entry.type])}
          />
        </Live>
      </div>
      <Live id="ahead" title="Due next">
        <Table
          label="Due next"
          columns={["Due (UTC)", "What", "Of"]}
          empty="Nothing is waiting."
          rows={state.timeline
            .waiting(wallClock(merchant.id))
            .slice(0, 6)
            .map((timer) => [
              <Time of={timer.at} />,
              timerName(timer.kind),
              <Id view={view} id={timer.subject} />,
            ])}
        />
      </Live>
    </>
  );
}
