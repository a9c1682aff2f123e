import { heldIn, walletsOf } from "../areas/account/wallets.ts";
import { withdrawals } from "../areas/connect/records.ts";
import { vendors } from "../areas/connect/vendor.ts";
import { customers } from "../areas/customers/record.ts";
import { invoices, subscriptions } from "../areas/billing/records.ts";
import { prices } from "../areas/prices/record.ts";
import { ActButton, at, ChoiceButtons, francs, Id, List, Tag, Time } from "./elements.tsx";
import { ownRows, type View } from "./frame.tsx";

/** Vendors with their balances. */
export function Vendors({ view }: { view: View }) {
  const { state } = view;
  const all = ownRows(view, vendors);
  const balance = (id: string, pot: "pending" | "available") =>
    walletsOf(state, id, view.mode).map((wallet) => (
      <div>{francs(heldIn(state, wallet)[pot], wallet.currency)}</div>
    ));
  const paidOut = all.flatMap(({ id }) => state.find(withdrawals, "vendor", id));
  return (
    <>
      <List
        view={view}
        id="vendors"
        thing="vendor"
        columns={[
          "Vendor",
          "Name",
          "File",
          "May",
          { amount: "Pending" },
          { amount: "Available" },
          "Payouts to",
        ]}
        empty="No vendor yet."
        rows={all}
        row={(vendor) => [
          <Id view={view} id={vendor.id} />,
          vendor.deletedAt === null ? vendor.name : `${vendor.name} (deleted)`,
          vendor.fileStatus === null ? "no file" : <Tag status={vendor.fileStatus} />,
          (vendor.policy ?? []).join(", "),
          balance(vendor.id, "pending"),
          balance(vendor.id, "available"),
          vendor.payoutPhone ?? "nowhere",
        ]}
      />
      <List
        view={view}
        id="withdrawals"
        title="Withdrawals"
        thing="withdrawal"
        columns={["Withdrawal", "Vendor", { amount: "Amount" }, "Status", "Created (UTC)", ""]}
        empty="No withdrawal yet."
        rows={paidOut.toSorted((a, b) => b.createdAt - a.createdAt)}
        row={(withdrawal) => [
          <Id view={view} id={withdrawal.id} />,
          <Id view={view} id={withdrawal.vendor} />,
          francs(withdrawal.amount, withdrawal.currency),
          <Tag status={withdrawal.status} />,
          <Time of={withdrawal.createdAt} />,
          withdrawal.status === "processing" && (
            <ChoiceButtons
              view={view}
              operation="settleWithdrawal"
              params={{ id: withdrawal.vendor }}
              field="outcome"
              labels={{ succeeded: "Succeed", failed: "Fail" }}
              about={withdrawal.id}
            />
          ),
        ]}
      />
    </>
  );
}

/** Subscriptions with their actions. */
export function Subscriptions({ view }: { view: View }) {
  const { state } = view;
  return (
    <List
      view={view}
      id="subscriptions"
      thing="subscription"
      columns={["Subscription", "Customer", "Status", "Items", "Period (UTC)", "Clock", ""]}
      empty="No subscription yet."
      rows={ownRows(view, subscriptions)}
      row={(subscription) => {
        const { id, status } = subscription;
        const customer = state.get(customers, subscription.customerId);
        const acts: readonly (readonly [string, string])[] =
          status === "canceled"
            ? []
            : [
                ...(status === "unpaid" || status === "past_due"
                  ? ([["retryPayment", "Retry"]] as const)
                  : []),
                status === "paused" ? ["resumeSubscription", "Resume"] : ["pauseSubscription", "Pause"],
                ["cancelSubscription", "Cancel"],
              ];
        return [
          <Id view={view} id={id} />,
          <>
            <Id view={view} id={subscription.customerId} /> <div>{customer?.name ?? customer?.email}</div>
          </>,
          <>
            <Tag status={status} />
            {subscription.cancelAt !== null && <div>ends {at(subscription.cancelAt)}</div>}
          </>,
          subscription.items.map(({ priceId, quantity }) => (
            <div>
              {quantity} × {state.get(prices, priceId)?.productName ?? <Id view={view} id={priceId} />}
            </div>
          )),
          <>
            <Time of={subscription.periodStart} />
            <br />
            <Time of={subscription.periodEnd} />
          </>,
          subscription.clockId === null ? "wall clock" : <Id view={view} id={subscription.clockId} />,
          acts
            .filter(([operation]) => view.operationIds.includes(operation))
            .map(([operation, label]) => (
              <ActButton view={view} operation={operation} params={{ id }} label={label} about={id} />
            )),
        ];
      }}
    />
  );
}

/** Invoices, with their links. */
export function Invoices({ view }: { view: View }) {
  return (
    <List
      view={view}
      id="invoices"
      thing="invoice"
      columns={[
        "Invoice",
        "Number",
        { amount: "Due" },
        "Status",
        "Subscription",
        "Due at (UTC)",
        "Attempts",
        "Link",
        "",
      ]}
      empty="No invoice yet."
      rows={ownRows(view, invoices)}
      row={(invoice) => [
        <Id view={view} id={invoice.id} />,
        invoice.number,
        francs(invoice.amountDue, invoice.currency),
        <Tag status={invoice.status} />,
        <Id view={view} id={invoice.subscriptionId} />,
        <Time of={invoice.dueAt} />,
        String(invoice.attempts),
        <a href={`${view.checkoutUrl}/invoice/${invoice.id}`} aria-label={`Open page of ${invoice.number}`}>
          Open page
        </a>,
        invoice.status === "open" &&
          Object.entries({ payInvoice: "Pay", voidInvoice: "Void" }).map(([operation, label]) => (
            <ActButton
              view={view}
              operation={operation}
              params={{ id: invoice.id }}
              label={label}
              about={invoice.number}
            />
          )),
      ]}
    />
  );
}
