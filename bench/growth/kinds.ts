import { accepted, heapBytes, recipient, type Service, startService } from "./service.ts";

/** The memory that an object of a kind takes. */
export interface Measured {
  readonly kind: string;
  readonly bytesOfAnObject: number;
  /** The number of objects that are created with one of this kind. A session, for example, has an order and a timer. */
  readonly objects: number;
}

/** Creates what an object of a kind depends on, and returns a function that creates such an object. */
type Kind = (service: Service, accountId: string) => Promise<() => Promise<unknown>>;

const vendorOf = async ({ control }: Service, accountId: string): Promise<string> =>
  String(accepted(await control("POST", `/merchants/${accountId}/vendors`, {}), "a vendor")["acct"]);

const customerOf = async ({ checkout }: Service): Promise<string> =>
  String(
    accepted(
      await checkout("POST", "/v1/customers", { name: "Awa", email: "awa@example.com" }),
      "a customer",
    )["id"],
  );

const priceOf = async ({ checkout }: Service): Promise<string> =>
  String(
    accepted(await checkout("POST", "/v1/prices", { productName: "Monthly", amount: 5_000 }), "a price")[
      "id"
    ],
  );

const items = [{ productId: "p1", productName: "Bag", quantity: 1, price: 5_000 }];
const urls = { successUrl: "http://shop.test/paid", cancelUrl: "http://shop.test/" };

const kinds: Readonly<Record<string, Kind>> = {
  "payment intent":
    async ({ payment }) =>
    async () =>
      payment("POST", "/v1/payment-intents", { amount: 5_000, currency: "xaf", description: "A bag" }),
  "paid payment intent":
    async ({ payment, control }, accountId) =>
    async () => {
      const { id } = accepted(
        await payment("POST", "/v1/payment-intents", { amount: 5_000, currency: "xaf" }),
        "an intent",
      );
      return control("POST", `/merchants/${accountId}/payment-intents/${String(id)}/status`, {
        status: "succeeded",
      });
    },
  "checkout session":
    async ({ checkout }, accountId) =>
    async () =>
      checkout("POST", "/v1/sessions", { total: 5_000, currency: "xaf", accountId, items, ...urls }),
  disbursement:
    async ({ payment }) =>
    async () =>
      payment("POST", "/v1/disbursements", { amount: 100, ...recipient }),
  remittance:
    async ({ payment }) =>
    async () =>
      payment("POST", "/v1/remittance", { amount: "100", ...recipient }),
  vendor: async (service, accountId) => () => vendorOf(service, accountId),
  allocation: async (service, accountId) => {
    const destination = await vendorOf(service, accountId);
    return () => service.payment("POST", "/v1/connect/allocations", { destination, amount: 100 });
  },
  "captured charge": async (service, accountId) => {
    const on_behalf_of = await vendorOf(service, accountId);
    return async () => {
      const body = { amount: 5_000, currency: "xaf", on_behalf_of, application_fee_rate: 10 };
      const { id } = accepted(await service.payment("POST", "/v1/payment-intents", body), "a charge");
      return service.payment("POST", `/v1/payment-intents/${String(id)}/capture`);
    };
  },
  customer: async (service) => () => customerOf(service),
  subscription: async (service) => {
    const [customerId, priceId] = [await customerOf(service), await priceOf(service)];
    return () =>
      service.checkout("POST", "/v1/subscriptions", { customerId, items: [{ priceId }], trialDays: 14 });
  },
  "paid invoice": async (service) => {
    const [customerId, priceId] = [await customerOf(service), await priceOf(service)];
    return () => service.checkout("POST", "/v1/subscriptions", { customerId, items: [{ priceId }] });
  },
};

/** The number of objects that fill the ledger, whose number of entries is limited. */
const FULL = 60_000;

/** Measures the bytes per object of every kind when the ledger is full, without the history, whose length is also limited. */
export async function* measureKinds(count: number): AsyncGenerator<Measured> {
  for (const [kind, begin] of Object.entries(kinds)) {
    const service = startService();
    const { emulator, control } = service;
    const accountId = emulator.merchants[0]?.accountId ?? "";
    accepted(await control("POST", `/merchants/${accountId}/funds`, { amount: 1_000_000_000 }), "funds");
    const make = await begin(service, accountId);
    const bytes = (): number => {
      emulator.engine.history.clear();
      return heapBytes();
    };
    const { state } = emulator.engine;
    const objectsNow = (): number => state.size() + state.timeline.size();
    for (let made = 0; made < FULL; made += 1) await make();
    const before = { bytes: bytes(), objects: objectsNow() };
    for (let made = 0; made < count; made += 1) await make();
    const objects = (objectsNow() - before.objects) / count;
    const bytesOfAnObject = Math.round((bytes() - before.bytes) / count / objects);
    await emulator.close();
    yield { kind, bytesOfAnObject, objects };
  }
  yield await measureEvents();
}

/** Measures the bytes per event. Refused reversals emit events and create nothing else. */
async function measureEvents(): Promise<Measured> {
  // An account keeps its latest 10,000 events.
  const count = 9_000;
  const service = startService();
  const { emulator, payment, control } = service;
  const accountId = emulator.merchants[0]?.accountId ?? "";
  const destination = await vendorOf(service, accountId);
  const body = { destination, amount: 500 };
  const { id } = accepted(await payment("POST", "/v1/connect/allocations", body), "an allocation");
  // Two hours later, the vendor is paid out.
  accepted(await control("POST", `/merchants/${accountId}/clock`, { byMs: 7_200_000 }), "a clock");
  const path = `/v1/connect/accounts/${destination}/withdrawals#paid-out`;
  accepted(await payment("POST", path, {}), "a withdrawal");
  const refuse = () => payment("POST", `/v1/connect/allocations/${String(id)}/reversals`);
  for (let made = 0; made < 100; made += 1) await refuse();
  const bytes = (): number => {
    emulator.engine.history.clear();
    return heapBytes();
  };
  const before = bytes();
  for (let made = 0; made < count; made += 1) await refuse();
  // Each event is also in the feed of the vendor.
  const objects = 2;
  const bytesOfAnObject = Math.round((bytes() - before) / count / objects);
  await emulator.close();
  return { kind: "event", bytesOfAnObject, objects };
}
