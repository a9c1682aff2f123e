import { heldIn, walletsOf } from "../areas/account/wallets.ts";
import { withdrawals } from "../areas/connect/records.ts";
import { vendors } from "../areas/connect/vendor.ts";
import { customers } from "../areas/customers/record.ts";
import { invoices, type SubscriptionStatus, subscriptions } from "../areas/billing/records.ts";
import { prices } from "../areas/prices/record.ts";
import { at, choices, francs, Id, List, Tag, Time } from "./elements.tsx";
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
        empty="No vendor yet."
        records={all}
        columns={[
          ["Vendor", ({ id }) => <Id view={view} id={id} />],
          ["Name", ({ name, deletedAt }) => (deletedAt === null ? name : `${name} (deleted)`)],
          ["File", ({ fileStatus }) => (fileStatus === null ? "no file" : <Tag status={fileStatus} />)],
          ["May", ({ policy }) => (policy ?? []).join(", ")],
          [{ amount: "Pending" }, ({ id }) => balance(id, "pending")],
          [{ amount: "Available" }, ({ id }) => balance(id, "available")],
          ["Payouts to", ({ payoutPhone }) => payoutPhone ?? "nowhere"],
        ]}
      />
      <List
        view={view}
        id="withdrawals"
        title="Withdrawals"
        thing="withdrawal"
        empty="No withdrawal yet."
        records={paidOut.toSorted((a, b) => b.createdAt - a.createdAt)}
        columns={[
          ["Withdrawal", ({ id }) => <Id view={view} id={id} />],
          ["Vendor", ({ vendor }) => <Id view={view} id={vendor} />],
          [{ amount: "Amount" }, ({ amount, currency }) => francs(amount, currency)],
          ["Status", ({ status }) => <Tag status={status} />],
          ["Created (UTC)", ({ createdAt }) => <Time of={createdAt} />],
        ]}
        acts={({ id: about, vendor: id, status }) =>
          status === "processing"
            ? choices(
                { operation: "settleWithdrawal", id, about, field: "outcome" },
                { succeeded: "Succeed", failed: "Fail" },
              )
            : []
        }
      />
    </>
  );
}

/** The actions on a subscription in a state, with their labels. */
const actsIn = (status: SubscriptionStatus): Readonly<Record<string, string>> =>
  status === "canceled"
    ? {}
    : {
        ...(status === "unpaid" || status === "past_due" ? { retryPayment: "Retry" } : {}),
        ...(status === "paused" ? { resumeSubscription: "Resume" } : { pauseSubscription: "Pause" }),
        cancelSubscription: "Cancel",
      };

/** Subscriptions with their actions. */
export function Subscriptions({ view }: { view: View }) {
  const { state } = view;
  return (
    <List
      view={view}
      id="subscriptions"
      thing="subscription"
      empty="No subscription yet."
      records={ownRows(view, subscriptions)}
      columns={[
        ["Subscription", ({ id }) => <Id view={view} id={id} />],
        [
          "Customer",
          ({ customerId }) => {
            const { name, email } = state.get(customers, customerId) ?? {};
            return [<Id view={view} id={customerId} />, " ", <div>{name ?? email}</div>];
          },
        ],
        [
          "Status",
          ({ status, cancelAt }) => [
            <Tag status={status} />,
            cancelAt !== null && <div>ends {at(cancelAt)}</div>,
          ],
        ],
        [
          "Items",
          ({ items }) =>
            items.map(({ priceId, quantity }) => (
              <div>
                {quantity} × {state.get(prices, priceId)?.productName ?? <Id view={view} id={priceId} />}
              </div>
            )),
        ],
        [
          "Period (UTC)",
          ({ periodStart, periodEnd }) => [<Time of={periodStart} />, <br />, <Time of={periodEnd} />],
        ],
        ["Clock", ({ clockId }) => (clockId === null ? "wall clock" : <Id view={view} id={clockId} />)],
      ]}
      acts={({ id, status }) =>
        Object.entries(actsIn(status))
          .filter(([operation]) => view.operationIds.includes(operation))
          .map(([operation, label]) => ({ operation, params: { id }, label, about: id }))
      }
    />
  );
}

/** Invoices, with their links. */
export const Invoices = ({ view }: { view: View }) => (
  <List
    view={view}
    id="invoices"
    thing="invoice"
    empty="No invoice yet."
    records={ownRows(view, invoices)}
    columns={[
      ["Invoice", ({ id }) => <Id view={view} id={id} />],
      ["Number", ({ number }) => number],
      [{ amount: "Due" }, ({ amountDue, currency }) => francs(amountDue, currency)],
      ["Status", ({ status }) => <Tag status={status} />],
      ["Subscription", ({ subscriptionId }) => <Id view={view} id={subscriptionId} />],
      ["Due at (UTC)", ({ dueAt }) => <Time of={dueAt} />],
      ["Attempts", ({ attempts }) => String(attempts)],
      [
        "Link",
        ({ id, number }) => (
          <a href={`${view.checkoutUrl}/invoice/${id}`} aria-label={`Open page of ${number}`}>
            Open page
          </a>
        ),
      ],
    ]}
    acts={({ id, status, number: about }) =>
      status === "open"
        ? [
            { operation: "payInvoice", params: { id }, label: "Pay", about },
            { operation: "voidInvoice", params: { id }, label: "Void", about },
          ]
        : []
    }
  />
);
