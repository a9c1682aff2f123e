import type { Child } from "hono/jsx";
import { fill } from "./language.ts";
import { here, Note, type PageContext, show } from "./layout.tsx";
import { operatorName, type PayerForm, PayerFields, payerIn, shownPhone } from "./payer.tsx";

/** A payment that a customer is asked to make. */
interface PaymentRequest {
  /** The amount with its currency. */
  readonly amount: string;
  /** The amount in whole francs. */
  readonly due: number;
  /** Where the forms of the page may lead. Default: to this host. */
  readonly formAction?: string;
}

/** A customer's choice on the confirmation page. */
interface PaymentChoice {
  readonly payer: PayerForm;
  /** The choice as fields of an operation of control. */
  readonly payment: {
    /** Absent if a magic value decides. */
    readonly outcome?: "approved" | "declined";
    readonly operator: string;
    readonly phone: string | undefined;
  };
}

/**
 * The choice that a customer sent. A form with mistakes is shown again by `askAgain`, and a correct one leads to the confirmation: these
 * return the next page.
 */
export async function choiceOf(
  context: PageContext,
  form: URLSearchParams,
  options: PaymentRequest & { readonly askAgain: (given: PayerForm) => Promise<Response> },
): Promise<PaymentChoice | Response> {
  const payer = payerIn(form, context.merchant.country);
  const outcome = form.get("step");
  if (payer.operatorIsWrong || payer.phoneIsWrong) return options.askAgain(payer);
  if (outcome !== "approved" && outcome !== "declined") {
    const value = context.magic?.({ phone: payer.phone, amount: options.due });
    if (value === undefined || value.payment === "unanswered")
      return showConfirmation(context, payer, options);
    return { payer, payment: { operator: payer.operator, phone: payer.phone } };
  }
  return { payer, payment: { outcome, operator: payer.operator, phone: payer.phone } };
}

/** The address of the page after a declined payment, with the customer's input. */
export const declinedHere = (context: PageContext, { operator, typed }: PayerForm): string =>
  `${here(context)}&${new URLSearchParams({ note: "declined", operator, phone: typed }).toString()}`;

/** A `formAction` that permits redirects to any site, since the merchant's may redirect further. */
export const returning = "'self' http: https:";

/** The payment form of all pages. */
export function PayForm(props: {
  context: PageContext;
  title: string;
  button: string;
  given: PayerForm | undefined;
  children?: Child;
}) {
  const { context, title, button, given, children } = props;
  const { words, merchant, url } = context;
  const isWrong = given !== undefined && (given.operatorIsWrong || given.phoneIsWrong);
  const wasDeclined = url.searchParams.get("note") === "declined";
  const entered = given ?? (wasDeclined ? payerIn(url.searchParams, merchant.country) : undefined);
  return (
    <section class="card" aria-labelledby="pay">
      <h2 id="pay">{title}</h2>
      {isWrong && <Note title={words.problem} />}
      {wasDeclined && !isWrong && <Note title={words.declined} text={words.declinedText} />}
      <form method="post" action={here(context)}>
        <PayerFields words={words} country={merchant.country} given={entered} />
        <button class="main" name="step" value="confirm">
          {button}
        </button>
      </form>
      {children ?? ""}
    </section>
  );
}

/** Renders the confirmation page, on which the customer approves or declines as on a phone. */
function showConfirmation(
  context: PageContext,
  payer: PayerForm,
  { amount, formAction }: PaymentRequest,
): Promise<Response> {
  const { words, merchant } = context;
  const operator = operatorName(payer.operator);
  return show(context, {
    title: words.onPhone,
    ...(formAction === undefined ? {} : { formAction }),
    body: (
      <div class="card narrow">
        <h1>{words.onPhone}</h1>
        <p class="soft">{fill(words.onPhoneText, { operator, phone: shownPhone(payer.phone ?? "") })}</p>
        <section class="phone" aria-label={words.phoneTitle}>
          <div class="bubble">
            <p>
              <b>{operator}</b>
            </p>
            <p>{fill(words.phoneText, { name: merchant.name, amount })}</p>
          </div>
          <form method="post" action={here(context)}>
            <input type="hidden" name="operator" value={payer.operator} />
            <input type="hidden" name="phone" value={payer.typed} />
            <div class="pair">
              <button class="quiet" name="step" value="declined">
                {words.decline}
              </button>
              <button class="main" name="step" value="approved">
                {words.approve}
              </button>
            </div>
          </form>
        </section>
        <a class="button link" href={here(context)}>
          {words.back}
        </a>
      </div>
    ),
  });
}
