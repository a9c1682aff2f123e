import { invoicesOf } from "../areas/billing/charge.ts";
import { customers } from "../areas/customers/record.ts";
import { type HostedSession, hostedSessions } from "../areas/billing/hosted.ts";
import { type Subscription, subscriptions } from "../areas/billing/records.ts";
import { Details, redirectTo, webAddress } from "./html.tsx";
import { day, fill, money } from "./language.ts";
import { Ending, here, type PageContext, show } from "./layout.tsx";
import { CancelForm, OrderLines, pricedLines } from "./order.tsx";
import type { PayerForm } from "./payer.tsx";
import { choiceOf, PayForm, returning } from "./payment.tsx";

const linesOf = ({ state }: PageContext, { order }: HostedSession) => pricedLines(state, order.items);

const totalOf = (context: PageContext, session: HostedSession): number =>
  linesOf(context, session).reduce((sum, { quantity, price }) => sum + quantity * price, 0);

/** The texts for the intervals of subscriptions. */
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
          <Details
            entries={[
              [words.today, money(isTrial ? 0 : totalOf(context, session), currency, language)],
              [words[then], total],
              [words.email, customer.email],
            ]}
          />
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

/** The icon and the texts for the end of a session. */
function endOf({ words }: PageContext, session: HostedSession, subscription: Subscription | undefined) {
  if (session.isCanceled) return ["stop", words.canceled, words.canceledText] as const;
  const status = subscription?.status;
  if (status === "unpaid" || status === "past_due") return ["wait", words.unpaid, words.unpaidText] as const;
  if (status === "trialing") return ["good", words.trialing, words.trialingText] as const;
  return ["good", words.subscribed, words.subscribedText] as const;
}

function showEnded(context: PageContext, session: HostedSession): Promise<Response> {
  const { words, language, merchant, state } = context;
  const { name } = merchant;
  const { subscriptionId, isCanceled, successUrl, cancelUrl } = session;
  const subscription = state.get(subscriptions, subscriptionId ?? "");
  const paid = subscription === undefined ? undefined : invoicesOf(state, subscription)[0];
  const amount = money(paid?.amountDue ?? totalOf(context, session), session.order.currency, language);
  const date = subscription === undefined ? "" : day(subscription.periodEnd, language);
  const [sign, title, text] = endOf(context, session, subscription);
  return show(context, {
    title,
    body: (
      <Ending
        sign={sign}
        title={title}
        text={fill(text, { name, amount, date })}
        back={isCanceled ? cancelUrl : successUrl}
        backLabel={fill(words.returnTo, { name })}
      >
        {subscriptionId !== null && <Details entries={[[words.reference, subscriptionId]]} />}
      </Ending>
    ),
  });
}

/** The page on which a customer subscribes (§6.1). After a declined first payment, the subscription is unpaid (§3). */
export async function subscriptionPage(context: PageContext, session: HostedSession): Promise<Response> {
  const { form, state, act } = context;
  if (session.isCanceled || session.subscriptionId !== null) return showEnded(context, session);
  if (form === undefined) return showOpen(context, session);
  if (form.get("step") === "canceled") {
    await act("cancelSubscriptionSession", session.id);
    return redirectTo(webAddress(session.cancelUrl) ?? here(context));
  }
  const { order } = session;
  const due = order.trialDays > 0 ? 0 : totalOf(context, session);
  const choice = await choiceOf(context, form, {
    amount: money(due, order.currency, context.language),
    due,
    formAction: returning,
    askAgain: (given) => showOpen(context, session, given),
  });
  if (choice instanceof Response) return choice;
  await act("paySubscriptionSession", session.id, choice.payment);
  const now = state.get(hostedSessions, session.id) ?? session;
  const made = state.get(subscriptions, now.subscriptionId ?? "");
  const success = made?.status === "unpaid" ? null : now.successUrl;
  return redirectTo(webAddress(success) ?? here(context));
}
