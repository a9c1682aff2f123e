export const area = "checkoutSessions";
