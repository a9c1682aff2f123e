/** The languages of the hosted pages. */
export type Language = "en" | "fr";

/** The language of a customer: `?lang=`, or the first of the browser's that is supported, or English. */
export function languageOf(request: Request): Language {
  const asked = new URL(request.url).searchParams.get("lang");
  if (asked === "en" || asked === "fr") return asked;
  const preferred = (request.headers.get("accept-language") ?? "")
    .split(",")
    .map((entry) => {
      const [name = "", quality] = entry.trim().toLowerCase().split(";q=");
      return { name: name.split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ name, quality }) => (name === "en" || name === "fr") && quality > 0)
    .sort((a, b) => b.quality - a.quality)[0];
  return preferred?.name === "fr" ? "fr" : "en";
}

const locales = { en: "en-GB", fr: "fr-FR" } as const;

/** An amount in whole francs, e.g. `5,000 FCFA`. */
export function money(amount: number, currency: string, language: Language): string {
  const digits = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 0 }).format(amount);
  const unit = { xaf: "FCFA", xof: "F CFA" }[currency.toLowerCase()] ?? currency.toUpperCase();
  return `${digits}\u00a0${unit}`;
}

/** A day, e.g. `31 January 2026`, in UTC. */
export const day = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" }).format(time);

/** A day with its time, e.g. `31 January 2026 at 10:00 UTC`. */
export const dayAndTime = (time: number, language: Language): string =>
  `${new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(time)} UTC`;

const english = {
  languageName: "English",
  otherLanguage: "Français",
  switchTo: "Lire cette page en français",
  skip: "Skip to the form",
  testMode: "Test mode: no money moves.",
  made: "Hosted page of the payconform emulator",
  pay: "Pay",
  payTo: "Pay {name}",
  amountDue: "Amount to pay",
  total: "Total",
  order: "Order",
  reference: "Reference",
  items: "What you pay for",
  perDay: "per day",
  perWeek: "per week",
  perMonth: "per month",
  perYear: "per year",
  operator: "Your mobile money operator",
  phone: "Phone number",
  phoneHint: "The number of your mobile money account, for example {example}.",
  phoneWrong: "Enter a phone number of 6 to 15 digits.",
  operatorWrong: "Choose an operator.",
  problem: "Please check the form",
  continue: "Continue",
  cancel: "Cancel and return to {name}",
  expiresAt: "You can pay until {time}.",
  onPhone: "Confirm on your phone",
  onPhoneText: "{operator} has sent a request to {phone}. In this emulator, you answer it here.",
  phoneTitle: "Request on your phone",
  phoneText: "{name} asks for {amount}. Do you approve?",
  approve: "Approve",
  decline: "Decline",
  back: "Back",
  declined: "The payment was declined",
  declinedText: "Nothing was charged. Try again, or use another number.",
  paid: "Payment received",
  paidText: "{name} has received {amount}. Thank you.",
  canceled: "Payment canceled",
  canceledText: "Nothing was charged.",
  expired: "This page has expired",
  expiredText: "Nothing was charged. Ask {name} for a new link.",
  ended: "Payment declined",
  returnTo: "Return to {name}",
  sandbox: "For testers",
  letExpire: "Let this session expire now",
  unknown: "This page does not exist",
  unknownText: "The link is wrong or too old. Ask for a new one.",
  forbidden: "This form came from another page",
  forbiddenText: "Open the link again and repeat the step.",
  subscribeTo: "Subscribe to {name}",
  subscribe: "Subscribe",
  trial: "{days} days free, then {amount} {per}. You can cancel at any time.",
  trialStart: "Start the free trial",
  today: "Due today",
  thenDaily: "Then every day",
  thenWeekly: "Then every week",
  thenMonthly: "Then every month",
  thenYearly: "Then every year",
  subscribed: "You are subscribed",
  subscribedText: "{name} has received {amount}. The next payment is due on {date}.",
  trialing: "Your free trial has begun",
  trialingText: "The first payment of {amount} is due on {date}.",
  unpaid: "Your subscription is waiting for payment",
  unpaidText: "The payment was declined. {name} will try again.",
  invoice: "Invoice {number}",
  from: "From",
  billedTo: "Billed to",
  period: "Period",
  dueOn: "Due on",
  payInvoice: "Pay this invoice",
  invoicePaid: "This invoice is paid",
  invoicePaidText: "{name} received {amount} on {date}. Thank you.",
  invoiceVoid: "This invoice is void",
  invoiceVoidText: "There is nothing to pay.",
  onboarding: "Sell with {name}",
  onboardingText: "{name} needs to know who you are and where to send your money.",
  business: "Your business",
  country: "Country",
  email: "E-mail",
  payout: "Where to send your money",
  payoutHint: "Your mobile money number for payouts, for example {example}.",
  consent: "I confirm that I may act for this business and that these details are true.",
  consentWrong: "Confirm that the details are true.",
  submit: "Submit for review",
  review: "We are checking your details",
  reviewText: "You can close this page. {name} will let you know.",
  reviewer: "Act as the reviewer",
  reviewApprove: "Approve",
  reviewMore: "Ask for more",
  reviewReject: "Reject",
  approved: "You can be paid now",
  approvedText: "Payouts go to {phone}.",
  rejected: "Your application was refused",
  rejectedText: "Contact {name} to learn more.",
  suspended: "Your account is suspended",
  needsInfo: "We need more information",
  needsInfoText: "Check your details and submit them again.",
} as const;

