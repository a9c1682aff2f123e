import { customers } from "../areas/customers/record.ts";
import { type Invoice, invoices, subscriptions } from "../areas/billing/records.ts";
import { Details, redirectTo } from "./html.tsx";
import { day, fill, money } from "./language.ts";
import { Ending, here, type PageContext, show } from "./layout.tsx";
import { OrderLines, pricedLines } from "./order.tsx";
import type { PayerForm } from "./payer.tsx";
import { choiceOf, declinedHere, PayForm } from "./payment.tsx";

function InvoiceDetails({ context, invoice }: { context: PageContext; invoice: Invoice }) {
  const { words, language, state, merchant } = context;
  const customer = state.get(customers, invoice.customerId);
  const items = state.get(subscriptions, invoice.subscriptionId)?.items ?? [];
  return (
    <>
      <OrderLines context={context} lines={pricedLines(state, items)} currency={invoice.currency} />
      <Details
        entries={[
          [words.from, merchant.name],
          [words.billedTo, customer?.name ?? customer?.email ?? customer?.id],
          [words.period, `${day(invoice.periodStart, language)} – ${day(invoice.periodEnd, language)}`],
          [words.dueOn, day(invoice.dueAt, language)],
        ]}
      />
    </>
  );
}

function showOpen(context: PageContext, invoice: Invoice, given?: PayerForm): Promise<Response> {
  const { words, language } = context;
  const title = fill(words.invoice, { number: invoice.number });
  const amount = money(invoice.amountDue, invoice.currency, language);
  return show(context, {
    ...(given === undefined ? {} : { status: 422 }),
    title,
    body: (
      <div class="split">
        <section>
          <h1 class="soft">{title}</h1>
          <p class="amount">{amount}</p>
          <InvoiceDetails context={context} invoice={invoice} />
        </section>
        <PayForm context={context} title={words.payInvoice} button={`${words.pay} ${amount}`} given={given} />
      </div>
    ),
  });
}

/** The page of an invoice's link (§6.1), on which the customer pays it before or after its due date. */
export async function invoicePage(context: PageContext, invoice: Invoice): Promise<Response> {
  const { words, language, form, merchant, state, act } = context;
  const amount = money(invoice.amountDue, invoice.currency, language);
  if (invoice.status !== "open") {
    const isPaid = invoice.status === "paid";
    const title = isPaid ? words.invoicePaid : words.invoiceVoid;
    const date = day(invoice.paidAt ?? invoice.finalizedAt, language);
    return show(context, {
      title,
      body: (
        <Ending
          sign={isPaid ? "good" : "stop"}
          title={title}
          text={fill(isPaid ? words.invoicePaidText : words.invoiceVoidText, {
            name: merchant.name,
            amount,
            date,
          })}
        >
          <InvoiceDetails context={context} invoice={invoice} />
        </Ending>
      ),
    });
  }
  if (form === undefined) return showOpen(context, invoice);
  const askAgain = (given: PayerForm) => showOpen(context, invoice, given);
  const choice = await choiceOf(context, form, { amount, due: invoice.amountDue, askAgain });
  if (choice instanceof Response) return choice;
  await act("payInvoiceLink", invoice.id, choice.payment);
  const isOpen = state.get(invoices, invoice.id)?.status === "open";
  return redirectTo(isOpen ? declinedHere(context, choice.payer) : here(context));
}
