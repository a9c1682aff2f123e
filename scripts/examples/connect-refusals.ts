import type { Recorder } from "./recorder.ts";

interface Given {
  readonly acct: string;
  readonly allocationId: string;
  readonly vendor: (options?: object) => Promise<string>;
}

/** The refusals of Connect, with each code of §7.4 to §7.7. */
export async function connectRefusals(recorder: Recorder, given: Given): Promise<void> {
  await targets(recorder, given);
  await allocations(recorder, given);
  await withdrawals(recorder, given);
  await creations(recorder);
  await outages(recorder, given);
  await charges(recorder, given);
}

async function targets(recorder: Recorder, { allocationId }: Given): Promise<void> {
  const show = recorder.show.bind(recorder);
  const other = recorder.emulator.merchants[1];
  const acct = "acct_9f2k4h7d1s8a3q6w5e0r";
  for (const operation of ["retrieveAccount", "listAccountTransactions", "retrieveAccountCompliance"])
    await show("An inaccessible vendor", operation, 403, { path: { acct } });
  await show("An inaccessible vendor", "createWithdrawal", 403, { path: { acct }, headers: recorder.key() });
  await show("An inaccessible vendor", "createAllocation", 403, {
    body: { destination: acct, amount: 5000 },
    headers: recorder.key(),
  });
  await show("Another marketplace's allocation", "createAllocationReversal", 403, {
    path: { allocationId },
    body: { amount: 100 },
    ...(other === undefined ? {} : { key: other.keys.test }),
  });
}

async function allocations(recorder: Recorder, { acct, vendor }: Given): Promise<void> {
  const allocate = (
    summary: string,
    status: number,
    body: Record<string, unknown>,
    more: Record<string, unknown> = {},
  ): Promise<unknown> =>
    recorder.show(summary, "createAllocation", status, { body, headers: recorder.key(), ...more });
  await allocate("The amount is missing", 422, { destination: acct });
  const foreign = await vendor({ currency: "XOF" });
  await allocate("E_CURRENCY_MISMATCH", 422, { destination: foreign, amount: 5000 });
  for (const [code, options, amount] of [
    ["connect.fee_payer_unset", { name: "Off" }, 5000],
    ["connect.vendor_net_not_positive", { connectMode: "platform" }, 1],
    ["connect.country_unsupported", { connectMode: "marketplace", country: "AQ" }, 5000],
  ] as const) {
    const { keys, accountId } = await recorder.merchantWith({ ...options, funds: 100_000 });
    const theirs = await recorder.control("POST", "/vendors", {}, accountId);
    await allocate(code, 422, { destination: theirs["acct"], amount }, { key: keys.test });
  }
  const headers = recorder.key();
  const body = { destination: acct, amount: 1000 };
  await recorder.send("payment", "POST", "/v1/connect/allocations", { body, headers });
  await allocate("E_DUPLICATE_OPERATION", 409, body, { headers });
  await concurrent(recorder, "createAllocation", { route: "/v1/connect/allocations", body });
}

/** Shows a second request with the idempotency key of one that is in progress. */
async function concurrent(
  recorder: Recorder,
  operation: string,
  { route, ...more }: { route: string; body?: unknown; path?: Record<string, string> },
): Promise<void> {
  const headers = recorder.key();
  const { holdId } = await recorder.control("POST", "/holds", {
    operationId: operation,
    idempotencyKey: headers["idempotency-key"],
  });
  const first = recorder.send("payment", "POST", route, { ...more, headers });
  await recorder.show("E_IDEMPOTENCY_CONFLICT", operation, 409, { ...more, headers });
  await recorder.control("DELETE", `/holds/${String(holdId)}`);
  await first;
}

async function withdrawals(recorder: Recorder, { vendor }: Given): Promise<void> {
  const withdraw = (summary: string, status: number, acct: string, more = {}): Promise<unknown> =>
    recorder.show(summary, "createWithdrawal", status, { path: { acct }, headers: recorder.key(), ...more });
  const empty = await vendor();
  await withdraw("E_CONNECT_VENDOR_EMPTY_BALANCE", 422, empty);
  await withdraw("An amount is refused", 422, empty, { body: { amount: 1000 } });
  await withdraw("The idempotency key is missing", 422, empty, { headers: {} });
  const unreachable = await vendor({ payoutMethod: false });
  const rich = await vendor();
  for (const destination of [unreachable, rich])
    await recorder.send("payment", "POST", "/v1/connect/allocations", {
      body: { destination, amount: 2000 },
    });
  await recorder.control("POST", "/clock", { byMs: 3_600_000 });
  await withdraw("E_CONNECT_VENDOR_PAYOUT_METHOD_UNAVAILABLE", 422, unreachable);
  const headers = recorder.key();
  const route = `/v1/connect/accounts/${rich}/withdrawals`;
  await recorder.send("payment", "POST", route, { headers });
  await withdraw("E_PENDING_WITHDRAW", 422, rich);
  await concurrent(recorder, "createWithdrawal", { route, path: { acct: rich } });
  await recorder.control("POST", "/clock", { byMs: 25 * 3_600_000 });
  await withdraw("E_DUPLICATE_OPERATION", 409, rich, { headers });
}

