import { invoicesOf } from "../areas/billing/charge.ts";
import { customers } from "../areas/customers/record.ts";
import { type HostedSession, hostedSessions } from "../areas/subscriptions/hosted.ts";
import { subscriptions } from "../areas/subscriptions/record.ts";
import { redirectTo, webAddress } from "./html.tsx";
import { day, fill, money } from "./language.ts";
import { Ending, here, type PageContext, PayForm, returning, show, showConfirmation } from "./layout.tsx";
import { CancelForm, OrderLines, pricedLines } from "./order.tsx";
import { payerIn, type PayerForm } from "./payer.tsx";

const linesOf = ({ state }: PageContext, { order }: HostedSession) => pricedLines(state, order.items);

const totalOf = (context: PageContext, session: HostedSession): number =>
  linesOf(context, session).reduce((sum, { quantity, price }) => sum + quantity * price, 0);

/** How often a subscription is paid. */
const rhythms = {
  day: { per: "perDay", then: "thenDaily" },
  week: { per: "perWeek", then: "thenWeekly" },
  month: { per: "perMonth", then: "thenMonthly" },
  year: { per: "perYear", then: "thenYearly" },
} as const;

function showOpen(context: PageContext, session: HostedSession, given?: PayerForm): Promise<Response> {
  const { words, language, merchant, state } = context;
  const { currency, trialDays, interval } = session.order;
  const { per, then } = rhythms[interval];
  const total = money(totalOf(context, session), currency, language);
  const isTrial = trialDays > 0;
  const customer = state.get(customers, session.order.customer.id) ?? session.order.customer;
  return show(context, {
    ...(given === undefined ? {} : { status: 422 }),
    title: fill(words.subscribeTo, { name: merchant.name }),
    formAction: returning,
    body: (
      <div class="split">
        <section>
          <h1 class="soft">{fill(words.subscribeTo, { name: merchant.name })}</h1>
          <p class="amount">
            {total} <small>{words[per]}</small>
          </p>
          {isTrial && <p>{fill(words.trial, { days: String(trialDays), amount: total, per: words[per] })}</p>}
          <OrderLines context={context} lines={linesOf(context, session)} currency={currency} />
          <dl>
            <dt>{words.today}</dt>
            <dd>{money(isTrial ? 0 : totalOf(context, session), currency, language)}</dd>
            <dt>{words[then]}</dt>
            <dd>{total}</dd>
            {customer.email !== null && (
              <>
                <dt>{words.email}</dt>
                <dd>{customer.email}</dd>
              </>
            )}
          </dl>
        </section>
        <PayForm
          context={context}
          title={words.subscribe}
          button={isTrial ? words.trialStart : `${words.subscribe} · ${total}`}
          given={given}
        >
          <CancelForm context={context} />
        </PayForm>
      </div>
    ),
  });
}

function showEnded(context: PageContext, session: HostedSession): Promise<Response> {
  const { words, language, merchant, state } = context;
  const { name } = merchant;
  const label = fill(words.returnTo, { name });
  if (session.isCanceled)
    return show(context, {
      title: words.canceled,
      body: (
        <Ending
          sign="stop"
          title={words.canceled}
          text={words.canceledText}
          back={session.cancelUrl}
          backLabel={label}
        />
      ),
    });
  const subscription = state.get(subscriptions, session.subscriptionId ?? "");
  const currency = session.order.currency;
  const paid = subscription === undefined ? undefined : invoicesOf(state, subscription)[0];
  const amount = money(paid?.amountDue ?? totalOf(context, session), currency, language);
  const date = subscription === undefined ? "" : day(subscription.periodEnd, language);
  const status = subscription?.status ?? "active";
  const [sign, title, text] =
    status === "unpaid" || status === "past_due"
      ? (["wait", words.unpaid, words.unpaidText] as const)
      : status === "trialing"
        ? (["good", words.trialing, words.trialingText] as const)
        : (["good", words.subscribed, words.subscribedText] as const);
  return show(context, {
    title,
    body: (
      <Ending
        sign={sign}
        title={title}
        text={fill(text, { name, amount, date })}
        back={session.successUrl}
        backLabel={label}
      >
        <dl>
          <dt>{words.reference}</dt>
          <dd>{session.subscriptionId ?? ""}</dd>
        </dl>
      </Ending>
    ),
  });
}

/** The page on which a customer subscribes (§6.1); a declined first payment makes an unpaid subscription (§3). */
export async function subscriptionPage(context: PageContext, session: HostedSession): Promise<Response> {
  const { form, state, act } = context;
  if (session.isCanceled || session.subscriptionId !== null) return showEnded(context, session);
  if (form === undefined) return showOpen(context, session);
  const step = form.get("step");
  if (step === "canceled") {
    await act("cancelSubscriptionSession", session.id);
    return redirectTo(webAddress(session.cancelUrl) ?? here(context));
  }
  const payer = payerIn(form, context.merchant.country);
  const { operator, phone } = payer;
  if (payer.operatorIsWrong || phone === undefined) return showOpen(context, session, payer);
  const { order } = session;
  if (step !== "approved" && step !== "declined")
    return showConfirmation(context, {
      payer,
      amount: money(order.trialDays > 0 ? 0 : totalOf(context, session), order.currency, context.language),
      formAction: returning,
    });
  await act("paySubscriptionSession", session.id, { outcome: step, operator, phone });
  const now = state.get(hostedSessions, session.id) ?? session;
  const made = state.get(subscriptions, now.subscriptionId ?? "");
  const success = made?.status === "unpaid" ? null : now.successUrl;
  return redirectTo(webAddress(success) ?? here(context));
}
