import { acceptedBy } from "../../emulator/hints/accepted.ts";
import { createParts } from "../../emulator/index.ts";
import type { FieldSpec, Rule } from "../../emulator/kernel/validate.ts";
import { required } from "../../emulator/kernel/rules.ts";
import { createOperations } from "../../emulator/operations.ts";
import type { LoggedRequest } from "../../emulator/traffic/logs.ts";
import { documentedOperations, isObject } from "../../spec/json.ts";
import { type Json, Recorder } from "../examples/recorder.ts";

/** The types of values that a rule of the emulator accepts. Others only restrict them further. */
const types: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "integer",
  boolean: "boolean",
  object: "object",
  array: "array",
  maxItems: "array",
  maxLength: "string",
  numeric: "string",
};

/** The schema of a field by its rules. What has no keyword of its own is described in words. */
function schemaOf(rules: readonly Rule[]): Json {
  const type = rules.map(({ name }) => types[name]).findLast((name) => name !== undefined);
  const isNullable = rules.some(({ wants = "" }) => wants.endsWith(", or null"));
  const words = rules.filter(({ name }) => types[name] === undefined && name !== required.name);
  return {
    ...(type === undefined ? {} : { type: isNullable ? [type, "null"] : type }),
    ...(words.length === 0
      ? {}
      : { description: `Must be ${words.map(({ wants, name }) => wants ?? name).join(", ")}.` }),
  };
}

/** The schema of a body by the fields that the emulator checks. */
function bodySchema(fields: readonly FieldSpec[]): Json {
  const root: Json = { type: "object" };
  for (const { field, rules } of fields) {
    let at = root;
    const steps = field.split(".");
    for (const [index, step] of steps.entries()) {
      const isLast = index === steps.length - 1;
      if (step === "*") {
        at["type"] = "array";
        at = (at["items"] ??= {}) as Json;
      } else {
        at["type"] ??= "object";
        at = ((at["properties"] ??= {}) as Record<string, Json>)[step] ??= {};
      }
      if (isLast) Object.assign(at, { ...schemaOf(rules), ...at });
    }
    const name = steps.at(-1) ?? "";
    if (steps.length === 1 && rules.includes(required)) ((root["required"] ??= []) as string[]).push(name);
  }
  return root;
}

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
};

/** The name of a resource, which its member `object` has; undefined for anything else. */
const resourceOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value["object"] === "string" && value["object"] !== "list"
    ? value["object"]
    : undefined;

/** All resources in a value, by name. */
function resourcesIn(value: unknown, found = new Map<string, Json[]>()): Map<string, Json[]> {
  if (typeof value !== "object" || value === null) return found;
  const name = resourceOf(value);
  if (name !== undefined) found.set(name, [...(found.get(name) ?? []), value as Json]);
  for (const inner of Object.values(value)) resourcesIn(inner, found);
  return found;
}

const schemaName = (resource: string): string =>
  resource.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The schema that values share: a reference if they are one resource. */
function inferred(values: readonly unknown[]): Json {
  const [first] = values;
  const resource = resourceOf(first);
  return resource !== undefined && values.every((value) => resourceOf(value) === resource)
    ? { $ref: `#/components/schemas/${schemaName(resource)}` }
    : inferredInline(values);
}

/** The schema that values share. A member is required if each of them has it. */
function inferredInline(values: readonly unknown[]): Json {
  const known = [...new Set(values.map(typeOf))].toSorted();
  // It was never anything else, so nothing is known of it.
  if (known.length === 0 || (known.length === 1 && known[0] === "null")) return {};
  const objects = values.filter(isObject);
  const lists = values.filter((value): value is readonly unknown[] => Array.isArray(value));
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const valuesOf = (name: string): readonly unknown[] =>
    objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name]] : []));
  return {
    type: known.length === 1 ? known[0] : known,
    ...(names.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            // The members of metadata are the client's.
            names.map((name) => [name, name === "metadata" ? { type: "object" } : inferred(valuesOf(name))]),
          ),
          required: names.filter((name) => objects.every((object) => Object.hasOwn(object, name))),
        }),
    ...(lists.length === 0 ? {} : { items: inferred(lists.flat()) }),
  };
}