async function creations(recorder: Recorder): Promise<void> {
  const merchant = await recorder.merchantWith({ connectMode: "marketplace", funds: 100_000 });
  const key = merchant.keys.test;
  const body = { name: "Marché Total", email: "ventes@marche-total.example", country: "CG", currency: "XAF" };
  const create = (summary: string, status: number, more = {}): Promise<unknown> =>
    recorder.show(summary, "createAccount", status, { body, key, headers: recorder.key(), ...more });
  await create("`fee_payer` is refused", 422, { body: { ...body, fee_payer: "account" } });
  await create("The idempotency key is missing", 422, { headers: {} });
  const off = await recorder.merchantWith({ name: "Off" });
  await create("Connect is not activated", 422, { key: off.keys.test });
  const headers = recorder.key();
  await recorder.send("payment", "POST", "/v1/connect/accounts", { body, key, headers });
  await create("E_DUPLICATE_OPERATION", 409, { headers });
  await concurrent(recorder, "createAccount", { route: "/v1/connect/accounts", body });
  for (let sent = 0; sent < 20; sent += 1)
    await recorder.send("payment", "POST", "/v1/connect/accounts", { body, key, headers: recorder.key() });
  await create("E_TOO_MANY_REQUESTS", 429);
}

async function outages(recorder: Recorder, { acct }: Given): Promise<void> {
  const during = async (service: string, act: () => Promise<unknown>): Promise<void> => {
    await recorder.control("POST", "/outages", { service });
    await act();
    await recorder.control("DELETE", `/outages/${service}`);
  };
  const allocation = { destination: acct, amount: 5000 };
  const allocate = (code: string) => () =>
    recorder.show(code, "createAllocation", 503, { body: allocation, headers: recorder.key() });
  await during("pricing", allocate("E_CONNECT_PRICING_UNAVAILABLE"));
  await during("availability-delay", allocate("E_CONNECT_AVAILABILITY_DELAY_UNSET"));
  const body = { name: "Marché Total", country: "CG" };
  const create = (code: string) => () =>
    recorder.show(code, "createAccount", 503, { body, headers: recorder.key() });
  await during("sso", create("E_SSO_UNAVAILABLE"));
  await during("upstream", create("E_SERVICE_UNAVAILABLE"));
  await during("identity", () =>
    recorder.show("E_IDENTITY_UNAVAILABLE", "retrieveAccountCompliance", 503, { path: { acct } }),
  );
  await during("upstream", () =>
    recorder.show("E_SERVICE_UNAVAILABLE", "createWithdrawal", 503, {
      path: { acct },
      headers: recorder.key(),
    }),
  );
}

/** Refusals of operations whose routes the document does not show: direct charges, refunds and onboarding links. */
async function charges(recorder: Recorder, { vendor }: Given): Promise<void> {
  const acct = await vendor();
  const create = (code: string, body: object): Promise<unknown> =>
    recorder.showRefusal(code, "/v1/payment-intents", {
      body: { amount: 20_000, currency: "xaf", on_behalf_of: acct, ...body },
    });
  await create("connect.incomplete_request", {});
  await create("connect.application_fee_too_low", { application_fee_rate: 1 });
  await create("connect.application_fee_too_high", { application_fee_rate: 150 });
  const off = await recorder.merchantWith({ name: "Off" });
  await recorder.showRefusal("connect.controller_mode_unset", "/v1/connect/accounts", {
    body: { name: "Marché Total", country: "CG" },
    key: off.keys.test,
    headers: recorder.key(),
  });

  const shop = await recorder.merchantWith({ connectMode: "marketplace", funds: 0 });
  const key = shop.keys.test;
  const seller = await recorder.control("POST", "/vendors", {}, shop.accountId);
  const charge = await recorder.send("payment", "POST", "/v1/payment-intents", {
    body: { amount: 20_000, currency: "xaf", on_behalf_of: seller["acct"], application_fee_rate: 10 },
    key,
  });
  const path = `/v1/payment-intents/${String(charge.json["id"])}`;
  await recorder.send("payment", "POST", `${path}/capture`, { key });
  await recorder.control("POST", "/clock", { byMs: 3_600_000 }, shop.accountId);
  const headers = recorder.key();
  const accounts = `/v1/connect/accounts/${String(seller["acct"])}`;
  await recorder.send("payment", "POST", `${accounts}/withdrawals`, { headers, key });
  await recorder.showRefusal("connect.insufficient_funds_for_refund", `${path}/refunds`, { key });
  recorder.follow(shop.accountId);

  const link = `/v1/connect/accounts/${acct}/onboarding_links`;
  for (const [service, code] of [
    ["compliance-schedule", "E_CONNECT_ONBOARDING_UNSUPPORTED"],
    ["country-referential", "E_REFERENTIAL_COUNTRY_MISSING"],
  ] as const) {
    await recorder.control("POST", "/outages", { service });
    await recorder.showRefusal(code, link, { body: {} });
    await recorder.control("DELETE", `/outages/${service}`);
  }
}
