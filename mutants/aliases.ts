/**
 * Mutants that were renamed or merged: the old id, and the present one. Old ids stay here, because `spec/kills.lock` and users have
 * recorded them.
 */
export const aliases: Readonly<Record<string, string>> = {
  // A time in an event may be a number.
  "event-updated-moment-by-number-later": "event-updated-moment-in-a-list-later",
  "event-activated-moment-by-number-when-unpaid": "event-activated-moment-in-a-list-when-unpaid",
  "event-failure-moment-by-number-on-renewal": "event-failure-moment-in-a-list-on-renewal",
  "second-reversal-event-created-by-number": "second-reversal-event-created-in-a-list",
  // The same fault under two ids.
  "application-fee-created-told-twice": "commission-told-twice",
  "application-fee-refunded-names-the-charge": "clawback-names-the-charge",
  "blocked-refund-told-once": "refund-blocked-told-once",
  "clawback-of-the-rest-told-to-nobody": "clawback-of-the-rest-untold",
  "clawbacks-do-not-accumulate": "clawback-total-is-the-part",
  "maturity-of-the-first-told": "funds-available-told-once",
  "refund-blocked-tells-the-charge": "blocked-refund-asks-for-the-charge",
  "schedule-third-cadence-ignored": "schedule-disabled-keeps-its-cadence",
  "schedule-toggled-by-repetition": "schedule-same-post-turns-it-off",
  "application-fee-created-names-the-marketplace": "commission-of-the-marketplace",
  "application-fee-created-of-nothing": "no-commission-told",
  "clawback-of-nothing-told": "no-clawback-told",
  "refund-blocked-names-the-marketplace": "blocked-refund-of-the-marketplace",
  "funds-available-untold": "maturity-told-to-nobody",
  "funds-available-names-the-marketplace": "maturity-of-the-marketplace",
  // Derived in `mutants/passive`. Where the document shows no status, any success is permitted.
  "401-of-an-intent-in-a-word": "authentication-intents-unauthorized-body-type-at-create-payment-intent",
  "401-of-an-intent-error-absent":
    "authentication-intents-unauthorized-error-required-at-create-payment-intent",
  "401-of-a-disbursement-in-a-list": "authentication-unauthorized-body-type-at-retrieve-disbursement",
  "created-session-other-success": "checkout-sessions-create-status-other-success-at-create-session",
  "created-session-account-id-absent": "checkout-sessions-created-account-id-required-at-create-session",
  "created-session-in-a-list": "checkout-sessions-created-body-type-at-create-session",
  "created-session-cancel-url-absent": "checkout-sessions-created-cancel-url-required-at-create-session",
  "created-session-created-at-with-a-blank-for-the-t":
    "checkout-sessions-created-created-at-iso-8601-format-at-create-session",
  "created-session-created-at-absent": "checkout-sessions-created-created-at-required-at-create-session",
  "created-session-expires-at-absent": "checkout-sessions-created-expires-at-required-at-create-session",
  "created-session-id-absent": "checkout-sessions-created-id-required-at-create-session",
  "created-session-order-id-absent": "checkout-sessions-created-order-id-required-at-create-session",
  "created-session-success-url-absent": "checkout-sessions-created-success-url-required-at-create-session",
  "created-session-updated-at-with-a-blank-for-the-t":
    "checkout-sessions-created-updated-at-iso-8601-format-at-create-session",
  "created-session-updated-at-absent": "checkout-sessions-created-updated-at-required-at-create-session",
  "retrieved-session-other-success": "checkout-sessions-retrieve-status-other-success-at-retrieve-session",
  "retrieved-session-in-a-list": "checkout-sessions-retrieved-body-type-at-retrieve-session",
  "unknown-payout-in-a-list": "conventions-not-found-body-type-at-retrieve-disbursement",
  "unknown-intent-in-a-word": "conventions-not-found-body-type-at-retrieve-payment-intent",
  "404-of-an-intent-message-absent": "conventions-not-found-message-required-at-retrieve-payment-intent",
  "refused-intent-in-a-list": "conventions-refusal-body-type-at-create-payment-intent",
  "refused-session-in-a-word": "conventions-refusal-body-type-at-create-session",
  "created-disbursement-amount-absent": "disbursements-amount-required-at-create-disbursement",
  "created-disbursement-amount-half-a-franc-too-large":
    "disbursements-amount-whole-francs-multipleOf-at-create-disbursement",
  "created-disbursement-in-a-list": "disbursements-body-type-at-create-disbursement",
  "retrieved-disbursement-in-a-list": "disbursements-body-type-at-retrieve-disbursement",
  "created-disbursement-country-in-uppercase":
    "disbursements-country-lowercase-pattern-at-create-disbursement",
  "retrieved-disbursement-country-in-uppercase":
    "disbursements-country-lowercase-pattern-at-retrieve-disbursement",
  "created-disbursement-country-absent": "disbursements-country-required-at-create-disbursement",
  "created-disbursement-other-success": "disbursements-create-status-other-success-at-create-disbursement",
  "created-disbursement-created-at-without-an-offset":
    "disbursements-created-at-iso-8601-format-at-create-disbursement",
  "created-disbursement-created-at-absent": "disbursements-created-at-required-at-create-disbursement",
  "created-disbursement-currency-in-uppercase":
    "disbursements-currency-lowercase-pattern-at-create-disbursement",
  "created-disbursement-currency-absent": "disbursements-currency-required-at-create-disbursement",
  "created-disbursement-first-name-absent": "disbursements-first-name-required-at-create-disbursement",
  "created-disbursement-id-absent": "disbursements-id-required-at-create-disbursement",
  "created-disbursement-last-name-absent": "disbursements-last-name-required-at-create-disbursement",
  "created-disbursement-object-absent": "disbursements-object-required-at-create-disbursement",
  "created-disbursement-operator-name-absent": "disbursements-operator-name-required-at-create-disbursement",
  "created-disbursement-phone-absent": "disbursements-phone-required-at-create-disbursement",
  "retrieved-disbursement-other-success":
    "disbursements-retrieve-status-other-success-at-retrieve-disbursement",
  "created-disbursement-should-executed-at-absent":
    "disbursements-should-executed-at-required-at-create-disbursement",
  "created-disbursement-should-executed-at-in-local-time":
    "disbursements-should-executed-at-utc-format-at-create-disbursement",
  "created-disbursement-status-absent": "disbursements-status-required-at-create-disbursement",
  "created-disbursement-type-absent": "disbursements-type-code-required-at-create-disbursement",
  "created-disbursement-updated-at-absent": "disbursements-updated-at-required-at-create-disbursement",
  "created-intent-other-success": "payment-intents-create-status-other-success-at-create-payment-intent",
  "created-intent-account-id-absent": "payment-intents-created-account-id-required-at-create-payment-intent",
  "created-intent-amount-absent": "payment-intents-created-amount-required-at-create-payment-intent",
  "created-intent-amount-half-a-franc-too-large":
    "payment-intents-created-amount-whole-francs-multipleOf-at-create-payment-intent",
  "created-intent-in-a-list": "payment-intents-created-body-type-at-create-payment-intent",
  "created-intent-client-secret-absent":
    "payment-intents-created-client-secret-required-at-create-payment-intent",
  "created-intent-created-at-with-a-blank-for-the-t":
    "payment-intents-created-created-at-iso-8601-format-at-create-payment-intent",
  "created-intent-created-at-absent": "payment-intents-created-created-at-required-at-create-payment-intent",
  "created-intent-currency-in-uppercase":
    "payment-intents-created-currency-lowercase-pattern-at-create-payment-intent",
  "created-intent-currency-absent": "payment-intents-created-currency-required-at-create-payment-intent",
  "created-intent-description-a-number": "payment-intents-created-description-type-at-create-payment-intent",
  "created-intent-id-absent": "payment-intents-created-id-required-at-create-payment-intent",
  "created-intent-label-absent": "payment-intents-created-label-required-at-create-payment-intent",
  "created-intent-live-mode-absent": "payment-intents-created-live-mode-required-at-create-payment-intent",
  "created-intent-metadata-a-text": "payment-intents-created-metadata-type-at-create-payment-intent",
  "created-intent-updated-at-absent": "payment-intents-created-updated-at-required-at-create-payment-intent",
  "retrieved-intent-other-success":
    "payment-intents-retrieve-status-other-success-at-retrieve-payment-intent",
  "retrieved-intent-amount-absent": "payment-intents-retrieved-amount-required-at-retrieve-payment-intent",
  "retrieved-intent-amount-half-a-franc-too-large":
    "payment-intents-retrieved-amount-whole-francs-multipleOf-at-retrieve-payment-intent",
  "retrieved-intent-in-a-list": "payment-intents-retrieved-body-type-at-retrieve-payment-intent",
  "retrieved-intent-client-secret-absent":
    "payment-intents-retrieved-client-secret-required-at-retrieve-payment-intent",
  "retrieved-intent-currency-in-uppercase":
    "payment-intents-retrieved-currency-lowercase-pattern-at-retrieve-payment-intent",
  "retrieved-intent-currency-absent":
    "payment-intents-retrieved-currency-required-at-retrieve-payment-intent",
  "retrieved-intent-id-absent": "payment-intents-retrieved-id-required-at-retrieve-payment-intent",
  "retrieved-intent-label-absent": "payment-intents-retrieved-label-required-at-retrieve-payment-intent",
  "retrieved-intent-status-absent": "payment-intents-retrieved-status-required-at-retrieve-payment-intent",
  "created-remittance-amount-absent": "remittances-amount-required-at-create-remittance",
  "created-remittance-amount-half-a-franc-too-large":
    "remittances-amount-whole-francs-multipleOf-at-create-remittance",
  "created-remittance-in-a-list": "remittances-body-type-at-create-remittance",
  "retrieved-remittance-in-a-list": "remittances-body-type-at-retrieve-remittance",
  "created-remittance-country-in-uppercase": "remittances-country-lowercase-pattern-at-create-remittance",
  "retrieved-remittance-country-in-uppercase": "remittances-country-lowercase-pattern-at-retrieve-remittance",
  "created-remittance-country-absent": "remittances-country-required-at-create-remittance",
  "created-remittance-other-success": "remittances-create-status-other-success-at-create-remittance",
  "created-remittance-created-at-without-an-offset":
    "remittances-created-at-iso-8601-format-at-create-remittance",
  "created-remittance-created-at-absent": "remittances-created-at-required-at-create-remittance",
  "created-remittance-currency-in-uppercase": "remittances-currency-lowercase-pattern-at-create-remittance",
  "created-remittance-currency-absent": "remittances-currency-required-at-create-remittance",
  "created-remittance-first-name-absent": "remittances-first-name-required-at-create-remittance",
  "created-remittance-id-absent": "remittances-id-required-at-create-remittance",
  "created-remittance-last-name-absent": "remittances-last-name-required-at-create-remittance",
  "remittance-list-in-a-list": "remittances-list-body-type-at-list-remittances",
  "list-of-remittances-data-absent": "remittances-list-data-required-at-list-remittances",
  "meta-of-a-list-limit-absent": "remittances-list-meta-limit-required-at-list-remittances",
  "meta-of-a-list-page-absent": "remittances-list-meta-page-required-at-list-remittances",
  "meta-of-a-list-pages-absent": "remittances-list-meta-pages-required-at-list-remittances",
  "list-of-remittances-meta-absent": "remittances-list-meta-required-at-list-remittances",
  "meta-of-a-list-total-absent": "remittances-list-meta-total-required-at-list-remittances",
  "remittance-list-other-success": "remittances-list-status-other-success-at-list-remittances",
  "created-remittance-object-absent": "remittances-object-required-at-create-remittance",
  "created-remittance-operator-name-absent": "remittances-operator-name-required-at-create-remittance",
  "created-remittance-phone-absent": "remittances-phone-required-at-create-remittance",
  "retrieved-remittance-crashes": "remittances-retrieve-status-crash-at-retrieve-remittance",
  "retrieved-remittance-other-success": "remittances-retrieve-status-crash-at-retrieve-remittance",
  "created-remittance-should-executed-at-absent":
    "remittances-should-executed-at-required-at-create-remittance",
  "created-remittance-should-executed-at-in-local-time":
    "remittances-should-executed-at-utc-format-at-create-remittance",
  "created-remittance-status-absent": "remittances-status-required-at-create-remittance",
  "created-remittance-type-absent": "remittances-type-code-required-at-create-remittance",
  "created-remittance-updated-at-absent": "remittances-updated-at-required-at-create-remittance",
  "clock-list-in-words": "test-clocks-list-body-type-at-list-test-clocks",
  "created-vendor-shows-its-country": "vendors-created-has-no-country-not-at-create-account",
  "vendor-read-alone-shows-its-type": "vendors-read-has-no-type-not-at-retrieve-account",
};
