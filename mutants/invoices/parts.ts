export const ISSUED = "invoice.finalized";