/** Asks each of these routes, on a clock that stands still. Returns the answers, oldest first. */
async function samples(contract: Json): Promise<readonly LoggedRequest[]> {
  const recorder = new Recorder(contract);
  const send = async (
    host: "payment" | "checkout",
    line: string,
    body?: unknown,
    key?: string,
  ): Promise<Json> => {
    const [method = "", path = ""] = line.split(" ");
    const { status, json } = await recorder.send(host, method, path, {
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
      headers: recorder.key(),
    });
    if (status >= 300) throw new Error(`${line} answers ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  const pay = (line: string, body?: unknown): Promise<Json> => send("payment", line, body);
  const shop = (line: string, body?: unknown): Promise<Json> => send("checkout", line, body);
  try {
    const fresh = await recorder.merchantWith({ name: "New" });
    await send(
      "payment",
      "POST /dashboard/connect/activations",
      { connect_mode: "marketplace" },
      fresh.keys.test,
    );
    const { acct } = await recorder.control("POST", "/vendors", { name: "Boutique" });
    await pay(`POST /v1/connect/accounts/${String(acct)}/onboarding_links`, {});
    const charge = { amount: 5_000, currency: "xaf", on_behalf_of: acct, application_fee_rate: 10 };
    const { id: intent } = await pay("POST /v1/payment-intents", charge);
    await pay(`POST /v1/payment-intents/${String(intent)}/capture`);
    await pay(`POST /v1/payment-intents/${String(intent)}/refunds`, { amount: 1_000 });
    const { acct: gone } = await recorder.control("POST", "/vendors", { name: "Closed" });
    await pay(`DELETE /v1/connect/accounts/${String(gone)}`);

    const metadata = { order: "A-1042" };
    const customer = await shop("POST /v1/customers", {
      ...{ name: "Awa Moussa", email: "awa@example.com", phone: "242066123456", metadata },
    });
    await shop("POST /v1/customers", {});
    await shop("GET /v1/customers");
    await shop(`GET /v1/customers/${String(customer["id"])}`);
    const price = await shop("POST /v1/prices", { amount: 4_500, currency: "xaf", productName: "Journal" });
    await shop("POST /v1/prices", { amount: 4_500 });
    await shop("GET /v1/prices");
    await shop(`GET /v1/prices/${String(price["id"])}`);
    const order = { customerId: customer["id"], items: [{ priceId: price["id"], quantity: 2 }] };
    const { id } = await shop("POST /v1/subscriptions", order);
    const at = `/v1/subscriptions/${String(id)}`;
    const { id: trial } = await shop("POST /v1/subscriptions", { ...order, trialDays: 14 });
    await shop(`POST ${at}`, { quantity: 1 });
    await shop(`POST ${at}/pause`);
    await shop(`GET ${at}`);
    await shop(`POST ${at}/resume`);
    await shop(`POST /v1/subscriptions/${String(trial)}/cancel`, { cancelImmediately: true });
    await recorder.control("POST", "/next-payment-outcome", { outcome: "declined" });
    const { id: owing } = await shop("POST /v1/subscriptions", order);
    const invoiceOf = async (subscription: unknown): Promise<string> => {
      const { data } = await shop(`GET /v1/invoices?subscriptionId=${String(subscription)}`);
      return String((data as Json[])[0]?.["id"]);
    };
    await shop(`GET /v1/subscriptions/${String(owing)}`);
    await shop(`POST /v1/subscriptions/${String(owing)}/retry-payment`);
    await recorder.control("POST", "/next-payment-outcome", { outcome: "declined", times: 2 });
    const [paid, voided] = [
      await shop("POST /v1/subscriptions", order),
      await shop("POST /v1/subscriptions", order),
    ];
    await shop(`POST /v1/invoices/${await invoiceOf(paid["id"])}/pay`);
    await shop(`POST /v1/invoices/${await invoiceOf(voided["id"])}/void`);
    await shop(`GET /v1/invoices/${await invoiceOf(voided["id"])}`);
    await shop(`POST ${at}/cancel`, {});
    const clock = await shop("POST /v1/test-helpers/test-clocks", { frozenTime: "2027-04-01T09:00:00Z" });
    await shop(`POST /v1/test-helpers/test-clocks/${String(clock["id"])}/attach`, {
      customerId: customer["id"],
    });
    await shop("GET /v1/customers");
    const session = await shop("POST /v1/subscription-sessions", order);
    await shop(`POST /v1/subscription-sessions/${String(session["id"])}/complete`);
    await shop("POST /v1/subscription-sessions", { ...order, complete: true });
    await shop("GET /v1/subscriptions");

    const hook = await pay("POST /v1/webhook-endpoints", {
      url: "https://shop.example.com/hooks",
      events: ["invoice.paid"],
    });
    await pay("GET /v1/webhook-endpoints");
    await pay(`DELETE /v1/webhook-endpoints/${String(hook["id"])}`);
    await pay("GET /v1/events");
    return recorder.emulator.traffic.log.latest({ most: 1_000 }).toReversed();
  } finally {
    await recorder.emulator.close();
  }
}

/** `createCustomer` as `Create customer`. */
const titleOf = (operationId: string): string => {
  const words = operationId.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

const content = (schema: Json, example?: unknown): Json => ({
  "application/json": { schema, ...(example === undefined ? {} : { example }) },
});

const refusal = (description: string): Json => ({
  description,
  content: content({ type: "object", additionalProperties: true }),
});

/**
 * The document of the routes that the emulator has and the interface document does not show: where it is silent, its shape is the emulator's
 * choice. Requests are described by the rules by which the emulator checks them, responses by those that it gave.
 */
export async function additionsText(contract: Json): Promise<string> {
  const documented = new Set(documentedOperations(contract).map(({ operation }) => operation["operationId"]));
  const parts = createParts();
  const accepted = acceptedBy(parts);
  const operations = createOperations(parts).filter(({ operationId }) => !documented.has(operationId));
  const isAdded = new Set(operations.map(({ operationId }) => operationId));
  const added = (await samples(contract)).filter(
    ({ operationId = "", answer }) => isAdded.has(operationId) && answer.status < 300,
  );
  const paths: Record<string, Json> = {};
  for (const { operationId, method, path, host, area } of operations) {
    const own = added.filter((one) => one.operationId === operationId);
    const [first] = own;
    if (first === undefined)
      throw new Error(`scripts/public/additions.ts: samples() has no answer of ${operationId}`);
    const { fields, query } = accepted[operationId] ?? { fields: [], query: [] };
    const template = path.replace(/:(\w+)/g, "{$1}");
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true }));
    const parameters = [...names, ...query.map((name) => ({ name, in: "query" }))];
    const body = own.find((one) => one.body !== undefined)?.body;
    (paths[template] ??= {})[method.toLowerCase()] = {
      operationId,
      summary: titleOf(operationId),
      tags: [area],
      servers: [{ url: `http://127.0.0.1:${host === "payment" ? 4010 : 4011}` }],
      ...(parameters.length === 0
        ? {}
        : { parameters: parameters.map((one) => ({ ...one, schema: { type: "string" } })) }),
      ...(fields.length === 0
        ? {}
        : {
            requestBody: {
              required: fields.some(({ rules }) => rules.includes(required)),
              content: content(bodySchema(fields), body),
            },
          }),
      responses: {
        [first.answer.status]: {
          description: "Done.",
          content: content(inferred(own.map(({ answer }) => answer.body)), first.answer.body),
        },
        "401": refusal("The key is missing or unknown."),
        "4XX": refusal("The request is refused; `errors` or `message` says why."),
      },
    };
  }
  return `${JSON.stringify(
    {
      openapi: "3.1.0",
      info: {
        title: "What the emulator adds to the payment service interface",
        version: "1.0.0",
        description:
          "Routes that the interface document mentions and does not show. Another server may have others. The document itself is in payconform/openapi.json.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "http://127.0.0.1:4010" }, { url: "http://127.0.0.1:4011" }],
      security: [{ secretKey: [] }],
      paths,
      components: {
        schemas: Object.fromEntries(
          [...resourcesIn(added.map(({ answer }) => answer.body))].map(([name, all]) => [
            schemaName(name),
            inferredInline(all),
          ]),
        ),
        securitySchemes: { secretKey: { type: "http", scheme: "bearer" } },
      },
    },
    null,
    2,
  )}\n`;
}
