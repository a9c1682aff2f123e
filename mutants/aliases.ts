/**
 * Mutants that were merged with another one or renamed: what they were called, and what they are called now. An old id stays, so that
 * what is recorded of it in `spec/kills.lock`, and by users, is still found.
 */
export const aliases: Readonly<Record<string, string>> = {
  // Where the document shows no status, any success will do; a time in an event may be a number.
  "retrieved-remittance-other-success": "retrieved-remittance-crashes",
  "event-updated-moment-by-number-later": "event-updated-moment-in-a-list-later",
  "event-activated-moment-by-number-when-unpaid": "event-activated-moment-in-a-list-when-unpaid",
  "event-failure-moment-by-number-on-renewal": "event-failure-moment-in-a-list-on-renewal",
  "second-reversal-event-created-by-number": "second-reversal-event-created-in-a-list",
};
