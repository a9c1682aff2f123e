import { connectRefusals } from "./connect-refusals.ts";
import type { Recorder } from "./recorder.ts";

const HOUR = 3_600_000;

/** Allocations, vendors and the singletons (§4.5 to §4.7). */
export async function connect(recorder: Recorder): Promise<void> {
  const show = recorder.show.bind(recorder);
  const vendor = async (options = {}): Promise<string> =>
    String((await recorder.control("POST", "/vendors", options))["acct"]);

  const body = {
    name: "Marché Total",
    email: "ventes@marche-total.example",
    country: "CG",
    currency: "XAF",
    payment_method_data: {
      type: "momo",
      momo: { msisdn: "242060000000", country: "cg", operator_name: "mtn" },
    },
  };
  const made = await show("A vendor", "createAccount", 201, { body, headers: recorder.key() });
  const path = { acct: String(made["id"]) };
  await show("A vendor without a file", "retrieveAccountCompliance", 200, { path });
  await show("A new vendor", "retrieveAccount", 200, { path });
  await recorder.control("PUT", `/vendors/${path.acct}/compliance`, {
    status: "approved",
    allowedOperations: ["collect", "withdraw"],
  });
  await show("An approved vendor", "retrieveAccountCompliance", 200, { path });

  const request = { destination: path.acct, amount: 5000 };
  const allocation = await show("Funds for a vendor", "createAllocation", 201, {
    body: request,
    headers: recorder.key(),
  });
  const allocated = { allocationId: String(allocation["id"]) };
  await show("A part of the allocation", "createAllocationReversal", 201, {
    path: allocated,
    body: { amount: 500 },
  });
  await show("The amount is not a number", "createAllocationReversal", 422, {
    path: allocated,
    body: { amount: "all" },
  });
  await show("More than what is left", "createAllocationReversal", 422, {
    path: allocated,
    body: { amount: 5001 },
  });
  await recorder.control("POST", "/clock", { byMs: HOUR });
  await recorder.send("payment", "POST", "/v1/connect/allocations", {
    body: { destination: path.acct, amount: 2000 },
  });
  await show("A vendor with a balance", "retrieveAccount", 200, { path });
  await show("The movements of a wallet", "listAccountTransactions", 200, { path });
  await charge(recorder, path.acct);
  await show("The vendors", "listAccounts", 200);
  await show("A year by month", "retrieveOverview", 200, {
    query: "?range=12m&granularity=month&comparison=previous_year",
  });
  await show("Thirty days by day", "retrieveOverview", 200, { query: "?range=30d&granularity=day" });
  await show("Days of a year", "retrieveOverview", 422, { query: "?range=12m&granularity=day" });

  const poor = await vendor();
  const spent = await recorder.send("payment", "POST", "/v1/connect/allocations", {
    body: { destination: poor, amount: 1000 },
  });
  await recorder.control("POST", "/clock", { byMs: HOUR });
  const headers = recorder.key();
  await show("The entire balance", "createWithdrawal", 201, { path: { acct: poor }, headers });
  await show("Nothing left to reverse from", "createAllocationReversal", 402, {
    path: { allocationId: String(spent.json["id"]) },
    body: { amount: 1000 },
  });

  const { keys } = await recorder.merchantWith({ name: "Off" });
  await show("A marketplace", "retrieveActivation", 200);
  await show("Connect is off", "retrieveActivation", 200, { key: keys.test });
  await show("Before the first configuration", "retrievePayoutSchedule", 200);
  await show("Each day", "replacePayoutSchedule", 200, { body: { cadence: "daily", enabled: true } });
  await show("After the configuration", "retrievePayoutSchedule", 200);
  await show("A cadence that does not exist", "replacePayoutSchedule", 422, { body: { cadence: "monthly" } });
  await connectRefusals(recorder, { acct: path.acct, allocationId: allocated.allocationId, vendor });
}

/** A charge on behalf of the vendor, captured and refunded, so that its events are shown. */
async function charge(recorder: Recorder, acct: string): Promise<void> {
  const created = await recorder.send("payment", "POST", "/v1/payment-intents", {
    body: { amount: 20_000, currency: "xaf", on_behalf_of: acct, application_fee_rate: 10 },
  });
  const path = `/v1/payment-intents/${String(created.json["id"])}`;
  await recorder.send("payment", "POST", `${path}/capture`);
  await recorder.send("payment", "POST", `${path}/refunds`, { body: { amount: 500 } });
}
