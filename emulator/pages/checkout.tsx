import { type CheckoutSession, checkoutSessions } from "../areas/checkout-sessions/record.ts";
import { dayAndTime, fill, money } from "./language.ts";
import { Ending, here, type PageContext, show } from "./layout.tsx";
import { Details, redirectTo, webAddress } from "./html.tsx";
import { CancelForm, type OrderLine, OrderLines } from "./order.tsx";
import type { PayerForm } from "./payer.tsx";
import { choiceOf, declinedHere, PayForm, returning } from "./payment.tsx";

interface Item {
  readonly productName?: string;
  readonly quantity?: number;
  readonly price?: number;
}

/** The lines of a session's items. The document does not require the fields of an item (§2.2), so each has a default. */
const linesOf = ({ items }: CheckoutSession): readonly OrderLine[] =>
  items
    .filter((item): item is Item => typeof item === "object" && item !== null)
    .slice(0, 200)
    .map(({ productName: name = "—", quantity = 1, price }) => ({ name, quantity, price }));

function showOpen(context: PageContext, session: CheckoutSession, given?: PayerForm): Promise<Response> {
  const { words, language, merchant } = context;
  const amount = money(session.total, session.currency, language);
  return show(context, {
    ...(given === undefined ? {} : { status: 422 }),
    title: fill(words.payTo, { name: merchant.name }),
    formAction: returning,
    body: (
      <div class="split">
        <section>
          <h1 class="soft">{words.amountDue}</h1>
          <p class="amount">{amount}</p>
          <OrderLines context={context} lines={linesOf(session)} currency={session.currency} />
          <p class="small soft">
            {words.order} {session.orderId}
            <br />
            {fill(words.expiresAt, { time: dayAndTime(session.expiresAt, language) })}
          </p>
        </section>
        <PayForm context={context} title={words.pay} button={`${words.pay} ${amount}`} given={given}>
          <CancelForm context={context} />
          <details class="sandbox">
            <summary>{words.sandbox}</summary>
            <form method="post" action={here(context)}>
              <button class="quiet" name="step" value="expired">
                {words.letExpire}
              </button>
            </form>
          </details>
        </PayForm>
      </div>
    ),
  });
}

function showEnded(context: PageContext, session: CheckoutSession): Promise<Response> {
  const { words, language, merchant } = context;
  const { name } = merchant;
  const amount = money(session.total, session.currency, language);
  const [sign, title, text] = {
    open: ["wait", "", ""] as const,
    paid: ["good", words.paid, words.paidText] as const,
    declined: ["stop", words.ended, words.canceledText] as const,
    canceled: ["stop", words.canceled, words.canceledText] as const,
    expired: ["wait", words.expired, words.expiredText] as const,
  }[session.status];
  return show(context, {
    title,
    body: (
      <Ending
        sign={sign}
        title={title}
        text={fill(text, { name, amount })}
        back={session.status === "paid" ? session.successUrl : session.cancelUrl}
        backLabel={fill(words.returnTo, { name })}
      >
        <Details
          entries={[
            [words.total, amount],
            [words.order, session.orderId],
            [words.reference, session.intentId],
          ]}
        />
      </Ending>
    ),
  });
}

/** The page of a one-off session (§4.2): its customer pays, is declined, gives up, or lets it expire. */
export async function checkoutPage(context: PageContext, session: CheckoutSession): Promise<Response> {
  const { form, state, act } = context;
  if (session.status !== "open") return showEnded(context, session);
  if (form === undefined) return showOpen(context, session);
  const step = form.get("step");
  if (step === "canceled") {
    await act("endSession", session.id, { status: "canceled" });
    return redirectTo(webAddress(session.cancelUrl) ?? here(context));
  }
  if (step === "expired") {
    await act("endSession", session.id, { status: "expired" });
    return redirectTo(here(context));
  }
  const choice = await choiceOf(context, form, {
    amount: money(session.total, session.currency, context.language),
    due: session.total,
    formAction: returning,
    askAgain: (given) => showOpen(context, session, given),
  });
  if (choice instanceof Response) return choice;
  await act("paySession", session.id, choice.payment);
  const now = state.get(checkoutSessions, session.id) ?? session;
  if (now.status === "canceled") return redirectTo(webAddress(now.cancelUrl) ?? here(context));
  if (now.status !== "paid") return redirectTo(declinedHere(context, choice.payer));
  return redirectTo(webAddress(now.successUrl) ?? here(context));
}
