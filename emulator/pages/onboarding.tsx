import type { OnboardingSession } from "../areas/connect/records.ts";
import type { Vendor } from "../areas/connect/vendor.ts";
import { Details, redirectTo } from "./html.tsx";
import { fill } from "./language.ts";
import { Ending, here, Note, type PageContext, show } from "./layout.tsx";
import { phoneIn, PhoneField, shownPhone } from "./payer.tsx";

interface Given {
  readonly typed: string;
  readonly phoneIsWrong: boolean;
  readonly consentIsMissing: boolean;
}

function showForm(context: PageContext, vendor: Vendor, given?: Given): Promise<Response> {
  const { words, merchant, language } = context;
  const { name } = merchant;
  const country = vendor.country ?? merchant.country;
  const countryName = new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
  return show(context, {
    ...(given === undefined ? {} : { status: 422 }),
    title: fill(words.onboarding, { name }),
    body: (
      <div class="card narrow">
        <h1>{fill(words.onboarding, { name })}</h1>
        <p class="soft">{fill(words.onboardingText, { name })}</p>
        {given !== undefined && <Note title={words.problem} />}
        {given === undefined && vendor.fileStatus === "needs_info" && (
          <Note title={words.needsInfo} text={words.needsInfoText} />
        )}
        <Details
          entries={[
            [words.business, vendor.name],
            [words.country, countryName],
            [words.email, vendor.email],
          ]}
        />
        <form method="post" action={here(context)}>
          <PhoneField
            words={words}
            name="phone"
            label={words.payout}
            hint={words.payoutHint}
            country={country}
            typed={given?.typed ?? ""}
            isWrong={given?.phoneIsWrong ?? false}
          />
          <label class="check">
            <input type="checkbox" name="consent" value="yes" required />
            <span>{words.consent}</span>
          </label>
          {given?.consentIsMissing === true && <p class="wrong">{words.consentWrong}</p>}
          <button class="main" name="step" value="submit">
            {words.submit}
          </button>
        </form>
      </div>
    ),
  });
}

function Reviewer({ context }: { context: PageContext }) {
  const { words } = context;
  return (
    <details class="sandbox" open>
      <summary>{words.reviewer}</summary>
      <form method="post" action={here(context)}>
        <div class="stack">
          <button class="main" name="step" value="approved">
            {words.reviewApprove}
          </button>
          <button class="quiet" name="step" value="needs_info">
            {words.reviewMore}
          </button>
          <button class="quiet" name="step" value="rejected">
            {words.reviewReject}
          </button>
        </div>
      </form>
    </details>
  );
}

function showState(context: PageContext, vendor: Vendor): Promise<Response> {
  const { words, merchant } = context;
  const { name } = merchant;
  const phone = vendor.payoutPhone === null ? "" : shownPhone(vendor.payoutPhone);
  const [sign, title, text] = {
    approved: ["good", words.approved, words.approvedText] as const,
    rejected: ["stop", words.rejected, words.rejectedText] as const,
    suspended: ["stop", words.suspended, words.rejectedText] as const,
  }[String(vendor.fileStatus)] ?? ["wait", words.review, words.reviewText];
  return show(context, {
    title,
    body: (
      <Ending sign={sign} title={title} text={fill(text, { name, phone })}>
        {sign === "wait" && <Reviewer context={context} />}
      </Ending>
    ),
  });
}

const underReview = ["documents_submitted", "in_review"];
const decisions = ["approved", "needs_info", "rejected"];
const over = ["approved", "rejected", "suspended"];

/** The page of an onboarding link (§4.7): the vendor's details, their review, and its outcome. */
export async function onboardingPage(
  context: PageContext,
  { session, vendor }: { session: OnboardingSession; vendor: Vendor },
): Promise<Response> {
  const { words, form, now, act, merchant } = context;
  if (session.expiresAt <= now)
    return show(context, {
      title: words.expired,
      body: (
        <Ending sign="wait" title={words.expired} text={fill(words.unknownText, { name: merchant.name })} />
      ),
    });
  const status = vendor.fileStatus ?? "";
  if (over.includes(status)) return showState(context, vendor);
  const step = form?.get("step") ?? "";
  if (underReview.includes(status)) {
    if (!decisions.includes(step)) return showState(context, vendor);
    await act("endOnboarding", session.id, { status: step });
    return redirectTo(here(context));
  }
  if (form === undefined) return showForm(context, vendor);
  const typed = (form.get("phone") ?? "").slice(0, 40);
  const phone = phoneIn(typed, vendor.country ?? merchant.country);
  const consentIsMissing = form.get("consent") !== "yes";
  if (phone === undefined || consentIsMissing)
    return showForm(context, vendor, { typed, phoneIsWrong: phone === undefined, consentIsMissing });
  await act("submitOnboarding", session.id, { payoutPhone: phone });
  return redirectTo(here(context));
}
