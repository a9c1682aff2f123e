/** The requests of the plain script: each documented operation with its example, and requests that must be refused. Prism receives the same. */

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
  readonly success: number;
  readonly example: Dict | undefined;
  /** Whether a request without fields must be refused. */
  readonly hasRequiredFields: boolean;
  /** Whether the contract documents a refusal of unknown ids. */
  readonly refusesUnknownIds: boolean;
}

interface Described {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Record<string, { schema: Dict; examples?: Record<string, { value: Dict }> }>;
  };
  readonly responses: Dict;
}

/** How a request uses the ids that earlier answers returned. */
interface Use {
  readonly path?: string;
  readonly body?: Readonly<Record<string, string>>;
  /** The name under which the id in the answer is kept. */
  readonly keep?: string;
}

/** The operations in the order in which they are sent. `path` and the values of `body` are names of kept ids. */
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

/** The operations of an OpenAPI document, with their first examples, by operationId. */
export function operationsOf(contract: Dict): ReadonlyMap<string, Operation> {
  const schemas = (contract["components"] as { schemas: Record<string, Dict> }).schemas;
  const entries = Object.entries(contract["paths"] as Record<string, Record<string, Described>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, described]): [string, Operation][] => {
        if (!("operationId" in described)) return [];
        const { operationId, requestBody, responses } = described;
        const media = requestBody?.content["application/json"];
        const name = String(media?.schema["$ref"]).split("/").at(-1) ?? "";
        const schema = schemas[name] ?? media?.schema;
        const success = Number(Object.keys(responses).find((status) => status.startsWith("2")));
        const example = Object.values(media?.examples ?? {})[0]?.value;
        const hasRequiredFields = Array.isArray(schema?.["required"]);
        const refusesUnknownIds = path.includes("{") && ("404" in responses || "403" in responses);
        return [
          [
            operationId,
            {
              operationId,
              method: method.toUpperCase(),
              path,
              success,
              example,
              hasRequiredFields,
              refusesUnknownIds,
            },
          ],
        ];
      }),
  );
  return new Map(entries);
}

async function asJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

/** Creates what the documented API cannot: a merchant with funds, a vendor, a customer and a price. Returns their ids. */
async function prepare(target: WalkTarget): Promise<Record<string, string>> {
  const post = async (url: string, body: Dict, key?: string): Promise<Dict> => {
    const headers = {
      "content-type": "application/json",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return (await asJson(answer)) as Dict;
  };
  const merchant = await post(`${target.controlUrl}/merchants`, {
    name: "Marché Total",
    connectMode: "marketplace",
    funds: 1_000_000,
    availabilityDelayMs: 0,
  });
  const [account, key] = [String(merchant["accountId"]), String((merchant["keys"] as Dict)["test"])];
  const below = `${target.controlUrl}/merchants/${account}`;
  const vendor = await post(`${below}/vendors`, { name: "Étal de Pauline" });
  const customer = await post(
    `${target.url}/v1/customers`,
    { name: "Aline", email: "aline@example.com" },
    key,
  );
  const price = await post(`${target.url}/v1/prices`, { amount: 5_000, currency: "xaf" }, key);
  const ids = { account, key, vendor: vendor["acct"], customer: customer["id"], price: price["id"] };
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]));
}

/** The request of an operation, with the ids that earlier answers returned. */
export function requestOf(
  operation: Operation,
  ids: Readonly<Record<string, string>>,
): { readonly id: string; readonly sent: Dict | undefined } {
  const { operationId, example } = operation;
  const { path = "", body = {} } = USES[operationId] ?? {};
  const filled = Object.fromEntries(Object.entries(body).map(([field, name]) => [field, ids[name]]));
  const items =
    operationId === "createSubscription" ? { items: [{ priceId: ids["price"], quantity: 1 }] } : {};
  return {
    id: ids[path] ?? "",
    sent: example === undefined ? undefined : { ...example, ...filled, ...items },
  };
}

/** The exchanges of a walk, and the ids of the created objects. */
export interface Walk {
  readonly exchanges: readonly Exchange[];
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * Sends all requests sequentially. `through` is the address of the API, such as that of a proxy. Default: the target. With `onlyCreates`,
 * sends only the requests that create objects that others need.
 */
export async function walk(
  contract: Dict,
  target: WalkTarget,
  {
    through = target.url,
    onlyCreates = false,
  }: { readonly through?: string; readonly onlyCreates?: boolean } = {},
): Promise<Walk> {
  const operations = operationsOf(contract);
  const ids = await prepare(target);
  const exchanges: Exchange[] = [];
  let number = 0;
  const send = async (
    { operationId, method, path }: Operation,
    given: Pick<Exchange, "expected" | "sent"> & { variation?: string; id: string; key?: string | undefined },
  ): Promise<unknown> => {
    const { sent, key = ids["key"], expected, id, variation } = given;
    number += 1;
    const answer = await fetch(`${through}${path.replace(/\{\w+\}/, id)}`, {
      method,
      headers: {
        authorization: `Bearer ${String(key)}`,
        ...(method === "POST" ? { "idempotency-key": `walk-${number}` } : {}),
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const body = await asJson(answer);
    const name = variation === undefined ? operationId : `${operationId} ${variation}`;
    exchanges.push({
      name,
      operationId,
      expected,
      sent,
      status: answer.status,
      headers: answer.headers,
      body,
    });
    return body;
  };
  for (const [operationId, { keep }] of Object.entries(USES)) {
    if (onlyCreates && keep === undefined) continue;
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
    const { id, sent } = requestOf(operation, ids);
    if (!onlyCreates) {
      await send(operation, { variation: "without a key", expected: 401, id, sent, key: "none" });
      if (operation.hasRequiredFields)
        await send(operation, { variation: "without its fields", expected: null, id, sent: {} });
      if (operation.method === "GET" && operation.refusesUnknownIds)
        await send(operation, {
          variation: "of an unknown id",
          expected: null,
          id: `${id.split("_")[0]}_unknown0000000000000000`,
          sent,
        });
    }
    const body = await send(operation, { expected: operation.success, id, sent });
    if (keep !== undefined) ids[keep] = String((body as Dict | undefined)?.["id"]);
  }
  return { exchanges, ids };
}
