import { checkoutSessions } from "../areas/checkout-sessions/record.ts";
import { isFinal } from "../areas/common/payout.ts";
import { charges } from "../areas/connect/records.ts";
import { disbursements } from "../areas/disbursements/record.ts";
import { paymentIntents } from "../areas/payment-intents/record.ts";
import { remittances } from "../areas/remittances/record.ts";
import { hostedSessions } from "../areas/billing/hosted.ts";
import { ActForm, Card, choices, Field, francs, Id, List, Tag, Time } from "./elements.tsx";
import { linkTo, ownRows, type View } from "./frame.tsx";

/** All payment intents. */
export const Payments = ({ view }: { view: View }) => (
  <List
    view={view}
    id="payments"
    thing="payment"
    empty="No payment yet."
    records={ownRows(view, paymentIntents)}
    columns={[
      ["Payment", ({ id }) => <Id view={view} id={id} />],
      [{ amount: "Amount" }, ({ amount, currency }) => francs(amount, currency)],
      ["Status", ({ status }) => <Tag status={status} />],
      ["Description", ({ description }) => description],
      [
        "For",
        ({ id }) =>
          view.state.find(charges, "intent", id).map(({ vendor }) => <Id view={view} id={vendor} />),
      ],
      ["Created (UTC)", ({ createdAt }) => <Time of={createdAt} />],
    ]}
    acts={({ id, status }) =>
      ["succeeded", "failed", "canceled"].includes(status)
        ? []
        : choices(
            { operation: "setPaymentIntentStatus", id },
            { succeeded: "Pay", failed: "Decline", canceled: "Cancel" },
          )
    }
  />
);

/** Checkout sessions of both kinds, with their pages. */
export function Sessions({ view }: { view: View }) {
  const page = ({ id }: { id: string }) => (
    <a href={`${view.checkoutUrl}/pay/${id}`} aria-label={`Open page of ${id}`}>
      Open page
    </a>
  );
  const back = `${view.url.origin}${linkTo(view, "sessions")}`;
  const { id: accountId, currency } = view.merchant;
  return (
    <>
      <Card title="New session">
        <p class="soft small">Creates a session as your client would. Open its page to pay.</p>
        <ActForm
          view={view}
          operation="createSession"
          body={{ accountId, currency, successUrl: back, cancelUrl: back }}
        >
          <Field label="Total, francs" name="number.total" type="number" value="5000" min={1} required />
          <button class="main">Create</button>
        </ActForm>
      </Card>
      <List
        view={view}
        id="sessions"
        title="Payments"
        thing="session"
        empty="No session yet."
        records={ownRows(view, checkoutSessions)}
        columns={[
          ["Session", ({ id }) => <Id view={view} id={id} />],
          [{ amount: "Total" }, (session) => francs(session.total, session.currency)],
          ["Status", ({ status }) => <Tag status={status} />],
          ["Order", ({ orderId }) => <Id view={view} id={orderId} />],
          ["Payment", ({ intentId }) => intentId !== null && <Id view={view} id={intentId} />],
          ["Expires (UTC)", ({ expiresAt }) => <Time of={expiresAt} />],
          ["Page", page],
        ]}
        acts={({ id, status }) =>
          status === "open"
            ? choices({ operation: "endSession", id }, { paid: "Pay", canceled: "Cancel", expired: "Expire" })
            : []
        }
      />
      <List
        view={view}
        id="hosted"
        title="Subscriptions"
        thing="session"
        empty="No subscription session yet."
        records={ownRows(view, hostedSessions)}
        columns={[
          ["Session", ({ id }) => <Id view={view} id={id} />],
          ["Customer", ({ order }) => <Id view={view} id={order.customer.id} />],
          [
            "Status",
            ({ isCanceled, subscriptionId }) => (
              <Tag status={isCanceled ? "canceled" : subscriptionId === null ? "open" : "completed"} />
            ),
          ],
          [
            "Subscription",
            ({ subscriptionId }) => subscriptionId !== null && <Id view={view} id={subscriptionId} />,
          ],
          ["Created (UTC)", ({ createdAt }) => <Time of={createdAt} />],
          ["Page", page],
        ]}
      />
    </>
  );
}

const payoutKinds = [
  { title: "Disbursements", table: disbursements, operation: "settleDisbursement" },
  { title: "Remittances", table: remittances, operation: "settleRemittance" },
];

/** Disbursements and remittances. */
export const Payouts = ({ view }: { view: View }) => (
  <>
    {payoutKinds.map(({ title, table, operation }) => (
      <List
        view={view}
        id={table.name}
        title={title}
        thing="payout"
        empty="None yet."
        records={ownRows(view, table)}
        columns={[
          ["Payout", ({ id }) => <Id view={view} id={id} />],
          [{ amount: "Amount" }, ({ amount, currency }) => francs(amount, currency)],
          ["Status", ({ status }) => <Tag status={status} />],
          ["To", ({ firstName, lastName, phone }) => `${firstName} ${lastName}, ${phone}`],
          ["Operator", ({ operatorName, country }) => `${operatorName} ${country.toUpperCase()}`],
          ["Created (UTC)", ({ createdAt }) => <Time of={createdAt} />],
        ]}
        acts={({ id, status }) =>
          isFinal(status)
            ? []
            : choices({ operation, id }, { succeeded: "Succeed", failed: "Fail", canceled: "Cancel" })
        }
      />
    ))}
  </>
);
