/** The requests of the plain script: each documented operation with its example, and requests that must be refused. Prism receives the same. */
import { documentedOperations } from "../../../spec/json.ts";

export type Dict = Record<string, unknown>;

/** The target of a walk: one address for both hosts, and control to create what the API cannot. */
export interface WalkTarget {
  readonly url: string;
  readonly controlUrl: string;
}

/** A request and its answer. */
export interface Exchange {
  /** `createPaymentIntent`, `createPaymentIntent without a key` … */
  readonly name: string;
  readonly operationId: string;
  /** The expected status; null for any documented refusal. */
  readonly expected: number | null;
  readonly sent: Dict | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly responses: Dict;
  readonly success: number;
  readonly schema: Dict | undefined;
  readonly example: Dict | undefined;
}

/** Where the ids go that earlier answers returned: into the path, into fields. `keep` is the name of the id in the answer. */
interface Use {
  readonly path?: string;
  readonly body?: Readonly<Record<string, string>>;
  readonly keep?: string;
}

/** The operations in the order in which they are sent. */
const USES: Readonly<Record<string, Use>> = {
  createPaymentIntent: { keep: "intent" },
  retrievePaymentIntent: { path: "intent" },
  createSession: { body: { accountId: "account" }, keep: "session" },
  retrieveSession: { path: "session" },
  createDisbursement: { keep: "disbursement" },
  retrieveDisbursement: { path: "disbursement" },
  createRemittance: { keep: "remittance" },
  listRemittances: {},
  retrieveRemittance: { path: "remittance" },
  createAllocation: { body: { destination: "vendor" }, keep: "allocation" },
  createAllocationReversal: { path: "allocation" },
  retrieveActivation: {},
  replacePayoutSchedule: {},
  retrievePayoutSchedule: {},
  retrieveOverview: {},
  createAccount: {},
  listAccounts: {},
  retrieveAccount: { path: "vendor" },
  listAccountTransactions: { path: "vendor" },
  retrieveAccountCompliance: { path: "vendor" },
  createWithdrawal: { path: "vendor" },
  createSubscription: { body: { customerId: "customer" }, keep: "subscription" },
  createTestClock: { keep: "clock" },
  listTestClocks: {},
  retrieveTestClock: { path: "clock" },
  attachTestClock: { path: "clock", body: { subscriptionId: "subscription" } },
  advanceTestClock: { path: "clock" },
  deleteTestClock: { path: "clock" },
  simulateTestClock: { body: { subscriptionId: "subscription" } },
};

/** The operations of the contract, with their first examples, by operationId. */
export function operationsOf(contract: Dict): ReadonlyMap<string, Operation> {
  const schemas = (contract["components"] as { schemas: Record<string, Dict> }).schemas;
  return new Map(
    documentedOperations(contract).map(({ path, method, operation }): [string, Operation] => {
      const operationId = String(operation["operationId"]);
      const responses = operation["responses"] as Dict;
      const success = Number(Object.keys(responses).find((status) => status.startsWith("2")));
      const body = operation["requestBody"] as { content: Record<string, Dict> } | undefined;
      const { schema, examples } = (body?.content["application/json"] ?? {}) as {
        schema?: Dict;
        examples?: Dict;
      };
      const [first] = Object.values(examples ?? {}) as { value: Dict }[];
      const named = schemas[String(schema?.["$ref"]).split("/").at(-1) ?? ""] ?? schema;
      return [
        operationId,
        { operationId, method, path, responses, success, schema: named, example: first?.value },
      ];
    }),
  );
}

async function sent(url: string, key: string | undefined, method: string, body?: Dict) {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(method === "POST" ? { "idempotency-key": crypto.randomUUID() } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === "" ? undefined : (JSON.parse(text) as Dict),
  };
}

/** Creates what the documented API cannot: a merchant with funds, a vendor, a customer and a price. Returns their ids. */
async function prepare({ url, controlUrl }: WalkTarget): Promise<Record<string, string>> {
  const settings = {
    name: "Marché Total",
    connectMode: "marketplace",
    funds: 1_000_000,
    availabilityDelayMs: 0,
  };
  const { body: merchant } = await sent(`${controlUrl}/merchants`, undefined, "POST", settings);
  const [account, key] = [String(merchant?.["accountId"]), String((merchant?.["keys"] as Dict)["test"])];
  const below = `${controlUrl}/merchants/${account}`;
  const vendor = await sent(`${below}/vendors`, undefined, "POST", { name: "Étal de Pauline" });
  const customer = await sent(`${url}/v1/customers`, key, "POST", {
    name: "Aline",
    email: "aline@example.com",
  });
  const price = await sent(`${url}/v1/prices`, key, "POST", { amount: 5_000, currency: "xaf" });
  const made = { vendor: vendor.body?.["acct"], customer: customer.body?.["id"], price: price.body?.["id"] };
  return {
    account,
    key,
    ...Object.fromEntries(Object.entries(made).map(([name, id]) => [name, String(id)])),
  };
}

/** The request of an operation, with the ids that earlier answers returned. */
function requestOf({ operationId, example }: Operation, ids: Readonly<Record<string, string>>) {
  const { path = "", body = {} } = USES[operationId] ?? {};
  const filled = Object.fromEntries(Object.entries(body).map(([field, name]) => [field, ids[name]]));
  const items =
    operationId === "createSubscription" ? { items: [{ priceId: ids["price"], quantity: 1 }] } : {};
  return {
    id: ids[path] ?? "",
    sent: example === undefined ? undefined : { ...example, ...filled, ...items },
  };
}

/** Sends all requests sequentially to the target, or through a proxy. */
export async function walk(
  contract: Dict,
  target: WalkTarget,
  through = target.url,
): Promise<readonly Exchange[]> {
  const operations = operationsOf(contract);
  const ids = await prepare(target);
  const exchanges: Exchange[] = [];
  for (const [operationId, { keep }] of Object.entries(USES)) {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
    const { method, path, responses, success, schema } = operation;
    const first = requestOf(operation, ids);
    const send = async (given: {
      variation?: string;
      expected: number | null;
      key?: string;
      id?: string;
      body?: Dict;
    }) => {
      const { variation = "", expected, key = ids["key"], id = first.id, body = first.sent } = given;
      const answer = await sent(`${through}${path.replace(/\{\w+\}/, id)}`, key, method, body);
      exchanges.push({ name: `${operationId}${variation}`, operationId, expected, sent: body, ...answer });
      return answer.body;
    };
    await send({ variation: " without a key", expected: 401, key: "none" });
    if (Array.isArray(schema?.["required"]))
      await send({ variation: " without its fields", expected: null, body: {} });
    if (method === "GET" && path.includes("{") && ("404" in responses || "403" in responses)) {
      const id = `${first.id.split("_")[0]}_unknown0000000000000000`;
      await send({ variation: " of an unknown id", expected: null, id });
    }
    const body = await send({ expected: success });
    if (keep !== undefined) ids[keep] = String(body?.["id"]);
  }
  return exchanges;
}
