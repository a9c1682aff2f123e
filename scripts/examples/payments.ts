import type { Recorder } from "./recorder.ts";

const MOMO = { type: "momo", momo: { msisdn: "242060000000", country: "CG", operator_name: "mtn" } };
const RECIPIENT = { first_name: "Aline", last_name: "Mabiala", payment_method_data: MOMO };
const METADATA = { order: "1042" };

/** Intents, sessions, disbursements and remittances (§4.1 to §4.4). */
export async function payments(recorder: Recorder): Promise<void> {
  const show = recorder.show.bind(recorder);
  const { accountId } = recorder.merchant;
  const unknown = (prefix: string) => ({ id: `${prefix}9f2k4h7d1s8a3q6w5e0r` });

  const intent = {
    amount: 5000,
    currency: "xaf",
    description: "Two sacks of cassava flour",
    metadata: METADATA,
  };
  const made = await show("A payment of 5,000 XAF", "createPaymentIntent", 200, { body: intent });
  await show("The amount is missing", "createPaymentIntent", 422, { body: { currency: "xaf" } });
  const path = { id: String(made["id"]) };
  await show("A new payment", "retrievePaymentIntent", 200, { path });
  await show("An unknown payment", "retrievePaymentIntent", 404, { path: unknown("pi_") });

  const session = {
    total: 5000,
    currency: "xaf",
    accountId,
    successUrl: "https://shop.example.com/paid",
    cancelUrl: "https://shop.example.com/basket",
    items: [{ productId: "prod_cassava", productName: "Cassava flour", quantity: 2, price: 2500 }],
    metadata: METADATA,
  };
  const page = await show("A page for an order", "createSession", 200, { body: session });
  await show("The total is missing", "createSession", 400, { body: { ...session, total: undefined } });
  await show("An open session", "retrieveSession", 200, { path: { id: String(page["id"]) } });

  const disbursement = { amount: 5000, currency: "XAF", ...RECIPIENT };
  const payout = await show("A payout to a mobile-money account", "createDisbursement", 200, {
    body: disbursement,
  });
  await show("The last name is missing", "createDisbursement", 400, {
    body: { ...disbursement, last_name: undefined },
  });
  const paid = { id: String(payout["id"]) };
  await recorder.control("POST", `/disbursements/${paid.id}/settle`, { status: "succeeded" });
  await show("An executed payout", "retrieveDisbursement", 200, { path: paid });
  await show("An unknown payout", "retrieveDisbursement", 404, { path: unknown("wt_") });

  const remittance = { ...disbursement, amount: "5000", metadata: METADATA };
  const sent = await show("Money for a beneficiary", "createRemittance", 200, { body: remittance });
  await show("The currency is missing", "createRemittance", 400, {
    body: { ...remittance, currency: undefined },
  });
  const there = { id: String(sent["id"]) };
  await show("The remittance", "retrieveRemittance", 200, { path: there });
  await show("An unknown remittance", "retrieveRemittance", 404, { path: unknown("rem_") });
  await show("The first page", "listRemittances", 200, { query: "?limit=10&page=1" });
}
