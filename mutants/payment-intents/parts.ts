export const area = "paymentIntents";
