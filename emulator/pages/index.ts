import { checkoutSessions } from "../areas/checkout-sessions/record.ts";
import { onboardingSessions } from "../areas/connect/records.ts";
import { vendors } from "../areas/connect/vendor.ts";
import { invoices } from "../areas/billing/records.ts";
import { hostedSessions } from "../areas/billing/hosted.ts";
import type { Control } from "../control/router.ts";
import { readForm } from "../http/body.ts";
import type { TimeSource } from "../kernel/clock.ts";
import type { Engine } from "../kernel/engine.ts";
import { merchants } from "../kernel/merchants.ts";
import type { Mode } from "../kernel/request.ts";
import type { Parts } from "../parts.ts";
import { checkoutPage } from "./checkout.tsx";
import { isSameOrigin } from "./html.tsx";
import { invoicePage } from "./invoice.tsx";
import { languageOf, wordsIn } from "./language.ts";
import { type PageContext, showProblem } from "./layout.tsx";
import { onboardingPage } from "./onboarding.tsx";
import { subscriptionPage } from "./subscription.tsx";

/** The page of an object, and the object's account. */
interface Paged {
  readonly accountId: string;
  readonly mode: Mode;
  readonly page: (context: PageContext) => Promise<Response>;
}

/** The page of a path, if its object exists. */
function pagedAt({ state }: Engine, kind: string, id: string): Paged | undefined {
  if (kind === "pay") {
    const session = state.get(checkoutSessions, id);
    if (session !== undefined) return { ...session, page: (context) => checkoutPage(context, session) };
    const hosted = state.get(hostedSessions, id);
    return hosted && { ...hosted, page: (context) => subscriptionPage(context, hosted) };
  }
  if (kind === "invoice") {
    const invoice = state.get(invoices, id);
    return invoice && { ...invoice, page: (context) => invoicePage(context, invoice) };
  }
  const session = state.get(onboardingSessions, id);
  const vendor = session && state.get(vendors, session.vendor);
  if (session === undefined || vendor === undefined || vendor.deletedAt !== null) return undefined;
  return { ...vendor, page: (context) => onboardingPage(context, { session, vendor }) };
}

/** Answers a request to a hosted page. */
export async function servePage(
  request: Request,
  options: { engine: Engine; control: Control; time: TimeSource; magic: Parts["magic"] },
): Promise<Response> {
  const { engine, control, time, magic } = options;
  const language = languageOf(request);
  const url = new URL(request.url);
  const [, kind = "", id = ""] = url.pathname.split("/");
  const notFound = () => showProblem(language, 404, "unknown");
  const first = pagedAt(engine, kind, id);
  if (first === undefined || url.pathname !== `/${kind}/${id}`) return notFound();
  const isSending = request.method === "POST";
  if (isSending && !isSameOrigin(request)) return showProblem(language, 403, "forbidden");
  const form = isSending ? await readForm(request, time) : undefined;
  // The page must show the state after the timers that are due.
  engine.catchUp(first.accountId);
  const paged = pagedAt(engine, kind, id);
  const merchant = engine.state.get(merchants, first.accountId);
  if (paged === undefined || merchant === undefined) return notFound();
  const { accountId, mode } = paged;
  return paged.page({
    state: engine.state,
    merchant,
    mode,
    now: engine.clocks.now(accountId),
    language,
    words: wordsIn[language],
    url,
    form,
    magic,
    act: (operationId, of, body) => control.perform(operationId, { accountId, id: of }, body),
  });
}