export type Words = Readonly<Record<keyof typeof english, string>>;

const french: Words = {
  languageName: "Français",
  otherLanguage: "English",
  switchTo: "Read this page in English",
  skip: "Aller au formulaire",
  testMode: "Mode test\u00a0: aucun argent ne circule.",
  made: "Page hébergée de l’émulateur payconform",
  pay: "Payer",
  payTo: "Payer {name}",
  amountDue: "Montant à payer",
  total: "Total",
  order: "Commande",
  reference: "Référence",
  items: "Votre achat",
  perDay: "par jour",
  perWeek: "par semaine",
  perMonth: "par mois",
  perYear: "par an",
  operator: "Votre opérateur de mobile money",
  phone: "Numéro de téléphone",
  phoneHint: "Le numéro de votre compte mobile money, par exemple {example}.",
  phoneWrong: "Saisissez un numéro de 6 à 15 chiffres.",
  operatorWrong: "Choisissez un opérateur.",
  problem: "Vérifiez le formulaire",
  continue: "Continuer",
  cancel: "Annuler et revenir chez {name}",
  expiresAt: "Vous pouvez payer jusqu’au {time}.",
  onPhone: "Confirmez sur votre téléphone",
  onPhoneText: "{operator} a envoyé une demande au {phone}. Dans cet émulateur, vous y répondez ici.",
  phoneTitle: "Demande sur votre téléphone",
  phoneText: "{name} demande {amount}. Acceptez-vous\u00a0?",
  approve: "Accepter",
  decline: "Refuser",
  back: "Retour",
  declined: "Le paiement a été refusé",
  declinedText: "Rien n’a été débité. Réessayez ou utilisez un autre numéro.",
  paid: "Paiement reçu",
  paidText: "{name} a reçu {amount}. Merci.",
  canceled: "Paiement annulé",
  canceledText: "Rien n’a été débité.",
  expired: "Cette page a expiré",
  expiredText: "Rien n’a été débité. Demandez un nouveau lien à {name}.",
  ended: "Paiement refusé",
  returnTo: "Revenir chez {name}",
  sandbox: "Pour les testeurs",
  letExpire: "Laisser expirer cette session",
  unknown: "Cette page n’existe pas",
  unknownText: "Le lien est faux ou trop ancien. Demandez-en un nouveau.",
  forbidden: "Ce formulaire vient d’une autre page",
  forbiddenText: "Ouvrez de nouveau le lien et recommencez.",
  subscribeTo: "S’abonner à {name}",
  subscribe: "S’abonner",
  trial: "{days} jours gratuits, puis {amount} {per}. Résiliable à tout moment.",
  trialStart: "Commencer l’essai gratuit",
  today: "À payer aujourd’hui",
  thenDaily: "Puis chaque jour",
  thenWeekly: "Puis chaque semaine",
  thenMonthly: "Puis chaque mois",
  thenYearly: "Puis chaque année",
  subscribed: "Vous êtes abonné",
  subscribedText: "{name} a reçu {amount}. Le prochain paiement est prévu le {date}.",
  trialing: "Votre essai gratuit a commencé",
  trialingText: "Le premier paiement de {amount} est prévu le {date}.",
  unpaid: "Votre abonnement attend son paiement",
  unpaidText: "Le paiement a été refusé. {name} le redemandera.",
  invoice: "Facture {number}",
  from: "De",
  billedTo: "Facturé à",
  period: "Période",
  dueOn: "Échéance",
  payInvoice: "Payer cette facture",
  invoicePaid: "Cette facture est payée",
  invoicePaidText: "{name} a reçu {amount} le {date}. Merci.",
  invoiceVoid: "Cette facture est annulée",
  invoiceVoidText: "Il n’y a rien à payer.",
  onboarding: "Vendre avec {name}",
  onboardingText: "{name} doit savoir qui vous êtes et où envoyer votre argent.",
  business: "Votre entreprise",
  country: "Pays",
  email: "E-mail",
  payout: "Où vous êtes payé",
  payoutHint: "Votre numéro mobile money pour les versements, par exemple {example}.",
  consent: "Je confirme que je peux agir pour cette entreprise et que ces données sont exactes.",
  consentWrong: "Confirmez que les données sont exactes.",
  submit: "Envoyer pour vérification",
  review: "Nous vérifions vos données",
  reviewText: "Vous pouvez fermer cette page. {name} vous tiendra au courant.",
  reviewer: "Jouer le vérificateur",
  reviewApprove: "Accepter",
  reviewMore: "Demander un complément",
  reviewReject: "Refuser",
  approved: "Vous pouvez être payé",
  approvedText: "Les versements vont au {phone}.",
  rejected: "Votre demande a été refusée",
  rejectedText: "Contactez {name} pour en savoir plus.",
  suspended: "Votre compte est suspendu",
  needsInfo: "Il nous faut un complément",
  needsInfoText: "Vérifiez vos données et envoyez-les de nouveau.",
};

/** All texts of the pages. `fill` replaces words in braces, such as `{name}`. */
export const wordsIn: Readonly<Record<Language, Words>> = { en: english, fr: french };

/** Replaces the words in braces by values. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
