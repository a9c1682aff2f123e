import { checkoutSessions } from "../areas/checkout-sessions/record.ts";
import { type Payout, isFinal } from "../areas/common/payout.ts";
import { charges } from "../areas/connect/records.ts";
import { disbursements } from "../areas/disbursements/record.ts";
import { paymentIntents } from "../areas/payment-intents/record.ts";
import { remittances } from "../areas/remittances/record.ts";
import { hostedSessions } from "../areas/billing/hosted.ts";
import type { Table } from "../kernel/table.ts";
import { ActForm, Card, ChoiceButtons, Field, francs, Id, List, Tag, Time } from "./elements.tsx";
import { linkTo, ownRows, type View } from "./frame.tsx";

/** All payment intents. */
export function Payments({ view }: { view: View }) {
  return (
    <List
      view={view}
      id="payments"
      thing="payment"
      columns={["Payment", { amount: "Amount" }, "Status", "Description", "For", "Created (UTC)", ""]}
      empty="No payment yet."
      rows={ownRows(view, paymentIntents)}
      row={(intent) => {
        const charge = view.state.find(charges, "intent", intent.id)[0];
        const isOpen = !["succeeded", "failed", "canceled"].includes(intent.status);
        return [
          <Id view={view} id={intent.id} />,
          francs(intent.amount, intent.currency),
          <Tag status={intent.status} />,
          intent.description,
          charge && <Id view={view} id={charge.vendor} />,
          <Time of={intent.createdAt} />,
          isOpen && (
            <ChoiceButtons
              view={view}
              operation="setPaymentIntentStatus"
              params={{ id: intent.id }}
              field="status"
              labels={{ succeeded: "Pay", failed: "Decline", canceled: "Cancel" }}
              about={intent.id}
            />
          ),
        ];
      }}
    />
  );
}

/** Checkout sessions of both kinds, with their pages. */
export function Sessions({ view }: { view: View }) {
  const page = (id: string) => (
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
        columns={["Session", { amount: "Total" }, "Status", "Order", "Payment", "Expires (UTC)", "Page", ""]}
        empty="No session yet."
        rows={ownRows(view, checkoutSessions)}
        row={(session) => [
          <Id view={view} id={session.id} />,
          francs(session.total, session.currency),
          <Tag status={session.status} />,
          <Id view={view} id={session.orderId} />,
          session.intentId !== null && <Id view={view} id={session.intentId} />,
          <Time of={session.expiresAt} />,
          page(session.id),
          session.status === "open" && (
            <ChoiceButtons
              view={view}
              operation="endSession"
              params={{ id: session.id }}
              field="status"
              labels={{ paid: "Pay", canceled: "Cancel", expired: "Expire" }}
              about={session.id}
            />
          ),
        ]}
      />
      <List
        view={view}
        id="hosted"
        title="Subscriptions"
        thing="session"
        columns={["Session", "Customer", "Status", "Subscription", "Created (UTC)", "Page"]}
        empty="No subscription session yet."
        rows={ownRows(view, hostedSessions)}
        row={(session) => [
          <Id view={view} id={session.id} />,
          <Id view={view} id={session.order.customer.id} />,
          <Tag
            status={session.isCanceled ? "canceled" : session.subscriptionId === null ? "open" : "completed"}
          />,
          session.subscriptionId !== null && <Id view={view} id={session.subscriptionId} />,
          <Time of={session.createdAt} />,
          page(session.id),
        ]}
      />
    </>
  );
}

function PayoutTable(props: {
  view: View;
  title: string;
  table: Table<Payout>;
  operation: "settleDisbursement" | "settleRemittance";
}) {
  const { view, title, table, operation } = props;
  return (
    <List
      view={view}
      id={table.name}
      title={title}
      thing="payout"
      columns={["Payout", { amount: "Amount" }, "Status", "To", "Operator", "Created (UTC)", ""]}
      empty="None yet."
      rows={ownRows(view, table)}
      row={(payout) => [
        <Id view={view} id={payout.id} />,
        francs(payout.amount, payout.currency),
        <Tag status={payout.status} />,
        `${payout.firstName} ${payout.lastName}, ${payout.phone}`,
        `${payout.operatorName} ${payout.country.toUpperCase()}`,
        <Time of={payout.createdAt} />,
        !isFinal(payout.status) && (
          <ChoiceButtons
            view={view}
            operation={operation}
            params={{ id: payout.id }}
            field="status"
            labels={{ succeeded: "Succeed", failed: "Fail", canceled: "Cancel" }}
            about={payout.id}
          />
        ),
      ]}
    />
  );
}

/** Disbursements and remittances. */
export function Payouts({ view }: { view: View }) {
  return (
    <>
      <PayoutTable view={view} title="Disbursements" table={disbursements} operation="settleDisbursement" />
      <PayoutTable view={view} title="Remittances" table={remittances} operation="settleRemittance" />
    </>
  );
}
